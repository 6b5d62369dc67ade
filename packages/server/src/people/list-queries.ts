import { isIdWord, searchWords, type personStates, type SearchMatch } from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'

import { customPlan } from '../database/statement-name.ts'
import type { TenantTransaction } from '../database/tenant-scope.ts'
import { placeOf, type Place } from '../lists/cursor.ts'
import { pageOf, walkOf } from '../lists/keyset.ts'
import { candidatesMax, partLength, searchCondition } from '../lists/search.ts'
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

/** A filter whose search has been looked up: where few people can match, their ids. */
export type LookedUp = PersonFilter & {
  readonly candidates: readonly string[] | null
  /** Only people of enabled providers. */
  readonly providerEnabled?: boolean
  /** Only people with one of these groups. */
  readonly memberOf?: readonly string[] | undefined
}

/**
 * Looks the words of a search up in the index of migration 0045. Words that are shorter than it holds, or that may be
 * part of an id, are left to the comparison that follows.
 */
export async function lookUp(tx: TenantTransaction, filter: PersonFilter): Promise<LookedUp> {
  const { search = '', match = 'contains' } = filter
  const words = searchWords(search).filter((word) => [...word].length >= partLength && !isIdWord(word))
  if (match !== 'contains' || words.length === 0) return { ...filter, candidates: null }
  const { rows } = await sql<{ ids: string[] | null }>`
    select portico_person_candidates(${words}::text[], ${candidatesMax}) as ids`.execute(tx.db)
  return { ...filter, candidates: rows[0]?.ids ?? null }
}

/** One page by name. Which people are on it is read from an index alone; only their rows are read from the table. */
export async function personPage(tx: TenantTransaction, filter: LookedUp, page: PageAsked): Promise<PersonPage> {
  const { ids, ...cursors } = await personIds(tx, filter, page)
  return { people: await peopleOf(tx, ids), ...cursors }
}

type PageAsked = { readonly isDescending: boolean; readonly place: Place | undefined; readonly limit: number }

export async function personIds(
  tx: TenantTransaction,
  filter: LookedUp,
  { isDescending, place, limit }: PageAsked,
): Promise<{ readonly ids: readonly string[]; readonly next: string | null; readonly previous: string | null }> {
  const walk = walkOf({ key: sql`u.sort_key`, id: sql`u.id`, cast: sql`text` }, place, isDescending)
  const found = await matching(tx, filter)
    .select(['u.id', 'u.sort_key as sortText'])
    .where(walk.where)
    .orderBy(sql`u.sort_key ${walk.direction}`)
    .orderBy(sql`u.id ${walk.direction}`)
    .limit(limit + 1)
    .execute()
  const { rows, ...cursors } = pageOf(found, { limit, place, sort: 'name', isBackward: walk.isBackward })
  return { ids: rows.map(({ id }) => id), ...cursors }
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

/** All of them, to be counted. */
export function everyPerson(tx: TenantTransaction, filter: LookedUp): RawBuilder<unknown> {
  return sql`${matching(tx, filter).select(sql`1`.as('one'))}`
}

function matching(tx: TenantTransaction, filter: LookedUp) {
  const { search = '', match = 'contains', identityProviderId, state, candidates, providerEnabled, memberOf } = filter
  const query = tx.db
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
    .$if(providerEnabled === true, (some) =>
      some.where(sql<boolean>`u.identity_provider_id = any (array(
        select id from identity_providers where tenant_id = ${tx.tenantId} and enabled))`),
    )
    .$if(memberOf !== undefined, (some) =>
      some.where(sql<boolean>`u.id in (
        select user_id from user_groups where tenant_id = ${tx.tenantId} and group_id = any (${memberOf}::uuid[]))`),
    )
    .modifyFront(customPlan)
  const condition = searchCondition({ name: sql`u.folded_text`, urn: sql<string>`u.id::text` }, search, match)
  return condition === undefined ? query : query.where(condition)
}
