import { sql, type RawBuilder } from 'kysely'

import type { TenantTransaction } from '../../database/tenant-scope.ts'
import { ScimFailure } from '../failure.ts'
import { matches } from '../matches.ts'
import type { AttributePath } from '../paths.ts'
import type { ResourceValues } from '../values.ts'
import { compileFilter, type Compiled, type Lookup } from './compile-filter.ts'
import type { ListRequest } from './list-request.ts'

/** Rows that are compared one by one, for a filter that SQL does not decide. */
const comparedMax = 10_000

export type Page<Row> = { readonly rows: readonly Row[]; readonly total: number }

/** What is read for a list. */
export type Listed<Row> = {
  readonly table: 'scim_users' | 'scim_groups'
  readonly providerId: string
  readonly columns: RawBuilder<unknown>
  readonly lookup: Lookup
  /** The resource as the filter sees it. */
  valuesOf(row: Row): ResourceValues
}

/**
 * One page of a provider's resources that are not deleted, and how many match. In the order of creation unless another is asked
 * for: new rows are at the end, so that the pages of a walk stay as they are while rows are added and changed.
 */
export async function readPage<Row>(
  tx: TenantTransaction,
  listed: Listed<Row>,
  { filter, sort, startIndex, count }: Pick<ListRequest, 'filter' | 'sort' | 'startIndex' | 'count'>,
): Promise<Page<Row>> {
  const compiled: Compiled =
    filter === undefined ? { where: sql<boolean>`true`, isExact: true } : compileFilter(filter, listed.lookup)
  const from = sql`
    from ${sql.table(listed.table)} r
    where r.tenant_id = ${tx.tenantId} and r.identity_provider_id = ${listed.providerId} and r.deleted_at is null
      and ${compiled.where}`
  const order = orderOf(sort, listed.lookup)
  if (!compiled.isExact && filter !== undefined) {
    const { rows } = await sql<Row>`
      select ${listed.columns} ${from} order by ${order} limit ${comparedMax + 1}`.execute(tx.db)
    if (rows.length > comparedMax)
      throw new ScimFailure(400, `The filter has to compare more than ${comparedMax} resources one by one.`, 'tooMany')
    const found = rows.filter((row) => matches(filter, listed.valuesOf(row)))
    return { rows: found.slice(startIndex - 1, startIndex - 1 + count), total: found.length }
  }
  const { rows } =
    count === 0
      ? { rows: [] }
      : await sql<Row>`
          select ${listed.columns} ${from} order by ${order} limit ${count} offset ${startIndex - 1}`.execute(tx.db)
  // A page that is not full is the last one.
  const isLast = rows.length < count && (rows.length > 0 || startIndex === 1)
  if (isLast) return { rows, total: startIndex - 1 + rows.length }
  const counted = await sql<{ total: string }>`select count(*) as total ${from}`.execute(tx.db)
  return { rows, total: Number(counted.rows[0]?.total ?? 0) }
}

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
