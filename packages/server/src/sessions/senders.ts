import { hash as digest } from 'node:crypto'

import { tenantScope, type TenantTransaction } from '../database/tenant-scope.ts'
import type { Deps } from '../deps.ts'
import { readCookie } from '../http/cookies.ts'
import { unauthenticated } from '../http/failure.ts'
import type { Credential, Sender, Senders } from '../http/senders.ts'
import { readSenderTenant } from '../tenants/sender-tenant.ts'
import { findSessionTenant } from './queries.ts'
import { readPersonSender } from './read-sender.ts'
import { findRepairTenant, loadRepairer } from './repair-sessions.ts'
import { createSenderCache, type Read } from './sender-cache.ts'
import { createSessionUses, extendEverySecs } from './session-uses.ts'
import { findSetupSessionTenant, loadSetupActor } from './setup-sessions.ts'

/** Senders that one process holds: about 2 kB each. */
const heldSendersMax = 10_000

type Presented = { readonly kind: 'session' | 'bearer'; readonly token: string; readonly key: string }

/**
 * People by the session of their cookie, programs by their bearer token. Who signed in and whose token is valid is held in
 * memory; a holder of a recovery code or a setup URL is read each time.
 */
export function createSenders(
  deps: Pick<Deps, 'database' | 'settings' | 'accessTokens' | 'log'>,
  { max = heldSendersMax }: { max?: number } = {},
): Senders {
  const { database, settings, accessTokens, log } = deps
  const cache = createSenderCache<Sender>(database.changes, { max })
  const uses = createSessionUses(database, {
    log,
    extended(sessions) {
      for (const { hash, idleLeftMs, askedAt } of sessions)
        cache.replace(sessionKey(hash), (before) => movedTo(before, idleLeftMs, askedAt), askedAt)
    },
    failed: (hashes) => hashes.forEach((hash) => cache.drop(sessionKey(hash))),
  })
  return {
    async senderOf(request) {
      const presented = present(request)
      return cache.get(presented.key) ?? cache.read(presented.key, () => readNow(presented))
    },
    async credentialOf(request) {
      const presented = present(request)
      return cache.get(presented.key)?.credential ?? findCredential(presented)
    },
    readSender: async (tx, credential) => (await readIn(tx, credential)).value,
    async used({ credential, actor, session }, request, isClockRead) {
      if (session === null || actor.kind !== 'user' || credential.kind !== 'session') return
      if (isClockRead || request.headers.get('x-portico-background') !== null) return
      const idleMs = performance.now() - session.usedAt
      if (idleMs < extendEverySecs * 1000) return
      uses.note(actor.tenantId, credential.hash)
      const leftMs = session.idleSecs * 1000 - idleMs
      session.usedAt += idleMs
      session.idleEndsAt = new Date(session.idleEndsAt.getTime() + idleMs)
      // A session about to end would end before the use is written.
      if (leftMs < extendEverySecs * 1000) await uses.settled()
    },
    forget: (credential) => credential.kind === 'session' && cache.drop(sessionKey(credential.hash)),
    settled: () => uses.settled(),
    async close() {
      await uses.settled()
      cache.close()
    },
  }

  /** A bearer token wins over a cookie; an invalid one is rejected, never ignored. Throws 401. */
  function present(request: Request): Presented {
    const authorization = request.headers.get('authorization')
    if (authorization !== null) {
      const token = /^Bearer ([\w.~+/=-]+)$/i.exec(authorization)?.[1]
      if (token === undefined) throw unauthenticated()
      // What was verified with keys that were withdrawn is verified again.
      return { kind: 'bearer', token, key: `bearer ${digest('sha256', token, 'hex')} ${accessTokens.keys()}` }
    }
    const token = readCookie(request, settings, 'session')
    if (token === undefined) throw unauthenticated()
    return { kind: 'session', token, key: `session ${digest('sha256', token, 'hex')}` }
  }

  async function readNow(presented: Presented): Promise<Read<Sender>> {
    const credential = await findCredential(presented)
    return tenantScope(database, credential.tenantId).transaction((tx) => readIn(tx, credential))
  }

  async function findCredential({ kind, token }: Presented): Promise<Credential> {
    if (kind === 'bearer') {
      const claims = await accessTokens.verify(token)
      if (claims === undefined) throw unauthenticated()
      return { kind, ...claims }
    }
    const hash = digest('sha256', token, 'buffer')
    const session = (tenantId: string, began: 'sign-in' | 'recovery-code' | 'setup-url') =>
      ({ kind, tenantId, hash, began }) as const
    const signedIn = await findSessionTenant(database, hash)
    if (signedIn !== undefined) return session(signedIn, 'sign-in')
    const repaired = await findRepairTenant(database, hash)
    if (repaired !== undefined) return session(repaired, 'recovery-code')
    const setUp = await findSetupSessionTenant(database, hash)
    if (setUp === undefined) throw unauthenticated()
    return session(setUp, 'setup-url')
  }

  async function readIn(tx: TenantTransaction, credential: Credential): Promise<Read<Sender>> {
    const read = await readAny(tx, credential)
    if (read === undefined) throw unauthenticated()
    return read
  }

  async function readAny(tx: TenantTransaction, credential: Credential): Promise<Read<Sender> | undefined> {
    if (credential.kind === 'bearer') {
      const known = await accessTokens.actor(tx, credential)
      if (known === undefined) return undefined
      const { actor, environment, leftMs } = known
      const { tenantId } = tx
      return {
        value: { ...unnamed, credential, actor, environment, tenant: known.tenant },
        subjects: [`token:${actor.token.id}`, `account:${actor.id}`, `tenant:${tenantId}`],
        leftMs,
        calmMs: Infinity,
        fixedEndAt: performance.now() + leftMs,
      }
    }
    if (credential.began === 'sign-in') return readPersonSender(tx, credential)
    const load = credential.began === 'setup-url' ? loadSetupActor : loadRepairer
    const actor = await load(tx, credential.hash)
    if (actor === undefined) return undefined
    // Not held.
    return {
      value: { ...unnamed, credential, actor, environment: null, tenant: await readSenderTenant(tx) },
      subjects: [],
      leftMs: 0,
      calmMs: 0,
      fixedEndAt: 0,
    }
  }
}

const unnamed = { profile: null, session: null, news: null } as const

const sessionKey = (hash: Buffer): string => `session ${hash.toString('hex')}`

/** The database has moved the idle end. The other ends stay, and these are relative to `askedAt` from now on. */
function movedTo(before: Read<Sender>, idleLeftMs: number, askedAt: number): Read<Sender> {
  const { session } = before.value
  if (session === null) return before
  const movedMs = askedAt - (session.idleSecs * 1000 - idleLeftMs) - session.usedAt
  if (movedMs > 0) {
    session.usedAt += movedMs
    session.idleEndsAt = new Date(session.idleEndsAt.getTime() + movedMs)
  }
  return {
    ...before,
    leftMs: Math.min(before.fixedEndAt - askedAt, idleLeftMs),
    calmMs: idleLeftMs - session.idleSecs * 500,
  }
}
