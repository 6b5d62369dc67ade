import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Feedback } from '../../kit/feedback/store.ts'
import type { Client, Outcome } from '../../kit/http/client.ts'
import { getSession, renewSession, type CloudSession } from './contract.ts'

/** Spec section 3 and 4, "Session". */
export type SessionState = {
  readonly isFetching: boolean
  readonly session: CloudSession | undefined
  /** Renewing failed, and neither a later try nor another tab has renewed it since; faces say `banner.system`. */
  readonly renewalFailed: boolean
  /** The person is logging out here. */
  readonly isSigningOut: boolean
}

export type Session = StoreApi<SessionState> & {
  /** Reads the end without extending the session. */
  fetch(): Promise<void>
  /** The same without an action of the person: a failure is not shown. */
  fetchQuietly(): Promise<void>
  /** "Continue working": extends the session. */
  renew(): Promise<void>
}

export function createSession({ client, feedback }: { client: Client; feedback: Feedback }): Session {
  const store = createStore<SessionState>(() => ({
    isFetching: false,
    session: undefined,
    renewalFailed: false,
    isSigningOut: false,
  }))

  async function load(call: Promise<Outcome<CloudSession>>, isRenewal = false): Promise<void> {
    store.setState({ isFetching: true })
    const outcome = await call
    store.setState({ isFetching: false })
    if (outcome.ok) return store.setState({ session: outcome.value, renewalFailed: false })
    // Shown in the dialog, because the page's banner would be behind it.
    if (isRenewal && outcome.problem.kind === 'system') return store.setState({ renewalFailed: true })
    feedback.report(outcome.problem)
  }

  return {
    ...store,
    fetch: () => load(client.call(getSession)),
    async fetchQuietly() {
      const outcome = await client.call(getSession)
      if (outcome.ok) store.setState({ session: outcome.value })
    },
    renew: () => load(client.call(renewSession), true),
  }
}
