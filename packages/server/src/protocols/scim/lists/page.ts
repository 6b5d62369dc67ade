import { sql, type RawBuilder } from 'kysely'

import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import type { AttributePath } from '../paths.ts'
import { compileFilter, type Compiled, type Lookup } from './compile-filter.ts'
import { readCompared } from './compared.ts'
import type { ListRequest } from './list-request.ts'
import type { Listed, Page } from './listed.ts'
import { countOf, placed, type Counted } from './start-index.ts'

/** Rows before a page that are read with it, where only their number matters. */
const skippedMax = 200

/**
 * One page of a provider's resources that are not deleted, and how many match. In the order of creation unless another is asked
 * for: new rows are at the end, so that the pages of a walk stay as they are while rows are added and changed. With a cursor they
 * do so while rows are deleted too.
 */
export async function readPage<Row extends { readonly id: string }>(
  tx: TenantTransaction,
  listed: Listed<Row>,
  request: Pick<ListRequest, 'filter' | 'sort' | 'startIndex' | 'count' | 'cursor'>,
): Promise<Page<Row>> {
  const { filter, sort, startIndex, count, cursor } = request
  const compiled: Compiled =
    filter === undefined ? { where: sql<boolean>`true`, isExact: true } : compileFilter(filter, listed.lookup)
  const from = sql`
    from ${sql.table(listed.table)} r
    where r.tenant_id = ${tx.tenantId} and r.identity_provider_id = ${listed.providerId} and r.deleted_at is null
      and ${compiled.where}`
  const order = orderOf(sort, listed.lookup)
  if (!compiled.isExact && filter !== undefined)
    return readCompared(tx, { listed, comparing: { filter, from, order } }, request)
  const isFarBehind = filter === undefined && sort === undefined && startIndex - 1 > skippedMax
  const begin =
    cursor !== undefined
      ? fromCursor(cursor, count)
      : isFarBehind
        ? sql`and r.id >= ${await idAt(tx, listed, startIndex)}::uuid order by r.id limit ${count + 1}`
        : sql`order by ${order} limit ${count + 1} offset ${startIndex - 1}`
  const read = count === 0 ? [] : (await sql<Row>`select ${listed.columns} ${from} ${begin}`.execute(tx.db)).rows
  const rows = read.slice(0, count)
  const hasNext = read.length > count
  // A page that is not full is the last one.
  const isLast = cursor === undefined && count > 0 && !hasNext && (rows.length > 0 || startIndex === 1)
  if (isLast) return { rows, total: startIndex - 1 + rows.length, hasNext }
  const counted = filter === undefined ? countOf(tx, listed) : sql<Counted>`select count(*) as total ${from}`
  return { rows, total: Number((await counted.execute(tx.db)).rows[0]?.total ?? 0), hasNext }
}

/** The id of the resource at a place far behind others; null behind the last one. */
async function idAt<Row extends { readonly id: string }>(
  tx: TenantTransaction,
  listed: Listed<Row>,
  place: number,
): Promise<string | null> {
  const known = listed.knownPlaces.nearest(listed, place)
  const [found] = (await placed(tx, listed, { place, known }).execute(tx.db)).rows
  if (found === undefined || found.id === null) return null
  const { id, moves, isSettled } = found
  if (isSettled === true) listed.knownPlaces.keep(listed, { place, id, moves })
  return id
}

const fromCursor = (cursor: string, count: number) =>
  sql`${cursor === '' ? sql`` : sql`and r.id > ${cursor}::uuid`} order by r.id limit ${count + 1}`

function orderOf(sort: ListRequest['sort'], lookup: Lookup): RawBuilder<unknown> {
  if (sort === undefined) return sql`r.id`
  const direction = sort.isDescending ? sql`desc` : sql`asc`
  const value = lookup.column(sort.path)?.of ?? inResource(sort.path)
  return sql`${value} ${direction}, r.id`
}

/** The text of an attribute; of one with several values, of the first. */
function inResource({ extension, attribute, sub }: AttributePath): RawBuilder<unknown> {
  const steps = [
    ...(extension === undefined ? [] : [extension]),
    attribute.name,
    ...(attribute.multiValued ? ['0'] : []),
    ...(sub !== undefined ? [sub.name] : attribute.multiValued ? ['value'] : []),
  ]
  return sql`lower(r.resource #>> ${steps}::text[]) collate "C"`
}
