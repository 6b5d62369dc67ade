import { sql } from 'kysely'

import type { Database } from '../database/connect.ts'
import { globalQuery } from '../database/tenant-scope.ts'
import type { Metrics, UnsealedCount } from '../metrics/metrics.ts'

type Parts = { readonly database: Database; readonly metrics?: Metrics }

/** Counts over all tenants for the metrics. While the database does not answer, the metrics have no values. */
export async function countUnsealed({ database, metrics }: Parts): Promise<void> {
  try {
    const { rows } = await sql<UnsealedCount>`
      select waiting::int as rows, oldest_secs as "oldestSecs"
        from portico_count_unsealed()`.execute(globalQuery(database))
    metrics?.unsealed(rows[0])
  } catch (error) {
    metrics?.unsealed(undefined)
    throw error
  }
}
