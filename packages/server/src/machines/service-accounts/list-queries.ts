import { isIdWord, searchWords, type SearchMatch, type serviceAccountSorts } from '@portico/core/contract'
import { sql } from 'kysely'

import { customPlan } from '../../kit/database/statement-name.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { urn } from '../../kit/identifiers.ts'
import { placeOf, type Place } from '../../kit/lists/cursor.ts'
import { pageOf, walkOf } from '../../kit/lists/keyset.ts'
import { candidatesMax, partLength, searchCondition } from '../../kit/lists/search.ts'
import { isTimeKey, timeKey } from '../../kit/lists/time-key.ts'
import { accountRows, modelOf, type AccountRow } from './queries.ts'

export type AccountSort = (typeof serviceAccountSorts)[number]

export type AccountFilter = {
  readonly search?: string | undefined
  readonly match?: SearchMatch | undefined
  /** Accounts whose name orders like this one. */
  readonly name?: string | undefined
}

export type AccountOrder = { readonly sort: AccountSort; readonly isDescending: boolean }

export type AccountPage = {
  readonly accounts: readonly AccountRow[]
  readonly next: string | null
  readonly previous: string | null
}

const columns = {
  name: { key: sql`a.sort_key`, text: sql<string>`a.sort_key`, cast: sql`text` },
  updatedAt: { key: sql`a.updated_at`, text: timeKey(sql`a.updated_at`), cast: sql`timestamptz` },
} as const

/** `name`, `-updatedAt`: a field, with a minus for the other way round. */
export function orderOf(sort: `${'' | '-'}${AccountSort}` | undefined): AccountOrder {
  if (sort === undefined) return { sort: 'name', isDescending: false }
  const isDescending = sort.startsWith('-')
  return { sort: (isDescending ? sort.slice(1) : sort) as AccountSort, isDescending }
}

export function accountPlace(cursor: string | undefined, { sort }: AccountOrder): Place | undefined {
  return placeOf(cursor, sort, sort === 'name' ? (key) => key.length <= 400 : isTimeKey)
}

/** A filter whose search has been looked up: where few accounts can match, their ids. */
export type LookedUp = AccountFilter & { readonly candidates: readonly string[] | null }

/**
 * Looks the words of a search up in the index of parts. Words that are shorter than it holds, or that may be
 * part of an id, are left to the comparison that follows.
 */
export async function lookUp(tx: TenantTransaction, environmentId: string, filter: AccountFilter): Promise<LookedUp> {
  const { search = '', match = 'contains' } = filter
  const words = searchWords(search).filter((word) => [...word].length >= partLength && !isIdWord(word))
  if (match !== 'contains' || words.length === 0) return { ...filter, candidates: null }
  const { rows } = await sql<{ ids: string[] | null }>`
    select portico_service_account_candidates(${environmentId}, ${words}::text[], ${candidatesMax}) as ids`.execute(
    tx.db,
  )
  return { ...filter, candidates: rows[0]?.ids ?? null }
}

/**
 * One page of an environment. Which accounts are on it is read only from an index (service_accounts_by_name), also by a search
 * for what many have in their names; only their rows are read from the table.
 */
export async function accountPage(
  tx: TenantTransaction,
  environmentId: string,
  filter: LookedUp,
  page: { readonly order: AccountOrder; readonly place: Place | undefined; readonly limit: number },
): Promise<AccountPage> {
  const { order, place, limit } = page
  const { key, text, cast } = columns[order.sort]
  const walk = walkOf({ key, id: sql`a.id`, cast }, place, order.isDescending)
  const found = await matching(tx, environmentId, filter, await tenantSlug(tx))
    .select(['a.id', text.as('sortText')])
    .where(walk.where)
    .orderBy(sql`${key} ${walk.direction}`)
    .orderBy(sql`a.id ${walk.direction}`)
    .limit(limit + 1)
    .execute()
  const { rows, ...cursors } = pageOf(found, { limit, place, sort: order.sort, isBackward: walk.isBackward })
  return {
    accounts: await accountsOf(
      tx,
      rows.map(({ id }) => id),
    ),
    ...cursors,
  }
}

/** In the order of the ids. Accounts that were deleted in the meantime are left out. */
async function accountsOf(tx: TenantTransaction, ids: readonly string[]): Promise<AccountRow[]> {
  if (ids.length === 0) return []
  const found = await accountRows(tx)
    .where(sql<boolean>`a.id = any (${ids}::uuid[])`)
    .execute()
  const byId = new Map(found.map((row) => [row.id, modelOf(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** All matching rows, for the total. */
export async function everyAccount(tx: TenantTransaction, environmentId: string, filter: LookedUp) {
  return sql`${matching(tx, environmentId, filter, await tenantSlug(tx)).select(sql`1`.as('one'))}`
}

function matching(tx: TenantTransaction, environmentId: string, filter: LookedUp, slug: string) {
  const { search = '', match = 'contains', name, candidates } = filter
  let query = tx.db
    .selectFrom((from) =>
      from
        .selectFrom('service_accounts as s')
        .select(['s.id', 's.environment_id', 's.sort_key', 's.folded_name', 's.updated_at'])
        .where('s.tenant_id', '=', tx.tenantId)
        // `offset` keeps the planner from walking the list in its order and looking each row up among the candidates.
        .$if(candidates !== null, (few) =>
          few.where(sql<boolean>`s.id = any (${candidates}::uuid[])`).offset(sql<number>`0`),
        )
        .as('a'),
    )
    .where('a.environment_id', '=', environmentId)
    .modifyFront(customPlan)
  const urnText = sql<string>`(${urn(slug, 'service-account', '')}::text || a.id::text)`
  const condition = searchCondition({ name: sql`a.folded_name`, urn: urnText }, search, match)
  if (condition !== undefined) query = query.where(condition)
  if (name !== undefined) query = query.where(sql<boolean>`a.sort_key = portico_sort_key(portico_folded(${name}))`)
  return query
}

async function tenantSlug(tx: TenantTransaction): Promise<string> {
  const row = await tx.db.selectFrom('tenants').select('slug').where('tenant_id', '=', tx.tenantId).executeTakeFirst()
  return row?.slug ?? ''
}
