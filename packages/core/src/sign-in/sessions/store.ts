import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Feedback } from '../../kit/feedback/store.ts'
import type { Client, Outcome } from '../../kit/http/client.ts'
import type { Clock } from '../../kit/http/port.ts'
import type { Problem } from '../../kit/http/problem.ts'
import { getSession, renewSession, type CloudSession } from './contract.ts'

/** Spec section 3 and 4, "Session". */
export type SessionState = {
  readonly isFetching: boolean
  readonly session: CloudSession | undefined
  /** How far this device's clock is ahead of the server's, whose clock `expiresOn` is by. */
  readonly clockAheadMs: number
  /** Renewing failed, and neither a later try nor another tab has renewed it since; faces say `banner.system`. */
  readonly renewalFailed: boolean
  /** The person is logging out here. */
  readonly isSigningOut: boolean
}

export type Session = StoreApi<SessionState> & {
  /** Reads the end without extending the session. */
  fetch(): Promise<void>
  /** The same without an action of the person: a failure is not shown, but returned. */
  fetchQuietly(): Promise<Problem | undefined>
  /** "Continue working": extends the session. */
  renew(): Promise<void>
}

export function createSession({ client, feedback }: { client: Client; feedback: Feedback }): Session {
  const store = createStore<SessionState>(() => ({
    isFetching: false,
    session: undefined,
    clockAheadMs: 0,
    renewalFailed: false,
    isSigningOut: false,
  }))

  function take({ value: session, clockAheadMs }: Extract<Outcome<CloudSession>, { ok: true }>): void {
    store.setState({ session, ...(clockAheadMs === undefined ? {} : { clockAheadMs }) })
  }

  async function load(call: Promise<Outcome<CloudSession>>, isRenewal = false): Promise<void> {
    store.setState({ isFetching: true })
    const outcome = await call
    store.setState({ isFetching: false })
    if (outcome.ok) {
      store.setState({ renewalFailed: false })
      return take(outcome)
    }
    // Shown in the dialog, because the page's banner would be behind it.
    if (isRenewal && outcome.problem.kind === 'system') return store.setState({ renewalFailed: true })
    feedback.report(outcome.problem)
  }

  return {
    ...store,
    fetch: () => load(client.call(getSession)),
    async fetchQuietly() {
      const outcome = await client.call(getSession)
      if (!outcome.ok) return outcome.problem
      take(outcome)
      return undefined
    },
    renew: () => load(client.call(renewSession), true),
  }
}

/** Now by the server's clock, which decides when a session ends. */
export function serverNow({ session, clock }: { readonly session: Session; readonly clock: Clock }): number {
  return clock.now() - session.getState().clockAheadMs
}
