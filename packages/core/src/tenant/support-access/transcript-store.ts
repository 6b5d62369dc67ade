import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Feedback } from '../../kit/feedback/store.ts'
import type { Client } from '../../kit/http/client.ts'
import { getSupportTranscript, type SupportRequest } from './sessions-contract.ts'

export type SupportTranscriptState = {
  readonly status: 'loading' | 'ready' | 'failed' | 'not-found'
  readonly requests: readonly SupportRequest[]
  readonly hasNext: boolean
}

export type SupportTranscript = StoreApi<SupportTranscriptState> & {
  /** Reads the first page, or the next one after those that were read. */
  more(): Promise<void>
}

/** What was done in one support session, the oldest request first. */
export function createSupportTranscript(
  { client, feedback }: { readonly client: Pick<Client, 'call'>; readonly feedback: Feedback },
  id: string,
): SupportTranscript {
  const store = createStore<SupportTranscriptState>(() => ({ status: 'loading', requests: [], hasNext: false }))
  let cursor: string | undefined
  return {
    ...store,
    async more() {
      const answer = await client.call(getSupportTranscript, { params: { id }, query: { cursor } })
      if (answer.ok) {
        cursor = answer.value.next ?? undefined
        const requests = [...store.getState().requests, ...answer.value.requests]
        return store.setState({ status: 'ready', requests, hasNext: cursor !== undefined })
      }
      const isGone = answer.problem.kind === 'expected' && answer.problem.status === 404
      if (isGone) return store.setState({ status: 'not-found' })
      feedback.reportLoad(answer.problem)
      store.setState({ status: 'failed' })
    },
  }
}
