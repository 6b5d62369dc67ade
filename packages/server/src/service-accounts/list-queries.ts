import type { SearchMatch, serviceAccountSorts } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../database/tenant-scope.ts'
import { urn } from '../identifiers.ts'
import { placeOf, type Place } from '../lists/cursor.ts'
import { pageOf, walkOf } from '../lists/keyset.ts'
import { searchCondition } from '../lists/search.ts'
import { accountColumns, modelOf, type AccountRow, type Row } from './queries.ts'

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
  // With its microseconds, which a Date does not hold, and the same in every time zone.
  updatedAt: {
    key: sql`a.updated_at`,
    text: sql<string>`to_char(a.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    cast: sql`timestamptz`,
  },
} as const

// There is no year 0 in PostgreSQL.
const isTime = (key: string) =>
  /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d)T[\d:]{8}\.\d{6}Z$/.test(key) && isDate(key)
const isDate = (text: string) => !Number.isNaN(Date.parse(text))

/** `name`, `-updatedAt`: a field, with a minus for the other way round. */
export function orderOf(sort: `${'' | '-'}${AccountSort}` | undefined): AccountOrder {
  if (sort === undefined) return { sort: 'name', isDescending: false }
  const isDescending = sort.startsWith('-')
  return { sort: (isDescending ? sort.slice(1) : sort) as AccountSort, isDescending }
}

export function accountPlace(cursor: string | undefined, { sort }: AccountOrder): Place | undefined {
  return placeOf(cursor, sort, sort === 'name' ? (key) => key.length <= 400 : isTime)
}

/**
 * One page of an environment. Which accounts are on it is read from an index alone (migration 0017), also by a search;
 * only their rows are read from the table.
 */
export async function accountPage(
  tx: TenantTransaction,
  environmentId: string,
  filter: AccountFilter,
  page: { readonly order: AccountOrder; readonly place: Place | undefined; readonly limit: number },
): Promise<AccountPage> {
  const { order, place, limit } = page
  const { key, text, cast } = columns[order.sort]
  const walk = walkOf({ key, id: sql`a.id`, cast }, place, order.isDescending)
  const ids = matching(tx, environmentId, filter, await tenantSlug(tx))
    .select(['a.id', text.as('sort_text')])
    .where(walk.where)
    .orderBy(sql`${key} ${walk.direction}`)
    .orderBy(sql`a.id ${walk.direction}`)
    .limit(limit + 1)
  const found = await tx.db
    .selectFrom(ids.as('p'))
    .innerJoin('service_accounts as a', 'a.id', 'p.id')
    .innerJoin('tenants as t', 't.tenant_id', 'a.tenant_id')
    .select([...accountColumns, 't.slug as tenant_slug', 'p.sort_text'])
    .where('a.tenant_id', '=', tx.tenantId)
    .orderBy(sql`${key} ${walk.direction}`)
    .orderBy(sql`a.id ${walk.direction}`)
    .execute()
  const rows = found.map((row) => ({ id: row.id, sortText: row.sort_text, row: row as Row }))
  const { rows: kept, ...cursors } = pageOf(rows, { limit, place, sort: order.sort, isBackward: walk.isBackward })
  return { accounts: kept.map(({ row }) => modelOf(row)), ...cursors }
}

export async function countAccounts(
  tx: TenantTransaction,
  environmentId: string,
  filter: AccountFilter,
): Promise<number> {
  const counted = matching(tx, environmentId, filter, await tenantSlug(tx)).select(sql<string>`count(*)`.as('count'))
  return Number((await counted.executeTakeFirstOrThrow()).count)
}

function matching(tx: TenantTransaction, environmentId: string, filter: AccountFilter, slug: string) {
  let query = tx.db
    .selectFrom('service_accounts as a')
    .where('a.tenant_id', '=', tx.tenantId)
    .where('a.environment_id', '=', environmentId)
  const { search = '', match = 'contains', name } = filter
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
