import { personSignInsMax } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { findRecordsById, type SignInRow } from '../../sign-in/records/queries.ts'
import type { OnePerson } from './queries.ts'

/**
 * The last attempts of a person, the newest first: their sign-ins, and what failed at their provider under their username,
 * as it is here or as the provider writes it. Each half reads as many rows of its index as are shown.
 */
export async function signInsOfPerson(tx: TenantTransaction, person: OnePerson): Promise<SignInRow[]> {
  const { id, username, usernameReceived, identityProvider } = person
  const { rows } = await sql<{ id: string }>`
    (select r.id, r.started_at from sign_in_records r
      where r.tenant_id = ${tx.tenantId} and r.user_id = ${id}
      order by r.started_at desc limit ${personSignInsMax})
    union
    (select r.id, r.started_at
       from unnest(${[...new Set([username, usernameReceived ?? username])]}::text[]) as n (username)
      cross join lateral (
        select f.id, f.started_at from sign_in_records f
         where f.tenant_id = ${tx.tenantId} and f.username = n.username and f.user_id is null
           and f.identity_provider_id = ${identityProvider.id}
         order by f.started_at desc limit ${personSignInsMax}) r)
    order by started_at desc, id desc limit ${personSignInsMax}`.execute(tx.db)
  return findRecordsById(
    tx,
    rows.map((row) => row.id),
  )
}

/** What the newest record of a completed sign-in says of the groups, before and after the transforms. */
export function recordedGroups(signIns: readonly SignInRow[]): {
  readonly received: string | null
  readonly groups: string | null
} {
  const last = signIns.find(
    ({ outcome, purpose, user }) => outcome === 'signed-in' && purpose !== 'test' && user !== null,
  )
  const evidence = last?.lines.findLast(({ check }) => check === 'groups')?.evidence ?? {}
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  const groups = text(evidence['groups'])
  return { received: text(evidence['received']) ?? text(evidence['came']) ?? groups, groups }
}
