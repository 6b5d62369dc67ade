import { isIdWord, searchWords, totalMax, type personStates, type SearchMatch } from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'

import { customPlan } from '../database/statement-name.ts'
import type { TenantTransaction } from '../database/tenant-scope.ts'
import { placeOf, type Place } from '../lists/cursor.ts'
import { pageOf, walkOf, type Walk } from '../lists/keyset.ts'
import { candidatesMax, partLength, searchCondition } from '../lists/search.ts'
import { countUpTo } from '../lists/total.ts'
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
type Narrowed = PeopleWanted & { readonly candidates: readonly string[] | null }

/** More members than this are not fetched one by one. */
const membersMax = 2_000

/**
 * Looks the words of a search up in the index of migration 0045, and members in that of 0048. Words that are shorter than the index
 * holds, or that may be part of an id, are left to the comparison that follows.
 */
async function narrowed(tx: TenantTransaction, wanted: PeopleWanted): Promise<Narrowed> {
  const found = await peopleWithWords(tx, wanted)
  if (wanted.memberOf === undefined) return { ...wanted, candidates: found }
  const members = await someMembers(tx, wanted.memberOf)
  if (members.length > membersMax) return { ...wanted, candidates: found }
  const ids = new Set(members)
  return { ...wanted, memberOf: undefined, candidates: found?.filter((id) => ids.has(id)) ?? [...ids] }
}

/** The ids of people who may match a search; null where they are many, or the index cannot tell. */
export async function peopleWithWords(
  tx: TenantTransaction,
  { search = '', match = 'contains' }: PersonFilter,
): Promise<readonly string[] | null> {
  const words = searchWords(search).filter((word) => [...word].length >= partLength && !isIdWord(word))
  if (match !== 'contains' || words.length === 0) return null
  const { rows } = await sql<{ ids: string[] | null }>`
    select portico_person_candidates(${words}::text[], ${candidatesMax}) as ids`.execute(tx.db)
  return rows[0]?.ids ?? null
}

async function someMembers(tx: TenantTransaction, groups: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select ${customPlan} user_id from user_groups where tenant_id = ${tx.tenantId} and group_id = any (${groups}::uuid[])
     limit ${sql.lit(membersMax + 1)}`.execute(tx.db)
  return rows.map((row) => row.user_id)
}

/** One page by name. Which people are on it is read only from an index; then their rows are read from the table. */
export async function personPage(tx: TenantTransaction, wanted: PeopleWanted, page: PageAsked): Promise<PersonPage> {
  const { ids, ...cursors } = await personIds(tx, wanted, page)
  return { people: await peopleOf(tx, ids), ...cursors }
}

type PageAsked = { readonly isDescending: boolean; readonly place: Place | undefined; readonly limit: number }
type Found = { readonly id: string; readonly sortText: string }

/** People at the beginning of a walk who are compared before an index is asked who matches. */
export const begunMax = 1_000
/** With this many matches among them, a page is filled by walking on. */
const frequentMin = 10

export async function personIds(
  tx: TenantTransaction,
  wanted: PeopleWanted,
  { isDescending, place, limit }: PageAsked,
): Promise<{ readonly ids: readonly string[]; readonly next: string | null; readonly previous: string | null }> {
  const walk = walkOf({ key: sql`u.sort_key`, id: sql`u.id`, cast: sql`text` }, place, isDescending)
  const isNarrow = wanted.memberOf !== undefined || searchWords(wanted.search ?? '').length > 0
  const found = await (isNarrow ? narrowPage(tx, wanted, walk, limit + 1) : walked(tx, wanted, walk, limit + 1))
  const { rows, ...cursors } = pageOf(found, { limit, place, sort: 'name', isBackward: walk.isBackward })
  return { ids: rows.map(({ id }) => id), ...cursors }
}

/**
 * A frequent match is found early in a walk, whatever the size of the tenant: an index would read every entry for it. A rare match
 * is found in an index.
 */
async function narrowPage(tx: TenantTransaction, wanted: PeopleWanted, walk: Walk, most: number): Promise<Found[]> {
  const begun = await beginning(tx, wanted, walk, most)
  if (begun.length === most || (await isShort(tx, wanted, walk))) return begun
  if (begun.length >= frequentMin) return walked(tx, wanted, walk, most)
  const filter = await narrowed(tx, wanted)
  return people(tx, filter)
    .where(conditions(tx, filter, 'all'))
    .select(['u.id', 'u.sort_key as sortText'])
    .where(walk.where)
    .orderBy(sql`u.sort_key ${walk.direction}`)
    .orderBy(sql`u.id ${walk.direction}`)
    .limit(most)
    .execute()
}

async function beginning(tx: TenantTransaction, wanted: PeopleWanted, walk: Walk, most: number): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select u.id, u.sort_key as "sortText" from (${inOrder(tx, wanted, walk).limit(begunMax)}) u
     where ${conditions(tx, wanted, 'each')}
     order by u.sort_key ${walk.direction}, u.id ${walk.direction} limit ${most}`.execute(tx.db)
  return rows
}

/** Whether a walk ends before `begunMax`. */
async function isShort(tx: TenantTransaction, wanted: PeopleWanted, walk: Walk): Promise<boolean> {
  return (await inOrder(tx, wanted, walk).limit(1).offset(begunMax).execute()).length === 0
}

async function walked(tx: TenantTransaction, wanted: PeopleWanted, walk: Walk, most: number): Promise<Found[]> {
  return inOrder(tx, wanted, walk)
    .where(conditions(tx, wanted, 'each'))
    .clearSelect()
    .select(['u.id', 'u.sort_key as sortText'])
    .limit(most)
    .execute()
}

function inOrder(tx: TenantTransaction, wanted: PeopleWanted, walk: Walk) {
  return people(tx, { ...wanted, candidates: null })
    .select(['u.id', 'u.sort_key', 'u.folded_text', 'u.identity_provider_id'])
    .where(walk.where)
    .orderBy(sql`u.sort_key ${walk.direction}`)
    .orderBy(sql`u.id ${walk.direction}`)
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

/** Whether so many people match a search that the index would take longer than comparing them. */
async function isFrequent(tx: TenantTransaction, { search, match }: PeopleWanted): Promise<boolean> {
  if (searchWords(search ?? '').length === 0) return false
  const first = people(tx, { candidates: null }).select(['u.id', 'u.folded_text']).limit(begunMax)
  const rows = sql`select from (${first}) u where ${conditions(tx, { search, match }, 'each')}`
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
        .as('u'),
    )
    .modifyFront(customPlan)
}

/**
 * What is compared with each person. `members`: whether the groups of each person are looked up, or all members of the groups are
 * read at once. `offset` keeps the planner from looking for the person in each group instead.
 */
function conditions(tx: TenantTransaction, wanted: PeopleWanted, members: 'each' | 'all'): RawBuilder<boolean> {
  const { search = '', match = 'contains', providerEnabled, memberOf } = wanted
  const found = searchCondition({ name: sql`u.folded_text`, urn: sql<string>`u.id::text` }, search, match)
  const provided = sql`u.identity_provider_id = any (array(
    select id from identity_providers where tenant_id = ${tx.tenantId} and enabled))`
  const isMember =
    members === 'each'
      ? sql`exists (
          select from (select group_id from user_groups where tenant_id = ${tx.tenantId} and user_id = u.id offset 0) g
           where g.group_id = any (${memberOf}::uuid[]))`
      : sql`u.id in (
          select user_id from user_groups where tenant_id = ${tx.tenantId} and group_id = any (${memberOf}::uuid[]))`
  const all = [
    ...(found === undefined ? [] : [found]),
    ...(providerEnabled === true ? [provided] : []),
    ...(memberOf === undefined ? [] : [isMember]),
  ]
  return all.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(all, sql` and `)})`
}
