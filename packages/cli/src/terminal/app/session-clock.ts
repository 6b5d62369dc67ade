import { msLeft, sessionPhase, type SessionPhase } from '@portico/core'
import { createStore, type StoreApi } from 'zustand/vanilla'

import type { App } from './app.ts'

export type SessionClockState = {
  readonly phase: SessionPhase
  /** undefined before the session was read. */
  readonly msLeft: number | undefined
  /** `expiresOn` for which the person does not want to be asked again. */
  readonly dismissedFor: string | undefined
}

export type SessionClock = StoreApi<SessionClockState> & {
  tick(): Promise<void>
  /** "Continue working"; where that moves nothing, as for a service account's token, a new sign-in does. */
  goOn(): Promise<void>
  signIn(): Promise<void>
  dismiss(): void
}

/** Where the session stands, asked anew by every tick: never counted (web and terminal agree about it through core). */
export function createSessionClock(app: App, renewQuietly: (() => Promise<boolean>) | undefined): SessionClock {
  const { core } = app
  const store = createStore<SessionClockState>(() => ({ phase: 'running', msLeft: undefined, dismissedFor: undefined }))
  /** The end that was last asked about: other calls may have moved it without our knowing. */
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
    // What could not be loaded is loaded now; a form with changes stays as it is.
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
