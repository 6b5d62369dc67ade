import { sql } from 'kysely'

import { globalQuery } from '../kit/database/tenant-scope.ts'
import type { Deps } from '../kit/http/deps.ts'

const lookEveryMs = 5_000
/** Rows of one transaction: some tens of milliseconds, so that others who need them do not wait for long. */
const batch = 1_000

/**
 * Removes what deleted identity providers and removed groups leave behind, in the background and one batch at a time.
 * The remaining work is in the database, so any process continues it, also after a restart. Returns a stop function.
 */
export function startPurging(deps: Pick<Deps, 'database' | 'log'>): () => void {
  let stopped = false
  let running = false
  const look = async () => {
    if (running) return
    running = true
    await purge(deps, () => stopped)
    running = false
  }
  const timer = setInterval(() => void look(), lookEveryMs)
  timer.unref()
  return () => {
    stopped = true
    clearInterval(timer)
  }
}

export async function purge(
  { database, log }: Pick<Deps, 'database' | 'log'>,
  stopped: () => boolean = () => false,
): Promise<void> {
  try {
    while (!stopped() && (await purgeSome(database, batch)) > 0);
  } catch (error) {
    log.warn({ err: error }, 'removing what was deleted failed; it is tried again')
  }
}

/** Removes at most `rows` rows of one kind; answers how many, 0 when nothing is left. */
export async function purgeSome(database: Deps['database'], rows: number): Promise<number> {
  const found = await sql<{ gone: number }>`select portico_purge_deleted(${rows}) as gone`.execute(
    globalQuery(database),
  )
  return Number(found.rows[0]?.gone ?? 0)
}
