import { sql, type SqlBool } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

/** The people whose sessions ended, and the number of sessions. */
export type EndedSessions = { readonly id: string; readonly name: string; readonly sessions: number }

/**
 * Ends the sessions of a provider that a logout token names: the one with its session id, all of its subject, or the
 * one that has both. What the command line began in their name ends too, by the id of the sign-in. The named session
 * itself may be over already: the row stays for longer than what began in its name.
 */
export async function endNamedSessions(
  tx: TenantTransaction,
  named: {
    readonly providerId: string
    readonly session: string | undefined
    readonly subjectHash: Buffer | undefined
  },
): Promise<EndedSessions[]> {
  const { providerId, session = null, subjectHash = null } = named
  const isNamed = sql<SqlBool>`s.tenant_id = ${tx.tenantId} and s.identity_provider_id = ${providerId}
    and (${session}::text is not null or ${subjectHash}::bytea is not null)
    and (${session}::text is null or s.provider_session = ${session})
    and (${subjectHash}::bytea is null or s.provider_subject_hash = ${subjectHash})`
  // So that nothing begins in their name at the same time (lock-order.ts); in the order of the ids, against deadlocks.
  await sql`
    select from users u
     where u.tenant_id = ${tx.tenantId} and u.id in (select s.user_id from sessions s where ${isNamed})
     order by u.id for update`.execute(tx.db)
  const { rows } = await sql<EndedSessions>`
    with named as (
      select s.id_hash, s.sign_in_id from sessions s where ${isNamed}),
    grants as (
      update cli_grants g set used_at = now() from named n
       where g.tenant_id = ${tx.tenantId} and g.sign_in_id = n.sign_in_id and g.used_at is null),
    ended as (
      update sessions s set ended_at = now() from named n
       where s.tenant_id = ${tx.tenantId} and s.sign_in_id = n.sign_in_id and s.ended_at is null
         and (s.id_hash = n.id_hash or s.kind = 'cli')
      returning s.id_hash, s.user_id)
    select u.id, u.name, count(distinct e.id_hash)::int as sessions
      from ended e join users u on u.tenant_id = ${tx.tenantId} and u.id = e.user_id
     group by u.id, u.name`.execute(tx.db)
  return rows
}

/** Ends all sessions of a provider permanently: enabling the provider again does not restore them. */
export async function endProviderSessions(tx: TenantTransaction, id: string): Promise<void> {
  await tx.db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()` })
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
  await tx.db
    .deleteFrom('cli_grants')
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', id)
    .execute()
}

/**
 * Ends all sessions of a person, and what the command line could still exchange for one. The caller holds the person's row,
 * so that none begins at the same time. Returns how many sessions had not ended by themselves.
 */
export function endSessionsOfPerson(tx: TenantTransaction, userId: string): Promise<number> {
  return endSessionsOfPeople(tx, [userId])
}

/** The same for several people. */
export async function endSessionsOfPeople(tx: TenantTransaction, userIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with grants as (
      update cli_grants set used_at = now()
       where tenant_id = ${tx.tenantId} and user_id = any (${userIds}::uuid[]) and used_at is null),
    ended as (
      update sessions set ended_at = now()
       where tenant_id = ${tx.tenantId} and user_id = any (${userIds}::uuid[]) and ended_at is null
      returning expires_at > now() and last_used_at + make_interval(secs => idle_secs) > now() as was_active)
    select count(*) filter (where was_active)::int as count from ended`.execute(tx.db)
  return rows[0]?.count ?? 0
}
