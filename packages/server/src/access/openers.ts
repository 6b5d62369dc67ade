import { accessGroupsMax, portalAppId, type Opener, type SearchMatch } from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'

import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { Place } from '../lists/cursor.ts'
import { pageOf, walkOf } from '../lists/keyset.ts'
import { searchCondition } from '../lists/search.ts'
import { grantsOfGroups } from './grants.ts'

export type OpenerFilter = {
  readonly environmentId: string
  readonly applicationId: string
  readonly search?: string | undefined
  readonly match?: SearchMatch | undefined
}

const sortText = sql<string>`u.sort_key`

/** One page of the people who can open an application, by name. */
export async function openerPage(
  tx: TenantTransaction,
  filter: OpenerFilter,
  page: { readonly isDescending: boolean; readonly place: Place | undefined; readonly limit: number },
): Promise<{ readonly people: Opener[]; readonly next: string | null; readonly previous: string | null }> {
  const { isDescending, place, limit } = page
  const walk = walkOf({ key: sortText, id: sql`u.id`, cast: sql`text` }, place, isDescending)
  const { rows: found } = await sql<{ id: string; sortText: string }>`
    select u.id, ${sortText} as "sortText" from ${openers(tx, filter)} and ${walk.where}
     order by ${sortText} ${walk.direction}, u.id ${walk.direction} limit ${limit + 1}`.execute(tx.db)
  const { rows, ...cursors } = pageOf(found, { limit, place, sort: 'name', isBackward: walk.isBackward })
  const ids = rows.map(({ id }) => id)
  return { people: await openersOf(tx, ids, filter), ...cursors }
}

export async function countOpeners(tx: TenantTransaction, filter: OpenerFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${openers(tx, filter)}`.execute(
    tx.db,
  )
  return rows[0]?.count ?? 0
}

/** `users u` of active people at enabled providers `p`, and a condition that others can be joined to with `and`. */
function openers(tx: TenantTransaction, filter: OpenerFilter): RawBuilder<unknown> {
  const { applicationId, search = '', match = 'contains' } = filter
  const condition =
    searchCondition({ name: sql<string>`u.folded_text`, urn: sql<string>`u.id::text` }, search, match) ?? sql`true`
  // The portal itself is open to everyone.
  const holders =
    applicationId === portalAppId
      ? sql``
      : sql`join (select distinct ug.user_id from (${openedHere(tx, filter)}) m
                    join user_groups ug on ug.tenant_id = ${tx.tenantId} and ug.group_id = m.group_id) h on h.user_id = u.id`
  return sql`users u join identity_providers p on p.tenant_id = u.tenant_id and p.id = u.identity_provider_id ${holders}
     where u.tenant_id = ${tx.tenantId} and u.active and p.enabled and ${condition}`
}

/** The grants that open the application. */
function openedHere(tx: TenantTransaction, { environmentId, applicationId }: OpenerFilter): RawBuilder<unknown> {
  return sql`
    select m.group_id, case when m.is_visible then m.label end as label from (${grantsOfGroups(tx)}) m
     where m.environment_id = ${environmentId} and m.application_id = ${applicationId}`
}

/** In the order of the ids, each with what opens the application. */
async function openersOf(tx: TenantTransaction, ids: readonly string[], filter: OpenerFilter): Promise<Opener[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Omit<Opener, 'groups'> & { groupNames: string[]; groupIds: string[] }>`
    select u.id, u.name, u.username, json_build_object('id', p.id, 'name', p.name) as "identityProvider",
           coalesce(h.roles, '{}') as roles, coalesce(cardinality(h.ids), 0) as "groupCount",
           coalesce(h.ids[1:${sql.lit(accessGroupsMax)}], '{}') as "groupIds",
           coalesce(h.names[1:${sql.lit(accessGroupsMax)}], '{}') as "groupNames"
      from unnest(${ids}::uuid[]) with ordinality as i (id, place)
      join users u on u.tenant_id = ${tx.tenantId} and u.id = i.id
      join identity_providers p on p.tenant_id = u.tenant_id and p.id = u.identity_provider_id
      left join lateral (
        select array_agg(distinct x.label) filter (where x.label is not null) as roles,
               array_agg(x.group_id order by x.group_id) filter (where x.place = 1) as ids,
               array_agg(x.name order by x.group_id) filter (where x.place = 1) as names
          from (select m.label, m.group_id, g.name, row_number() over (partition by m.group_id) as place
                  from user_groups ug
                  join (${openedHere(tx, filter)}) m on m.group_id = ug.group_id
                  join groups g on g.tenant_id = ug.tenant_id and g.id = ug.group_id
                 where ug.tenant_id = u.tenant_id and ug.user_id = u.id) x) h on true
     order by i.place`.execute(tx.db)
  return rows.map(({ groupIds, groupNames, ...row }) => ({
    ...row,
    groups: groupIds.map((id, at) => ({ id, name: groupNames[at] ?? '' })),
  }))
}
