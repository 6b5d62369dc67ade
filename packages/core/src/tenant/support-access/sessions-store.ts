import { createStore, type StoreApi } from 'zustand/vanilla'

import type { LazyParts } from '../../kit/lazy-parts.ts'
import { endSupportSession, listSupportSessions, type SupportSession } from './sessions-contract.ts'

export type SupportSessionsState = {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly sessions: readonly SupportSession[]
}

export type SupportSessions = StoreApi<SupportSessionsState> & {
  fetch(): Promise<void>
  /** Ends one, also if it has ended meanwhile. */
  end(id: string): Promise<void>
}

/** Support users who are or were in the tenant. `core.lazily(createSupportSessions)`. */
export function createSupportSessions({ client, feedback, say }: LazyParts): SupportSessions {
  const store = createStore<SupportSessionsState>(() => ({ status: 'loading', sessions: [] }))
  async function fetch(): Promise<void> {
    const answer = await client.call(listSupportSessions)
    if (answer.ok) return store.setState({ status: 'ready', sessions: answer.value.supportSessions })
    feedback.reportLoad(answer.problem)
    store.setState({ status: 'failed' })
  }
  return {
    ...store,
    fetch,
    async end(id) {
      feedback.clear()
      const answer = await client.call(endSupportSession, { params: { id } })
      const isGone = !answer.ok && answer.problem.kind === 'expected' && answer.problem.status === 404
      if (answer.ok || isGone) feedback.openSuccess(say('supportSession.ended'))
      else feedback.report(answer.problem)
      await fetch()
    },
  }
}
