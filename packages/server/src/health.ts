import type { Deps } from './deps.ts'

/** Whether this process can serve: its database answers within the time limit. */
export async function readiness(deps: Pick<Deps, 'database' | 'log'>): Promise<{ status: 'ready' | 'unavailable' }> {
  try {
    await deps.database.ready()
    return { status: 'ready' }
  } catch (error) {
    deps.log.warn({ err: error }, 'not ready')
    return { status: 'unavailable' }
  }
}
