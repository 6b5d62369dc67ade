import { sql } from 'kysely'

import type { Deps } from './deps.ts'
import { sweepTokens } from './tokens/access-tokens.ts'

const sweepEveryMs = 10 * 60_000

/** Removes what ended long ago. Every process does it; the answer is how to stop. */
export function startSweeping(deps: Pick<Deps, 'database' | 'log'>): () => void {
  const timer = setInterval(() => void sweep(deps), sweepEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

export async function sweep({ database, log }: Pick<Deps, 'database' | 'log'>): Promise<void> {
  try {
    await sql`select portico_sweep_sessions(), portico_sweep_sign_in_transactions(),
                      portico_sweep_cli_sign_in(), portico_sweep_sign_in_records()`.execute(database.app)
    await sweepTokens(database)
  } catch (error) {
    log.warn({ err: error }, 'sweeping failed; it is tried again')
  }
}
