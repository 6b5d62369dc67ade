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
  rows: RawBuilder<unknown> | (() => Promise<RawBuilder<unknown>>),
): Promise<{ readonly total?: number }> {
  if (total === 'none' || (cursor !== undefined && cursor !== lastPage)) return {}
  const most = total === 'exact' ? sql`` : sql`limit ${sql.lit(totalMax)}`
  const counted = typeof rows === 'function' ? await rows() : rows
  const { rows: found } = await sql<{ count: number }>`
    select count(*)::int as count from (${counted} ${most}) as counted`.execute(tx.db)
  return { total: found[0]?.count ?? 0 }
}
