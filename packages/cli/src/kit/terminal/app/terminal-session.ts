import { createSessionClock, type PrincipalInfo, type SessionClock } from '@portico/core'

import type { App } from './app.ts'

export type TerminalSession = SessionClock & {
  /** "Continue working"; if that extends nothing, as for a service account's token, signs in again. */
  goOn(): Promise<void>
  signIn(): Promise<void>
}

/** Core's session clock, and the two answers to its questions that sign in from a terminal. */
export function createTerminalSession(
  app: App,
  renewQuietly: (() => Promise<boolean>) | undefined,
  /** Loads what the terminal UI begins with. */
  begin: () => Promise<void>,
): TerminalSession {
  const { core } = app
  const clock = createSessionClock(core, { renewQuietly, confirmsPast: true })

  async function signIn(): Promise<void> {
    const answer = await app.signInAgain()
    if (!answer.ok) return app.state.setState({ signInError: answer.message })
    app.state.setState({ signInError: undefined })
    core.feedback.setSessionEnded(false)
    const { principal: before } = core.launcher.getState()
    // The session had ended before the first screen.
    if (before === undefined) return begin()
    await Promise.all([core.session.fetch(), core.launcher.fetchPrincipal()])
    // What is on the screen belongs to the person who typed it, and to their tenant.
    if (!isSameCaller(before, core.launcher.getState().principal)) return app.restart()
    // Load what could not be loaded before; keep a form with changes.
    if (!core.leaveBlocker.wouldLose()) await app.state.getState().view.open()
  }

  return {
    ...clock,
    signIn,
    async goOn() {
      await core.session.renew()
      if (clock.getState().phase !== 'running') await signIn()
    },
  }
}

function isSameCaller(before: PrincipalInfo, now: PrincipalInfo | undefined): boolean {
  return now?.id === before.id && now.tenant.id === before.tenant.id
}
