import { sql } from 'kysely'

import { startBackgroundWork } from '../kit/background-work.ts'
import { globalQuery } from '../kit/database/tenant-scope.ts'
import type { Deps } from '../kit/http/deps.ts'

const lookEveryMs = 5_000
/** Rows of one transaction: some tens of milliseconds, so that others who need them do not wait for long. */
const batch = 1_000

/**
 * Removes what deleted identity providers and removed groups leave behind, in the background and one batch at a time.
 * The remaining work is in the database, so any process continues it, also after a restart. Returns a stop function.
 */
export function startPurging(deps: Pick<Deps, 'database' | 'log' | 'metrics'>): () => Promise<void> {
  let stopped = false
  const stop = startBackgroundWork(() => purge(deps, () => stopped), {
    ...deps,
    job: 'purging',
    everyMs: lookEveryMs,
    firstAfterMs: lookEveryMs,
    failed: 'removing what was deleted failed; it is tried again',
  })
  return () => {
    stopped = true
    return stop()
  }
}

export async function purge({ database }: Pick<Deps, 'database'>, stopped: () => boolean = () => false): Promise<void> {
  while (!stopped() && (await purgeSome(database, batch)) > 0);
}

/** Removes at most `rows` rows of one kind; answers how many, 0 when nothing is left. */
export async function purgeSome(database: Deps['database'], rows: number): Promise<number> {
  const found = await sql<{ gone: number }>`select portico_purge_deleted(${rows}) as gone`.execute(
    globalQuery(database),
  )
  return Number(found.rows[0]?.gone ?? 0)
}
