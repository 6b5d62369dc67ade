import { sql, type RawBuilder } from 'kysely'

import { customPlan } from '../database/statement-name.ts'
import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { Walk } from './keyset.ts'

export type Found = { readonly id: string; readonly sortText: string }

export type Search = {
  /** Rows `id`, `sort_key` and what is compared, in the order of the walk and on its side of the place. */
  readonly inOrder: RawBuilder<unknown>
  /** What is compared with each row, as `x`. */
  readonly matches: RawBuilder<boolean>
  /** The `uuid[]` of rows that an index has for it, whatever their place; null: many. Read only where few rows match. */
  readonly candidates: RawBuilder<unknown>
  /** The rows with these ids. */
  readonly among: (ids: RawBuilder<unknown>) => RawBuilder<unknown>
  readonly walk: Walk
  readonly most: number
}

/** Rows at the beginning of a walk that are compared before an index is asked which match. */
export const begunMax = 1_000
/** With this many matches among them, a page is filled by walking on. */
export const frequentMin = 10

/**
 * The first `most` rows that match, in one statement: a frequent match is found early in a walk, whatever the size of the tenant, where
 * an index would read every entry for it; a rare match is found in an index. Otherwise whether the walk should go on, because rows
 * match often enough, or every row has to be compared.
 */
export async function searchInOrder(
  tx: TenantTransaction,
  { inOrder, matches, candidates, among, walk, most }: Search,
): Promise<readonly Found[] | 'frequent' | 'rare'> {
  const order = sql`x.sort_key ${walk.direction}, x.id ${walk.direction}`
  const listed = (rows: RawBuilder<unknown>) => sql`
    (select coalesce(json_agg(json_build_object('id', x.id, 'sortText', x.sort_key) order by ${order}), '[]') from ${rows} x)`
  const { rows } = await sql<{ found: Found[] | null; count: number }>`
    with ${customPlan} early as materialized (
      select x.id, x.sort_key from (${inOrder} limit ${sql.lit(begunMax)}) x where ${matches} order by ${order} limit ${most}),
    counted as materialized (select count(*)::int as count from early),
    whole as materialized (
      select count = ${most} or not exists (select from (${inOrder} limit 1 offset ${sql.lit(begunMax)}) x) as is_whole from counted),
    held as materialized (
      select case when not is_whole and count < ${sql.lit(frequentMin)} then ${candidates} end as ids from counted, whole),
    late as materialized (
      select x.id, x.sort_key from (${among(sql`(select ids from held)`)}) x
       where ${matches} and ${walk.where} order by ${order} limit ${most})
    select count, case when is_whole then ${listed(sql`early`)} when ids is not null then ${listed(sql`late`)} end as found
      from counted, whole, held`.execute(tx.db)
  const { found = null, count = 0 } = rows[0] ?? {}
  return found ?? (count < frequentMin ? 'rare' : 'frequent')
}
