import { accessGroupsMax, portalAppId, type Opener, type SearchMatch } from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Place } from '../../kit/lists/cursor.ts'
import { personIds, type PeopleWanted } from '../../people/people/list-queries.ts'
import { grantsOfGroups } from '../grants/grants.ts'

export type OpenerFilter = {
  readonly environmentId: string
  readonly applicationId: string
  readonly search?: string | undefined
  readonly match?: SearchMatch | undefined
}

/** The people who can open an application: active, of enabled providers, with a group that opens it. */
export async function openersMatching(tx: TenantTransaction, filter: OpenerFilter): Promise<PeopleWanted> {
  const { search, match } = filter
  const people = { search, match, state: 'active' as const, providerEnabled: true }
  // The portal itself is open to everyone.
  if (filter.applicationId === portalAppId) return people
  // By their ids, which the planner can count: it took a join with the mappings for a few rows, and looped over all members.
  const { rows: opening } = await sql<{ group_id: string }>`
    select distinct m.group_id from (${openedHere(tx, filter)}) m`.execute(tx.db)
  return { ...people, memberOf: opening.map((row) => row.group_id) }
}

/** One page of them, by name. */
export async function openerPage(
  tx: TenantTransaction,
  filter: OpenerFilter,
  people: PeopleWanted,
  page: { readonly isDescending: boolean; readonly place: Place | undefined; readonly limit: number },
): Promise<{ readonly people: Opener[]; readonly next: string | null; readonly previous: string | null }> {
  const { ids, ...cursors } = await personIds(tx, people, page)
  return { people: await openersOf(tx, ids, filter, people.memberOf), ...cursors }
}

/** The grants that open the application. */
function openedHere(tx: TenantTransaction, { environmentId, applicationId }: OpenerFilter): RawBuilder<unknown> {
  return sql`
    select m.group_id, case when m.is_visible then m.label end as label from (${grantsOfGroups(tx)}) m
     where m.environment_id = ${environmentId} and m.application_id = ${applicationId}`
}

/**
 * In the order of the ids, each with what opens the application. Only the groups of these people are looked up, of those that open it: a
 * join would read every mapping of the application.
 */
async function openersOf(
  tx: TenantTransaction,
  ids: readonly string[],
  filter: OpenerFilter,
  opening: readonly string[] | undefined,
): Promise<Opener[]> {
  if (ids.length === 0) return []
  const isOpening = opening === undefined ? sql`true` : sql`ug.group_id = any (${opening}::uuid[])`
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
                  from (select tenant_id, group_id from user_groups
                         where tenant_id = u.tenant_id and user_id = u.id offset 0) ug
                 cross join lateral (
                   select o.* from (${openedHere(tx, filter)}) o where o.group_id = ug.group_id offset 0) m
                  join groups g on g.tenant_id = ug.tenant_id and g.id = ug.group_id
                 where ${isOpening}) x) h on true
     order by i.place`.execute(tx.db)
  return rows.map(({ groupIds, groupNames, ...row }) => ({
    ...row,
    groups: groupIds.map((id, at) => ({ id, name: groupNames[at] ?? '' })),
  }))
}
