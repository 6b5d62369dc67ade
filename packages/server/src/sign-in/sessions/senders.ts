import { hash as digest } from 'node:crypto'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { readCookie } from '../../kit/http/cookies.ts'
import { unauthenticated } from '../../kit/http/failure.ts'
import { senderScope } from '../../kit/http/sender-scope.ts'
import type { Credential, Sender, Senders, SessionClock } from '../../kit/http/senders.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { readSenderTenant } from '../../tenant/tenants/sender-tenant.ts'
import { findSessionTenant } from './queries.ts'
import { readPersonSender } from './read-sender.ts'
import {
  endLostSupport,
  findSupportSession,
  loadSupporter,
  noteSupportUse,
  recordSupportRequest,
} from './support-sessions.ts'
import { findRepairTenant, loadRepairer } from './repair-sessions.ts'
import { createHeldCache, type Read } from '../../kit/database/held-cache.ts'
import { createSessionUses, extendEverySecs } from './session-uses.ts'
import { findSetupSessionTenant, loadSetupActor } from './setup-sessions.ts'
import { checkNotAdministering } from './support-changes.ts'

/** Senders that one process holds: about 2 kB each. */
const heldSendersMax = 10_000

type Presented = { readonly kind: 'session' | 'bearer' | 'dpop'; readonly token: string; readonly key: string }

/**
 * People by the session of their cookie, programs by their bearer token. Who signed in and whose token is valid is held in
 * memory; a holder of a recovery code or a setup URL is read each time.
 */
export function createSenders(
  deps: Pick<Deps, 'database' | 'settings' | 'accessTokens' | 'log' | 'clock'>,
  { max = heldSendersMax }: { max?: number } = {},
): Senders {
  const { database, settings, accessTokens, log, clock } = deps
  const cache = createHeldCache<Sender>(database.changes, { max })
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
      const presented = await prove(present(request), request)
      const sender = cache.get(presented.key) ?? (await cache.read(presented.key, () => readNow(presented)))
      // A reading may be shared with a request that came before; what ended in between counts here.
      return sender.actor.kind === 'support' ? (await readNow(presented)).value : sender
    },
    async credentialOf(request) {
      const presented = await prove(present(request), request)
      const credential = cache.get(presented.key)?.credential ?? (await findCredential(presented))
      if (credential.kind === 'session' && credential.began === 'support') await readAlone(credential)
      return credential
    },
    readSender: async (tx, credential) => (await readIn(tx, credential, { isLocked: true })).value,
    async used({ credential, actor, session }, request, isClockRead) {
      if (actor.kind === 'support') return useSupport(credential, session, request, isClockRead)
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
    async transcribe(credential, request) {
      if (credential.kind !== 'session' || credential.began !== 'support') return
      await recordSupportRequest(database, credential, { ...request, nowMs: clock.now() })
    },
    checkSupportChange: (tx, { endpoint }, params) => checkNotAdministering(tx, endpoint, params),
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
      const [, scheme = '', token] = /^(Bearer|DPoP) ([\w.~+/=-]+)$/i.exec(authorization) ?? []
      if (token === undefined) throw unauthenticated()
      const kind = scheme.toLowerCase() as 'bearer' | 'dpop'
      // What was verified with keys that were withdrawn is verified again.
      return { kind, token, key: `${kind} ${digest('sha256', token, 'hex')} ${accessTokens.keys()}` }
    }
    const token = readCookie(request, settings, 'session')
    if (token === undefined) throw unauthenticated()
    return { kind: 'session', token, key: `session ${digest('sha256', token, 'hex')}` }
  }

  /** A token that is bound to a key comes with a proof of each request (RFC 9449 section 7). Throws 401. */
  async function prove(presented: Presented, request: Request): Promise<Presented> {
    if (presented.kind !== 'dpop') return presented
    const text = request.headers.get('dpop') ?? ''
    const proof = { text, method: request.method, path: new URL(request.url).pathname }
    if (!(await accessTokens.proves(presented.token, proof))) throw unauthenticated()
    return presented
  }

  async function readNow(presented: Presented): Promise<Read<Sender>> {
    return readAlone(await findCredential(presented))
  }

  /** In a separate transaction. A support session that no longer counts is ended. */
  async function readAlone(credential: Credential): Promise<Read<Sender>> {
    const read = await senderScope(database, credential).transaction((tx) => readAny(tx, credential))
    if (read !== undefined) return read
    if (credential.kind === 'session' && credential.began === 'support') {
      const nowMs = clock.now()
      await endLostSupport(database, credential, { requestId: uuidv7(nowMs), nowMs })
    }
    throw unauthenticated()
  }

  async function useSupport(
    credential: Credential,
    session: SessionClock | null,
    request: Request,
    isClockRead: boolean,
  ): Promise<void> {
    if (session === null || credential.kind !== 'session' || credential.began !== 'support') return
    if (isClockRead || request.headers.get('x-portico-background') !== null) return
    if (performance.now() - session.usedAt >= extendEverySecs * 1000) await noteSupportUse(database, credential)
  }

  async function findCredential({ kind, token }: Presented): Promise<Credential> {
    if (kind !== 'session') {
      const claims = await accessTokens.verify(token, kind === 'dpop' ? 'DPoP' : 'Bearer')
      if (claims === undefined) throw unauthenticated()
      return { kind: 'bearer', ...claims }
    }
    const hash = digest('sha256', token, 'buffer')
    const session = (tenantId: string, began: 'sign-in' | 'recovery-code' | 'setup-url') =>
      ({ kind, tenantId, hash, began }) as const
    const signedIn = await findSessionTenant(database, hash)
    if (signedIn !== undefined) return session(signedIn, 'sign-in')
    const repaired = await findRepairTenant(database, hash)
    if (repaired !== undefined) return session(repaired, 'recovery-code')
    const setUp = await findSetupSessionTenant(database, hash)
    if (setUp !== undefined) return session(setUp, 'setup-url')
    const support = await findSupportSession(database, hash)
    if (support === undefined) throw unauthenticated()
    return support
  }

  async function readIn(tx: TenantTransaction, credential: Credential, how?: Reading): Promise<Read<Sender>> {
    const read = await readAny(tx, credential, how)
    if (read === undefined) throw unauthenticated()
    return read
  }

  async function readAny(
    tx: TenantTransaction,
    credential: Credential,
    { isLocked }: Reading = { isLocked: false },
  ): Promise<Read<Sender> | undefined> {
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
    if (credential.began === 'support') {
      const known = await loadSupporter(tx, credential, { isLocked })
      return (
        known && {
          ...notHeld,
          value: { ...unnamed, ...known, credential, environment: null, tenant: await readSenderTenant(tx) },
        }
      )
    }
    const load = credential.began === 'setup-url' ? loadSetupActor : loadRepairer
    const actor = await load(tx, credential.hash)
    if (actor === undefined) return undefined
    return {
      ...notHeld,
      value: { ...unnamed, credential, actor, environment: null, tenant: await readSenderTenant(tx) },
    }
  }
}

/** Whether what is read of a support session stays so until the transaction ends. */
type Reading = { readonly isLocked: boolean }

const notHeld = { subjects: [], leftMs: 0, calmMs: 0, fixedEndAt: 0 } as const

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
