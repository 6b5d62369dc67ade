import type { SearchMatch, SeenGroup } from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'

import { securityAdminLabel } from '../../access/grants/grants.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Place } from '../../kit/lists/cursor.ts'
import { pageOf, walkOf } from '../../kit/lists/keyset.ts'
import { searchCondition } from '../../kit/lists/search.ts'
import { hasOlder, mappings } from './queries.ts'

export type GroupFilter = {
  readonly providerId: string
  readonly search?: string | undefined
  readonly match?: SearchMatch | undefined
}

export type GroupPage = {
  readonly groups: readonly SeenGroup[]
  readonly next: string | null
  readonly previous: string | null
}

/** Characters of a name that order it (sort_text): with more, a cursor would be longer than an address may be. */
const sortTextMax = 200
const sortText = sql<string>`groups.sort_text`

export const isGroupPlace = (key: string): boolean => key.length <= sortTextMax * 2

/** One page of a provider's groups by name. The details of groups are looked up only for those of the page. */
export async function groupPage(
  tx: TenantTransaction,
  filter: GroupFilter,
  { isDescending, place, limit }: Page,
): Promise<GroupPage> {
  const walk = walkOf({ key: sortText, id: sql`groups.id`, cast: sql`text` }, place, isDescending)
  const found = await inOrder(tx, filter, walk, limit).execute()
  const { rows, ...cursors } = pageOf(found, { limit, place, sort: 'name', isBackward: walk.isBackward })
  return { groups: await seen(tx, rows), ...cursors }
}

type Page = { readonly isDescending: boolean; readonly place: Place | undefined; readonly limit: number }
type Order = Pick<ReturnType<typeof walkOf>, 'where' | 'direction'>

/** Matching rows of a page, and one more. */
export function inOrder(tx: TenantTransaction, filter: GroupFilter, { where, direction }: Order, limit: number) {
  return matching(tx, filter)
    .select(['groups.id', sortText.as('sortText')])
    .where(where)
    .orderBy(sql`${sortText} ${direction}`)
    .orderBy(sql`groups.id ${direction}`)
    .limit(limit + 1)
}

/** All matching rows, for the total. */
export function everyGroup(tx: TenantTransaction, filter: GroupFilter): RawBuilder<unknown> {
  return sql`${matching(tx, filter).select(sql`1`.as('one'))}`
}

function matching(tx: TenantTransaction, { providerId, search = '', match = 'contains' }: GroupFilter) {
  const condition = searchCondition({ name: sql`groups.folded_text`, urn: sql<string>`groups.id::text` }, search, match)
  const query = tx.db
    .selectFrom('groups')
    .where('groups.tenant_id', '=', tx.tenantId)
    .where('groups.identity_provider_id', '=', providerId)
    .where((where) => where.not(hasOlder))
  return condition === undefined ? query : query.where(condition)
}

/** In the order of the ids. What administers the portal comes first among the mappings. */
async function seen(tx: TenantTransaction, page: readonly { readonly id: string }[]): Promise<SeenGroup[]> {
  if (page.length === 0) return []
  const ids = page.map(({ id }) => id)
  const { rows } = await sql<Omit<SeenGroup, 'lastSeenAt'> & { lastSeenAt: Date | null }>`
    select g.id, g.name, g.claim, g.last_seen_at as "lastSeenAt",
           array(select m.name from (${mappings(tx)}) m where m.group_id = g.id
                  order by m.name <> ${securityAdminLabel}, m.name) as "mappedTo"
      from unnest(${ids}::uuid[]) with ordinality as i (id, place)
      join groups g on g.tenant_id = ${tx.tenantId} and g.id = i.id
     order by i.place`.execute(tx.db)
  return rows.map((row) => ({ ...row, lastSeenAt: row.lastSeenAt?.toISOString() ?? null }))
}
