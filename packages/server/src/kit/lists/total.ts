import { lastPage, totalMax, type totalsAsked } from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'

import type { TenantTransaction } from '../database/tenant-scope.ts'

type Query = {
  readonly cursor?: string | undefined
  readonly total?: (typeof totalsAsked)[number] | undefined
}

/**
 * The `total` of an answer with one page: absent with a cursor and where it was declined; otherwise how many of `rows` there
 * are, without reading more than `totalMax` of them unless the exact number was asked for (docs/decisions/0135).
 */
export async function totalOf(
  tx: Pick<TenantTransaction, 'db'>,
  { cursor, total }: Query,
  rows: RawBuilder<unknown> | ((isExact: boolean) => Promise<RawBuilder<unknown>>),
): Promise<{ readonly total?: number }> {
  if (total === 'none' || (cursor !== undefined && cursor !== lastPage)) return {}
  const isExact = total === 'exact'
  const counted = typeof rows === 'function' ? await rows(isExact) : rows
  return { total: await countUpTo(tx, counted, isExact ? undefined : totalMax) }
}

/** How many rows there are, without reading more than `most`. */
export async function countUpTo(
  tx: Pick<TenantTransaction, 'db'>,
  rows: RawBuilder<unknown>,
  most: number | undefined,
): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`
    select count(*)::int as count from (${rows} ${most === undefined ? sql`` : sql`limit ${sql.lit(most)}`}) as counted`.execute(
    tx.db,
  )
  return found[0]?.count ?? 0
}
