import type { SupportSession } from '@portico/core/contract'
import { sql, type SqlBool } from 'kysely'

import { recordAudit } from '../../kit/audit-trail/record.ts'
import type { Database } from '../../kit/database/connect.ts'
import { tenantScope, visitorScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { SupportActor } from '../../kit/http/actor.ts'
import type { Credential, SessionClock } from '../../kit/http/senders.ts'
import { uuidv7 } from '../../kit/identifiers.ts'

export type SupportCredential = Extract<Credential, { began: 'support' }>
export type SupportEnd = NonNullable<SupportSession['end']>['how']

/** The support session of a cookie that has not been ended, or undefined. Whether it still counts says `loadSupporter`. */
export async function findSupportSession(database: Database, hash: Buffer): Promise<SupportCredential | undefined> {
  const found = await sql<{
    tenant_id: string
    id: string
    vendor_tenant_id: string
    vendor_session_id: string
  }>`select * from portico_find_support_session(${hash})`.execute(database.app)
  const [row] = found.rows
  if (row === undefined) return undefined
  return {
    kind: 'session',
    began: 'support',
    tenantId: row.tenant_id,
    hash,
    support: { id: row.id, vendorTenantId: row.vendor_tenant_id, vendorSessionId: row.vendor_session_id },
  }
}

/** Times of a support session `s` in tenant `t`, whose support user `p` is found in the vendor's tenant now. */
const idleEndsAt = sql`least(s.last_used_at + make_interval(secs => t.idle_secs), p.idle_ends_at)`

const supportLock = (tx: TenantTransaction) => sql`7067851, hashtext(${tx.tenantId})`

/**
 * Until the transaction ends, no support session of the tenant begins or changes something; waits for those that do. To be
 * taken before any other lock. These locks are granted in the order of the requests: with locks on rows, a support session
 * that keeps sending changes could hold off the administrator who ends it.
 */
export async function holdOffSupport(tx: TenantTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${supportLock(tx)})`.execute(tx.db)
}

/** The other side of {@link holdOffSupport}: what was read afterwards stays so until the transaction ends. */
export async function keepSupportAccess(tx: TenantTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${supportLock(tx)})`.execute(tx.db)
}

/**
 * Who acts in an active support session. Everything that can end it is asked here, at each request: the tenant's flag, its
 * deactivation, the time box, the idle time, and in the vendor's tenant the role, the person and their session there.
 * `isLocked`: the session and the tenant's flags stay as they are until the transaction ends, which has taken no lock yet.
 */
export async function loadSupporter(
  tx: TenantTransaction,
  { hash }: SupportCredential,
  { isLocked }: { readonly isLocked: boolean },
): Promise<{ actor: SupportActor; session: SessionClock } | undefined> {
  const askedAt = performance.now()
  if (isLocked) await keepSupportAccess(tx)
  const { rows } = await sql<{
    id: string
    person: string
    reason: string
    vendor_tenant_id: string
    vendor_session_id: string
    may_change: boolean
    began_at: Date
    ends_at: Date
    idle_secs: number
    idle_ends_at: Date
    idle_left_ms: number
  }>`
    select s.id, s.person, s.reason, s.vendor_tenant_id, s.vendor_session_id, s.began_at, t.idle_secs,
           t.allow_pros_change as may_change, least(s.expires_at, p.ends_at) as ends_at, ${idleEndsAt} as idle_ends_at,
           extract(epoch from ${idleEndsAt} - now())::float8 * 1000 as idle_left_ms
      from support_sessions s
      join tenants t on t.tenant_id = s.tenant_id
     cross join lateral portico_find_supporter(s.vendor_tenant_id, s.vendor_session_id) p
     where s.tenant_id = ${tx.tenantId} and s.id_hash = ${hash} and s.ended_at is null and s.expires_at > now()
       and s.last_used_at + make_interval(secs => t.idle_secs) > now()
       and t.allow_pros_access and not t.deactivated and p.user_id = s.vendor_user_id
     ${isLocked ? sql`for share of s` : sql``}`.execute(tx.db)
  const [row] = rows
  if (row === undefined) return undefined
  return {
    actor: {
      kind: 'support',
      tenantId: tx.tenantId,
      id: row.id,
      name: row.person,
      isAdmin: true,
      mayChange: row.may_change,
      sessionHash: hash,
      environmentId: null,
      reason: row.reason,
      beganAt: row.began_at,
      expiresAt: row.ends_at,
      vendor: { tenantId: row.vendor_tenant_id, sessionId: row.vendor_session_id },
    },
    session: {
      endsAt: row.ends_at,
      idleSecs: row.idle_secs,
      idleEndsAt: row.idle_ends_at,
      usedAt: askedAt - (row.idle_secs * 1000 - row.idle_left_ms),
    },
  }
}

/** Begins a support session. The caller has locked the tenant's flags. Answers its absolute end. */
export async function createSupportSession(
  tx: TenantTransaction,
  session: {
    readonly id: string
    readonly hash: Buffer
    readonly hours: number
    readonly reason: string
    readonly address: string
    readonly vendor: { readonly tenantId: string; readonly name: string; readonly sessionId: string }
    readonly person: { readonly id: string; readonly name: string; readonly username: string }
  },
): Promise<{ began: Date; until: Date }> {
  const { vendor, person } = session
  const row = await tx.db
    .insertInto('support_sessions')
    .values({
      tenant_id: tx.tenantId,
      id: session.id,
      id_hash: session.hash,
      vendor_tenant_id: vendor.tenantId,
      vendor_session_id: vendor.sessionId,
      vendor_user_id: person.id,
      vendor_name: vendor.name,
      person: person.name,
      username: person.username,
      reason: session.reason,
      address: session.address,
      expires_at: sql<Date>`now() + make_interval(hours => ${session.hours})`,
    })
    .returning(['began_at as began', 'expires_at as until'])
    .executeTakeFirstOrThrow()
  return row
}

/** An ended support session, as far as the vendor's tenant has to know of it. */
export type EndedSupport = { readonly id: string; readonly vendorTenantId: string; readonly vendorSessionId: string }

/** Ends one support session of the tenant, or all, for good. */
export async function endSupportSessions(
  tx: TenantTransaction,
  { id, how, by = null }: { readonly id?: string; readonly how: SupportEnd; readonly by?: string | null },
): Promise<EndedSupport[]> {
  let query = tx.db
    .updateTable('support_sessions')
    .set({ ended_at: sql<Date>`now()`, end_reason: how, ended_by: by })
    .where('tenant_id', '=', tx.tenantId)
    .where('ended_at', 'is', null)
  if (id !== undefined) query = query.where('id', '=', id)
  return query.returning(['id', 'vendor_tenant_id as vendorTenantId', 'vendor_session_id as vendorSessionId']).execute()
}

/** The request that ended a support session, or found that it has ended. */
type AboutEnd = { readonly requestId: string; readonly nowMs: number }

/** For ends that no row of the audit log says otherwise: both tenants see from it when a session was over, and why. */
async function recordEnd(tx: TenantTransaction, id: string, how: SupportEnd, about: AboutEnd): Promise<void> {
  const actor = { kind: 'system', name: 'portico' } as const
  const target = { kind: 'support-session', id }
  await recordAudit(tx, { actor, ...about }, { action: 'support.end', target, after: { how } })
}

/** Ends a session that no longer counts, with the reason, so that it does not come back with what it lost. */
export async function endLostSupport(
  database: Database,
  { tenantId, support }: SupportCredential,
  about: AboutEnd,
): Promise<void> {
  const how = await visitorScope(database, tenantId).transaction(async (tx) => {
    const { rows } = await sql<{ how: SupportEnd | null }>`
      select case when not t.allow_pros_access then 'access-off'
                  when t.deactivated then 'tenant-deactivated'
                  when s.expires_at <= now() then 'expired'
                  when s.last_used_at + make_interval(secs => t.idle_secs) <= now() then 'idle'
                  when not exists (select from portico_find_supporter(s.vendor_tenant_id, s.vendor_session_id) p
                                    where p.user_id = s.vendor_user_id) then 'vendor' end as how
        from support_sessions s join tenants t on t.tenant_id = s.tenant_id
       where s.tenant_id = ${tenantId} and s.id = ${support.id} and s.ended_at is null for no key update of s`.execute(
      tx.db,
    )
    const how = rows[0]?.how ?? undefined
    if (how === undefined) return undefined
    await endSupportSessions(tx, { id: support.id, how })
    await recordEnd(tx, support.id, how, about)
    return how
  })
  if (how !== undefined) await closeVisit(database, { ...support }, how, about)
}

/** Ends the support session and the person's session of the vendor's tenant, as a sign-out does. */
export async function signOutOfSupport(
  database: Database,
  { tenantId, support }: SupportCredential,
  about: AboutEnd,
): Promise<void> {
  const [ended] = await tenantScope(database, tenantId).transaction(async (tx) => {
    const some = await endSupportSessions(tx, { id: support.id, how: 'left' })
    for (const { id } of some) await recordEnd(tx, id, 'left', about)
    return some
  })
  if (ended !== undefined) await closeVisit(database, ended, 'left', about)
}

/** In the vendor's tenant: notes the end, and ends the person's session there, whose token was never given out. */
export async function closeVisit(
  database: Database,
  ended: EndedSupport,
  how: SupportEnd,
  about: AboutEnd,
): Promise<void> {
  await tenantScope(database, ended.vendorTenantId).transaction(async (tx) => {
    await noteVisitEnd(tx, ended.id, how)
    await recordEnd(tx, ended.id, how, about)
    await tx.db
      .updateTable('sessions')
      .set({ ended_at: sql<Date>`now()` })
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', ended.vendorSessionId)
      .where('ended_at', 'is', null)
      .execute()
  })
}

export async function noteVisitEnd(tx: TenantTransaction, id: string, how: SupportEnd): Promise<void> {
  await tx.db
    .updateTable('support_visits')
    .set({ ended_at: sql<Date>`now()`, end_reason: how })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** The use of a support session is one of the vendor's session too: both end when they are idle. */
export async function noteSupportUse(database: Database, { tenantId, support }: SupportCredential): Promise<void> {
  const now = sql<Date>`now()`
  await visitorScope(database, tenantId).transaction(({ db }) =>
    db
      .updateTable('support_sessions')
      .set({ last_used_at: now })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', support.id)
      .where('ended_at', 'is', null)
      .execute(),
  )
  await visitorScope(database, support.vendorTenantId).transaction(({ db }) =>
    db
      .updateTable('sessions')
      .set({ last_used_at: now })
      .where('tenant_id', '=', support.vendorTenantId)
      .where('id', '=', support.vendorSessionId)
      .where('ended_at', 'is', null)
      .execute(),
  )
}

/** One request of the transcript, which both tenants keep. */
export type SupportRequest = {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly requestId: string
  readonly nowMs: number
}

export async function recordSupportRequest(
  database: Database,
  { tenantId, support }: SupportCredential,
  { nowMs, requestId, ...request }: SupportRequest,
): Promise<void> {
  const row = { ...request, session_id: support.id, id: uuidv7(nowMs), request_id: requestId }
  for (const tenant_id of [tenantId, support.vendorTenantId])
    await visitorScope(database, tenant_id).transaction(({ db }) =>
      db
        .insertInto('support_requests')
        .values({ ...row, tenant_id })
        .execute(),
    )
}

/** Whether support session `s` still runs in tenant `t`. */
export const supportRuns = sql<SqlBool>`(s.ended_at is null and s.expires_at > now()
  and s.last_used_at + make_interval(secs => t.idle_secs) > now() and t.allow_pros_access and not t.deactivated
  and exists (select from portico_find_supporter(s.vendor_tenant_id, s.vendor_session_id) p
               where p.user_id = s.vendor_user_id))`
