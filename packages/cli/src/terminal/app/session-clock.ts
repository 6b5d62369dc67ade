import { msLeft, sessionPhase, type SessionPhase } from '@portico/core'
import { createStore, type StoreApi } from 'zustand/vanilla'

import type { App } from './app.ts'

export type SessionClockState = {
  readonly phase: SessionPhase
  /** undefined until the session is loaded. */
  readonly msLeft: number | undefined
  /** The `expiresOn` for which the person dismissed the dialog. */
  readonly dismissedFor: string | undefined
}

export type SessionClock = StoreApi<SessionClockState> & {
  tick(): Promise<void>
  /** "Continue working"; if that extends nothing, as for a service account's token, signs in again. */
  goOn(): Promise<void>
  signIn(): Promise<void>
  dismiss(): void
}

/** The session's state, recomputed at every tick rather than counted down; core shares the rules with the web. */
export function createSessionClock(app: App, renewQuietly: (() => Promise<boolean>) | undefined): SessionClock {
  const { core } = app
  const store = createStore<SessionClockState>(() => ({ phase: 'running', msLeft: undefined, dismissedFor: undefined }))
  /** The end last confirmed with the server: other calls may have moved it. */
  let verified: string | undefined

  function read(): SessionPhase {
    const { session } = core.session.getState()
    if (session === undefined) return 'running'
    const now = core.clock.now()
    const phase = core.feedback.getState().sessionEnded ? 'ended' : sessionPhase(session, now)
    store.setState({ phase, msLeft: msLeft(session, now) })
    return phase
  }

  async function signIn(): Promise<void> {
    const answer = await app.signInAgain()
    if (!answer.ok) return app.state.setState({ signInError: answer.message })
    app.state.setState({ signInError: undefined })
    core.feedback.setSessionEnded(false)
    await core.session.fetch()
    read()
    // Load what could not be loaded before; keep a form with changes.
    if (core.launcher.getState().principal === undefined) await core.launcher.fetchPrincipal()
    if (!core.leaveBlocker.wouldLose()) await app.state.getState().view.open()
  }

  return {
    ...store,
    signIn,
    async tick() {
      const phase = read()
      const { session } = core.session.getState()
      if (phase === 'running' || session === undefined || verified === session.expiresOn) return
      verified = session.expiresOn
      if (renewQuietly !== undefined && (await renewQuietly())) core.feedback.setSessionEnded(false)
      if (!core.feedback.getState().sessionEnded) await core.session.fetch()
      verified = core.session.getState().session?.expiresOn
      read()
    },
    async goOn() {
      await core.session.renew()
      if (read() !== 'running') await signIn()
    },
    dismiss: () => store.setState({ dismissedFor: core.session.getState().session?.expiresOn }),
  }
}
