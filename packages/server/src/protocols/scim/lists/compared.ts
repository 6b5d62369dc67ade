import { setImmediate } from 'node:timers/promises'

import { sql, type RawBuilder } from 'kysely'

import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import { ScimFailure } from '../failure.ts'
import { comparisonsIn, type Filter } from '../filter.ts'
import { matches } from '../matches.ts'
import type { ListRequest } from './list-request.ts'
import type { Listed, Page } from './listed.ts'

/** Resources that are compared one by one, for a filter that SQL does not decide. */
const comparedMax = 10_000
/** Bytes that all comparisons of a filter look at, each with the whole of a resource. */
const comparedBytesMax = 1_073_741_824
/** Resources that are read at a time. */
const batch = 100
/** Bytes that are compared before other requests have their turn: some 5 ms. */
const turnBytes = 4_194_304

type Comparing = {
  readonly filter: Filter
  /** Which rows, of those that may match. */
  readonly from: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
}

/**
 * One page of the resources that match, read some at a time so that the answers to others do not wait. Throws 400 `tooMany` where
 * that is more work than the limits above allow.
 */
export async function readCompared<Row extends { readonly id: string }>(
  tx: TenantTransaction,
  { listed, comparing }: { readonly listed: Listed<Row>; readonly comparing: Comparing },
  { startIndex, count, cursor }: Pick<ListRequest, 'startIndex' | 'count' | 'cursor'>,
): Promise<Page<Row>> {
  const { filter, from, order } = comparing
  const { rows: candidates } = await sql<{ id: string }>`
    select r.id ${from} order by ${order} limit ${comparedMax + 1}`.execute(tx.db)
  if (candidates.length > comparedMax)
    throw tooMany(
      `The filter has to compare more than ${comparedMax} resources one by one. Use a more specific filter.`,
    )
  const compare = pacing(comparisonsIn(filter))
  const rows: Row[] = []
  let total = 0
  let before = cursor === undefined ? startIndex - 1 : 0
  for (let at = 0; at < candidates.length; at += batch) {
    const ids = candidates.slice(at, at + batch).map(({ id }) => id)
    for (const row of await rowsOf(tx, listed, ids)) {
      await compare(row.bytes)
      if (!matches(filter, listed.valuesOf(row))) continue
      total += 1
      if (cursor && row.id <= cursor.toLowerCase()) continue
      if (before > 0) before -= 1
      // One more than asked for says that there is another page.
      else if (rows.length <= count) rows.push(row)
    }
  }
  return { rows: rows.slice(0, count), total, hasNext: rows.length > count }
}

/** Call before a resource of `bytes` is compared: throws when the work is too much, and yields to other requests. */
function pacing(comparisons: number): (bytes: number) => Promise<void> | void {
  let all = 0
  let turn = 0
  return (bytes) => {
    all += bytes * comparisons
    turn += bytes * comparisons
    if (all > comparedBytesMax) throw tooMany('The filter has too many comparisons for so many resources.')
    if (turn <= turnBytes) return
    turn = 0
    return setImmediate()
  }
}

/** The rows with these ids that are still there, in their order. */
async function rowsOf<Row extends { readonly id: string }>(
  tx: TenantTransaction,
  { table, columns }: Listed<Row>,
  ids: readonly string[],
): Promise<readonly (Row & { readonly bytes: number })[]> {
  const { rows } = await sql<Row & { readonly bytes: number }>`
    select ${columns}, octet_length(r.resource::text) as bytes from ${sql.table(table)} r
     where r.tenant_id = ${tx.tenantId} and r.id = any (${ids}::uuid[]) and r.deleted_at is null
     order by array_position(${ids}::uuid[], r.id)`.execute(tx.db)
  return rows
}

function tooMany(detail: string): ScimFailure {
  return new ScimFailure(400, detail, 'tooMany')
}
