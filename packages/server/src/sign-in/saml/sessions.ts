import { sql } from 'kysely'

import type { TenantTransaction } from '../../database/tenant-scope.ts'

/** Whose sessions ended, and how many. */
export type EndedSessions = { readonly id: string; readonly name: string; readonly sessions: number }

/**
 * Ends the sessions of one person at one provider that a logout request names: those with one of its session indexes,
 * or all where it names none.
 */
export async function endNamedSessions(
  tx: TenantTransaction,
  named: { readonly providerId: string; readonly subjectHash: Buffer; readonly sessionIndexes: readonly string[] },
): Promise<EndedSessions[]> {
  const { rows } = await sql<{ id: string; name: string; sessions: number }>`
    with ended as (
      update sessions s set ended_at = now()
       where s.tenant_id = ${tx.tenantId} and s.identity_provider_id = ${named.providerId} and s.ended_at is null
         and s.provider_subject_hash = ${named.subjectHash}
         and (${named.sessionIndexes.length === 0} or s.provider_session = any (${[...named.sessionIndexes]}::text[]))
      returning s.user_id)
    select u.id, u.name, count(*)::int as sessions
      from ended e join users u on u.tenant_id = ${tx.tenantId} and u.id = e.user_id
     group by u.id, u.name`.execute(tx.db)
  return rows
}
