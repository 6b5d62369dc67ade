import { sql } from 'kysely'

import type { Database } from '../../kit/database/connect.ts'
import { globalQuery } from '../../kit/database/tenant-scope.ts'

/**
 * Marks an assertion as used, in one statement: of any number of concurrent callers, in any number of processes,
 * exactly one gets true. The record can be removed after `untilSecs` (since the epoch).
 */
export async function useAssertion(
  database: Database,
  use: { readonly issuer: string; readonly idHash: Buffer; readonly untilSecs: number },
): Promise<boolean> {
  const result = await globalQuery(database)
    .insertInto('assertion_uses')
    .values({ issuer: use.issuer, id_hash: use.idHash, expires_at: sql<Date>`to_timestamp(${use.untilSecs})` })
    .onConflict((conflict) => conflict.columns(['issuer', 'id_hash']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

const sweptAtOnce = 2000

/** Removes some expired records; returns how many. */
export async function sweepAssertions(database: Database): Promise<number> {
  const result = await sql`
    delete from assertion_uses where ctid = any (array(
      select ctid from assertion_uses where expires_at < now() limit ${sweptAtOnce} for update skip locked))`.execute(
    globalQuery(database),
  )
  return Number(result.numAffectedRows ?? 0n)
}
