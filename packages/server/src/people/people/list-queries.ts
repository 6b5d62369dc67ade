import { searchWords, totalMax, type personStates, type SearchMatch } from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'

import { customPlan } from '../../kit/database/statement-name.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { placeOf, type Place } from '../../kit/lists/cursor.ts'
import { begunMax, searchInOrder, frequentMin, type Found } from '../../kit/lists/search-in-order.ts'
import { pageOf, walkOf, type Walk } from '../../kit/lists/keyset.ts'
import { candidatesMax, indexedWords, searchCondition } from '../../kit/lists/search.ts'
import { countUpTo } from '../../kit/lists/total.ts'
import { modelOf, personRows, type PersonRow } from './queries.ts'

export type PersonFilter = {
  readonly search?: string | undefined
  readonly match?: SearchMatch | undefined
  readonly identityProviderId?: string | undefined
  readonly state?: (typeof personStates)[number] | undefined
}

export type PersonPage = {
  readonly people: readonly PersonRow[]
  readonly next: string | null
  readonly previous: string | null
}

export function personPlace(cursor: string | undefined): Place | undefined {
  return placeOf(cursor, 'name', (key) => key.length <= 400)
}

/** Which people a list holds, whatever its page. */
export type PeopleWanted = PersonFilter & {
  /** Only people of enabled providers. */
  readonly providerEnabled?: boolean
  /** Only people with one of these groups. */
  readonly memberOf?: readonly string[] | undefined
}

/** The same where few people can match: only these are compared. */
type Narrowed = PeopleWanted & { readonly candidates: readonly string[] | RawBuilder<unknown> | null }

/** More members than this are not fetched one by one. */
const membersMax = 2_000

/**
 * Looks the words of a search up in the index users_parts, and members in user_groups_members. Words that are shorter than the index
 * holds, or that may be part of an id, are left to the comparison that follows.
 */
async function narrowed(tx: TenantTransaction, wanted: PeopleWanted) {
  const found = await peopleWithWords(tx, wanted)
  if (wanted.memberOf === undefined) return { ...wanted, candidates: found }
  const members = await someMembers(tx, wanted.memberOf)
  if (members.length > membersMax) return { ...wanted, candidates: found }
  const ids = new Set(members)
  return { ...wanted, memberOf: undefined, candidates: found?.filter((id) => ids.has(id)) ?? [...ids] }
}

/** The ids of people who may match a search; null where they are many, or the index cannot tell. */
export async function peopleWithWords(tx: TenantTransaction, filter: PersonFilter): Promise<readonly string[] | null> {
  const words = indexedWords(filter)
  if (words.length === 0) return null
  const { rows } = await sql<{ ids: string[] | null }>`
    select portico_person_candidates(${words}::text[], ${candidatesMax}) as ids`.execute(tx.db)
  return rows[0]?.ids ?? null
}

async function someMembers(tx: TenantTransaction, groups: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ user_id: string }>`${membersUpTo(tx, groups)}`.execute(tx.db)
  return rows.map((row) => row.user_id)
}

function membersUpTo(tx: TenantTransaction, groups: readonly string[]): RawBuilder<unknown> {
  return sql`
    select ${customPlan} user_id from user_groups where tenant_id = ${tx.tenantId} and group_id = any (${groups}::uuid[])
     limit ${sql.lit(membersMax + 1)}`
}

/** One page by name. Which people are on it is read only from an index; then their rows are read from the table. */
export async function personPage(tx: TenantTransaction, wanted: PeopleWanted, page: PageAsked): Promise<PersonPage> {
  const { ids, ...cursors } = await personIds(tx, wanted, page)
  return { people: await peopleOf(tx, ids), ...cursors }
}

type PageAsked = { readonly isDescending: boolean; readonly place: Place | undefined; readonly limit: number }

export async function personIds(
  tx: TenantTransaction,
  wanted: PeopleWanted,
  { isDescending, place, limit }: PageAsked,
): Promise<{ readonly ids: readonly string[]; readonly next: string | null; readonly previous: string | null }> {
  const walk = walkOf({ key: sql`x.sort_key`, id: sql`x.id`, cast: sql`text` }, place, isDescending)
  const isNarrow = wanted.memberOf !== undefined || searchWords(wanted.search ?? '').length > 0
  const asked: WalkAsked = { walk, most: limit + 1, members: 'each' }
  const found = await (isNarrow ? narrowPage(tx, wanted, asked) : walked(tx, wanted, asked))
  const { rows, ...cursors } = pageOf(found, { limit, place, sort: 'name', isBackward: walk.isBackward })
  return { ids: rows.map(({ id }) => id), ...cursors }
}

async function narrowPage(
  tx: TenantTransaction,
  wanted: PeopleWanted,
  { walk, most }: WalkAsked,
): Promise<readonly Found[]> {
  const found = await searchInOrder(tx, {
    inOrder: sql`${inOrder(tx, wanted, walk)}`,
    matches: conditions(tx, wanted, 'each'),
    candidates: candidatesOf(tx, wanted),
    among: (ids) => sql`${people(tx, { ...wanted, candidates: ids }).select(columns)}`,
    walk,
    most,
  })
  if (found !== 'frequent' && found !== 'rare') return found
  // Where names that few have are compared first, the groups of these few are looked up.
  const isByName = found === 'frequent' && searchWords(wanted.search ?? '').length > 0
  return walked(tx, wanted, { walk, most, members: isByName ? 'each' : 'hashed' })
}

/** The ids of the people who have the words of a search, or else of the members of the groups; null where these are many. */
function candidatesOf(tx: TenantTransaction, wanted: PeopleWanted): RawBuilder<unknown> {
  const words = indexedWords(wanted)
  const { memberOf } = wanted
  const sources = [
    ...(words.length === 0 ? [] : [sql`portico_person_candidates(${words}::text[], ${candidatesMax})`]),
    ...(memberOf === undefined
      ? []
      : [
          sql`(select case when count(*) <= ${sql.lit(membersMax)} then array_agg(distinct m.user_id) end
                from (${membersUpTo(tx, memberOf)}) m)`,
        ]),
  ]
  return sources.length === 0 ? sql`null::uuid[]` : sql`coalesce(${sql.join(sources)})`
}

type WalkAsked = { readonly walk: Walk; readonly most: number; readonly members: 'each' | 'hashed' }

async function walked(
  tx: TenantTransaction,
  wanted: PeopleWanted,
  { walk, most, members }: WalkAsked,
): Promise<Found[]> {
  return inOrder(tx, wanted, walk)
    .where(conditions(tx, wanted, members))
    .clearSelect()
    .select(['x.id', 'x.sort_key as sortText'])
    .limit(most)
    .execute()
}

const columns = ['x.id', 'x.sort_key', 'x.folded_text', 'x.identity_provider_id'] as const

function inOrder(tx: TenantTransaction, wanted: PeopleWanted, walk: Walk) {
  return people(tx, { ...wanted, candidates: null })
    .select(columns)
    .where(walk.where)
    .orderBy(sql`x.sort_key ${walk.direction}`)
    .orderBy(sql`x.id ${walk.direction}`)
}

/** In the order of the page. People who were deleted in the meantime are left out. */
async function peopleOf(tx: TenantTransaction, ids: readonly string[]): Promise<PersonRow[]> {
  if (ids.length === 0) return []
  const found = await personRows(tx)
    .where(sql<boolean>`u.id = any (${ids}::uuid[])`)
    .execute()
  const byId = new Map(found.map((row) => [row.id, modelOf(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * All matching rows, for the total. Where groups have many members and only `totalMax` are counted, those are looked for among the members
 * that were read first.
 */
export async function everyPerson(
  tx: TenantTransaction,
  wanted: PeopleWanted,
  isExact: boolean,
): Promise<RawBuilder<unknown>> {
  const filter = (await isFrequent(tx, wanted)) ? { ...wanted, candidates: null } : await narrowed(tx, wanted)
  const all = countable(tx, filter)
  if (isExact || filter.memberOf === undefined || filter.candidates !== null) return all
  const members = new Set(await someMembers(tx, filter.memberOf))
  const some = countable(tx, { ...filter, memberOf: undefined, candidates: [...members] })
  return (await countUpTo(tx, some, totalMax)) === totalMax ? some : all
}

/** Whether a search matches too many people for the index to be faster than comparing them. */
async function isFrequent(tx: TenantTransaction, { search, match }: PeopleWanted): Promise<boolean> {
  if (searchWords(search ?? '').length === 0) return false
  const first = people(tx, { candidates: null }).select(['x.id', 'x.folded_text']).limit(begunMax)
  const rows = sql`select from (${first}) x where ${conditions(tx, { search, match }, 'each')}`
  return (await countUpTo(tx, rows, frequentMin)) === frequentMin
}

const countable = (tx: TenantTransaction, filter: Narrowed) =>
  sql`${people(tx, filter)
    .where(conditions(tx, filter, 'all'))
    .select(sql`1`.as('one'))}`

/** People of a tenant, before what is compared with each of them. */
function people(tx: TenantTransaction, { identityProviderId, state, candidates }: Narrowed) {
  return tx.db
    .selectFrom((from) =>
      from
        .selectFrom('users as p')
        .select(['p.id', 'p.sort_key', 'p.folded_text', 'p.identity_provider_id', 'p.active'])
        .where('p.tenant_id', '=', tx.tenantId)
        // A literal, so that the planner can use the index of those who were deactivated.
        .$if(state === 'deactivated', (few) => few.where(sql<boolean>`not p.active`))
        .$if(state === 'active', (most) =>
          most.where(sql<boolean>`p.active and not p.id = any (array(
            select f.id from users f
             where f.tenant_id = ${tx.tenantId} and f.username_foreign_since is not null and f.active))`),
        )
        .$if(state === 'foreign-username', (few) => few.where('p.username_foreign_since', 'is not', null))
        .$if(identityProviderId !== undefined, (some) =>
          some.where('p.identity_provider_id', '=', identityProviderId ?? ''),
        )
        // `offset` keeps the planner from walking the list in its order and looking each row up among the candidates.
        .$if(candidates !== null, (few) =>
          few.where(sql<boolean>`p.id = any (${candidates}::uuid[])`).offset(sql<number>`0`),
        )
        .as('x'),
    )
    .modifyFront(customPlan)
}

/**
 * What is compared with each person. `members`: whether the groups of each person are looked up, or all members of the groups are
 * read at once, for a walk (`hashed`: the planner makes no join of it) or for all people. `offset` keeps the planner from looking for the person
 * in each group instead.
 */
function conditions(
  tx: TenantTransaction,
  wanted: PeopleWanted,
  members: 'each' | 'hashed' | 'all',
): RawBuilder<boolean> {
  const { search = '', match = 'contains', providerEnabled, memberOf } = wanted
  const found = searchCondition({ name: sql`x.folded_text`, urn: sql<string>`x.id::text` }, search, match)
  const provided = sql`x.identity_provider_id = any (array(
    select id from identity_providers where tenant_id = ${tx.tenantId} and enabled))`
  const isAmong = sql`x.id in (
    select user_id from user_groups where tenant_id = ${tx.tenantId} and group_id = any (${memberOf}::uuid[]))`
  const isMember = {
    each: sql`exists (
      select from (select group_id from user_groups where tenant_id = ${tx.tenantId} and user_id = x.id offset 0) g
       where g.group_id = any (${memberOf}::uuid[]))`,
    hashed: sql`(${isAmong}) is true`,
    all: isAmong,
  }[members]
  const all = [
    ...(found === undefined ? [] : [found]),
    ...(providerEnabled === true ? [provided] : []),
    ...(memberOf === undefined ? [] : [isMember]),
  ]
  return all.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(all, sql` and `)})`
}
