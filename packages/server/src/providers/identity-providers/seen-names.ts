import { sql } from 'kysely'

import { grantsOfGroups } from '../../access/grants/grants.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

const usernamesMax = 20
const groupsMax = 100
/** Sign-ins of the tenant that are looked at: a provider that is hardly used costs no more than another. */
const recordsMax = 2000

export type SeenGroup = { readonly name: string; readonly mapped: boolean }

/** Usernames as the provider wrote them, of the people who signed in last. */
export async function seenUsernames(tx: TenantTransaction, providerId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(u.username_received, u.username) as name from (${latestPeople(tx, providerId)}) l
      join users u on u.tenant_id = ${tx.tenantId} and u.id = l.user_id
     order by l.at desc`.execute(tx.db)
  return [...new Set(rows.map(({ name }) => name))]
}

/**
 * Groups as the provider wrote them: mapped ones first, then those of the people who signed in last. A group with an id of
 * a directory is shown by its name.
 */
export async function seenGroups(tx: TenantTransaction, providerId: string): Promise<SeenGroup[]> {
  const { rows } = await sql<SeenGroup>`
    with mapped as (
      select distinct m.group_id from (${grantsOfGroups(tx)}) m
    ), latest as (${latestPeople(tx, providerId)}), chosen as (
      select group_id, true as mapped from mapped
       union all
      select distinct ug.group_id, false from latest l
        join user_groups ug on ug.tenant_id = ${tx.tenantId} and ug.user_id = l.user_id
    )
    select case when g.claim ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then g.name else g.claim end as name,
           bool_or(c.mapped) as mapped
      from chosen c join groups g on g.tenant_id = ${tx.tenantId} and g.id = c.group_id
     where g.identity_provider_id = ${providerId}
     group by 1 order by 2 desc, 1 limit ${groupsMax}`.execute(tx.db)
  return rows
}

/** `user_id` and `at` of the last sign-ins, one for each person. */
function latestPeople(tx: TenantTransaction, providerId: string) {
  return sql`
    select r.user_id, max(r.started_at) as at from (
      select user_id, started_at, identity_provider_id from sign_in_records
       where tenant_id = ${tx.tenantId} order by started_at desc, id desc limit ${recordsMax}) r
     where r.identity_provider_id = ${providerId} and r.user_id is not null
     group by r.user_id order by 2 desc limit ${usernamesMax}`
}
