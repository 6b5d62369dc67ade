import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { Deps } from '../deps.ts'
import { readCookie } from '../http/cookies.ts'
import { unauthenticated } from '../http/failure.ts'
import { hashToken } from '../secrets/secret-box.ts'
import type { Actor } from '../http/actor.ts'
import { extendSession, findSessionTenant, loadPerson } from './queries.ts'
import { findRepairTenant, loadRepairer } from './repair-sessions.ts'
import { findSetupSessionTenant, loadSetupActor } from './setup-sessions.ts'
import type { Credential, Senders } from '../http/senders.ts'

/** People by the session of their cookie, programs by their bearer token. */
export const senders: Senders = { credentialOf, actorOf, keepAlive }

/** A bearer token wins over a cookie; an invalid one is rejected, never ignored. Throws 401. */
async function credentialOf(request: Request, deps: Deps): Promise<Credential> {
  const authorization = request.headers.get('authorization')
  if (authorization !== null) {
    const bearer = /^Bearer ([\w.~+/=-]+)$/i.exec(authorization)?.[1]
    const claims = bearer === undefined ? undefined : await deps.accessTokens.verify(bearer)
    if (claims === undefined) throw unauthenticated()
    return {
      kind: 'bearer',
      tenantId: claims.tenantId,
      tokenId: claims.tokenId,
      subject: claims.subject,
      expiresAt: claims.expiresAt,
    }
  }
  const token = readCookie(request, deps.settings, 'session')
  if (token === undefined) throw unauthenticated()
  const hash = hashToken(token)
  const tenantId = await findSessionTenant(deps.database, hash)
  if (tenantId !== undefined) return { kind: 'session', tenantId, token, hash, began: 'sign-in' }
  const repaired = await findRepairTenant(deps.database, hash)
  if (repaired !== undefined) return { kind: 'session', tenantId: repaired, token, hash, began: 'recovery-code' }
  const setUp = await findSetupSessionTenant(deps.database, hash)
  if (setUp === undefined) throw unauthenticated()
  return { kind: 'session', tenantId: setUp, token, hash, began: 'setup-url' }
}

/** The actor behind a credential, inside the tenant's transaction. Throws 401 where the account, key or session is gone. */
async function actorOf(tx: TenantTransaction, credential: Credential, deps: Deps): Promise<Actor> {
  if (credential.kind === 'bearer') {
    const actor = await deps.accessTokens.actor(tx, credential)
    if (actor === undefined) throw unauthenticated()
    return actor
  }
  const actor = await loaders[credential.began](tx, credential.hash)
  if (actor === undefined) throw unauthenticated()
  return actor
}

const loaders = { 'sign-in': loadPerson, 'recovery-code': loadRepairer, 'setup-url': loadSetupActor } as const

/** Extends a session that is used, at most once in 30 s; background calls and reading the clock do not. */
async function keepAlive(tx: TenantTransaction, actor: Actor, request: Request, isClockRead: boolean): Promise<void> {
  if (actor.kind !== 'user' || isClockRead || request.headers.get('x-portico-background') !== null) return
  await extendSession(tx, actor.sessionHash, false)
}
