import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Feedback } from '../feedback/store.ts'
import type { Client, Outcome } from '../http/client.ts'
import { getSession, renewSession, type CloudSession } from './contract.ts'

/** Spec section 3 and 4, "Session". */
export type SessionState = { readonly isFetching: boolean; readonly session: CloudSession | undefined }

export type Session = StoreApi<SessionState> & {
  /** Reads the end without extending the session. */
  fetch(): Promise<void>
  /** "Continue working": extends the session. */
  renew(): Promise<void>
}

export function createSession({ client, feedback }: { client: Client; feedback: Feedback }): Session {
  const store = createStore<SessionState>(() => ({ isFetching: false, session: undefined }))

  async function load(call: Promise<Outcome<CloudSession>>): Promise<void> {
    store.setState({ isFetching: true })
    const outcome = await call
    if (outcome.ok) return store.setState({ isFetching: false, session: outcome.value })
    store.setState({ isFetching: false })
    feedback.report(outcome.problem)
  }

  return { ...store, fetch: () => load(client.call(getSession)), renew: () => load(client.call(renewSession)) }
}
