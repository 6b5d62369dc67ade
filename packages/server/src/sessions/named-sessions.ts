import { sql } from 'kysely'

import type { TenantTransaction } from '../database/tenant-scope.ts'

/** Whose sessions ended, and how many. */
export type EndedSessions = { readonly id: string; readonly name: string; readonly sessions: number }

/**
 * Ends the sessions of a provider that a logout token names: the one with its session id, all of its subject, or the
 * one that has both. What the command line began in their name ends too: it stems from the same moment of the same
 * person's sign-in (a grant keeps that moment in milliseconds). The named session itself may be over already: the row
 * stays for longer than what began in its name.
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
  const { rows } = await sql<EndedSessions>`
    with named as (
      select s.id_hash, s.user_id, s.authenticated_at from sessions s
       where s.tenant_id = ${tx.tenantId} and s.identity_provider_id = ${providerId}
         and (${session}::text is not null or ${subjectHash}::bytea is not null)
         and (${session}::text is null or s.provider_session = ${session})
         and (${subjectHash}::bytea is null or s.provider_subject_hash = ${subjectHash})),
    grants as (
      update cli_grants g set used_at = now() from named n
       where g.tenant_id = ${tx.tenantId} and g.identity_provider_id = ${providerId} and g.used_at is null
         and g.user_id = n.user_id
         and g.authenticated_at between n.authenticated_at - interval '1 ms' and n.authenticated_at + interval '1 ms'),
    ended as (
      update sessions s set ended_at = now() from named n
       where s.tenant_id = ${tx.tenantId} and s.identity_provider_id = ${providerId} and s.ended_at is null
         and (s.id_hash = n.id_hash
              or (s.kind = 'cli' and s.user_id = n.user_id
                  and s.authenticated_at between n.authenticated_at - interval '1 ms'
                                             and n.authenticated_at + interval '1 ms'))
      returning s.id_hash, s.user_id)
    select u.id, u.name, count(distinct e.id_hash)::int as sessions
      from ended e join users u on u.tenant_id = ${tx.tenantId} and u.id = e.user_id
     group by u.id, u.name`.execute(tx.db)
  return rows
}
