import type { Deps } from '../kit/http/deps.ts'

export type Readiness = { readonly status: 'ready' | 'unavailable' | 'draining' }

/** Whether this process can serve: it is not stopping, and its database accepts the login and answers within the time limit. */
export async function readiness({
  database,
  log,
  draining,
}: Pick<Deps, 'database' | 'log' | 'draining'>): Promise<Readiness> {
  if (draining?.()) return { status: 'draining' }
  try {
    await database.probe()
    return { status: 'ready' }
  } catch (error) {
    log.warn({ err: error }, 'not ready')
    return { status: 'unavailable' }
  }
}
