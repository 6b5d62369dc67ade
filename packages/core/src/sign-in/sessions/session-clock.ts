import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Feedback } from '../../kit/feedback/store.ts'
import type { Clock } from '../../kit/http/port.ts'
import { msLeft, sessionPhase, type SessionPhase } from './clock.ts'
import { serverNow, type Session } from './store.ts'

export type SessionClockState = {
  /** 'running' until the session is read; 'ended' also after a call was refused because the session had ended. */
  readonly phase: SessionPhase
  /** undefined until the session is read. */
  readonly msLeft: number | undefined
  /** The end (`expiresOn`) that the server confirmed when it was near: other calls and tabs may have moved it. */
  readonly confirmedFor: string | undefined
  /** The end for which the person dismissed the question. */
  readonly dismissedFor: string | undefined
}

/** How often the end is read again: other calls, the tenant's idle time or an administrator may have moved it. */
export const rereadMs = 30_000
/** How long the question waits for the end to be confirmed, where the server is slow. */
export const confirmWaitMs = 5_000

export type SessionClock = StoreApi<SessionClockState> & {
  /** Recomputes the state; call it every second. It reads the end from the server every 30 s, and before the question. */
  tick(): Promise<void>
  /** The question that a face shows now: whether to continue, or to sign in again. */
  asking: () => 'ending' | 'ended' | undefined
  /** Whether the end that is known has passed: recomputed, because a machine that slept has not run its timers. */
  isOver: () => boolean
  dismiss(): void
}

export type SessionClockOptions = {
  /** Renews the session without asking the person; true on success. */
  readonly renewQuietly?: (() => Promise<boolean>) | undefined
  /**
   * Also reads an end in the past, and says at once that the server has ended the session. A browser must not: the answer
   * would navigate away from the form.
   */
  readonly confirmsPast?: boolean
  /** Whether a person may see the screen; the end is not read again meanwhile. */
  readonly isSeen?: () => boolean
}

type Parts = { readonly session: Session; readonly feedback: Feedback; readonly clock: Clock }

/** The session's state from its absolute end, never counted down; the questions of every face come from it. */
export function createSessionClock(
  { session, feedback, clock }: Parts,
  { renewQuietly, confirmsPast = false, isSeen = () => true }: SessionClockOptions = {},
): SessionClock {
  const store = createStore<SessionClockState>(() => ({
    phase: 'running',
    msLeft: undefined,
    confirmedFor: undefined,
    dismissedFor: undefined,
  }))
  /** The end that is being confirmed or is confirmed. */
  let asked: string | undefined
  let askedAt = 0
  let readAt = clock.now()
  const end = () => session.getState().session?.expiresOn

  function read(): SessionPhase {
    const { session: known } = session.getState()
    if (known === undefined) return 'running'
    const now = serverNow({ session, clock })
    const phase = feedback.getState().sessionEnded ? 'ended' : sessionPhase(known, now)
    store.setState({ phase, msLeft: msLeft(known, now) })
    return phase
  }
  async function confirm(phase: 'ending' | 'ended'): Promise<void> {
    asked = end()
    readAt = askedAt = clock.now()
    const isRenewed = renewQuietly !== undefined && (await renewQuietly())
    if (isRenewed) feedback.setSessionEnded(false)
    const isWorthReading = phase === 'ending' || isRenewed || confirmsPast
    if (isWorthReading && !feedback.getState().sessionEnded) {
      const problem = await session.fetchQuietly()
      if (problem?.kind === 'session-ended') feedback.report(problem)
    }
    // An end that was moved is confirmed again when it is near.
    asked = read() === 'running' ? undefined : end()
    store.setState({ confirmedFor: asked })
  }

  /** A failed reading, also the first one of all, is repeated after the same time. */
  async function readAgain(): Promise<void> {
    if (clock.now() - readAt < rereadMs || feedback.getState().sessionEnded || !isSeen()) return
    readAt = clock.now()
    const problem = await session.fetchQuietly()
    if (confirmsPast && problem?.kind === 'session-ended') feedback.report(problem)
  }

  session.subscribe(({ session: known }, { session: before }) => {
    if (known !== before) readAt = clock.now()
    read()
  })
  feedback.subscribe(({ sessionEnded }, before) => {
    if (sessionEnded !== before.sessionEnded) read()
  })

  return {
    ...store,
    async tick() {
      const phase = read()
      if (phase !== 'running' && end() !== undefined && asked !== end()) return confirm(phase)
      const isSlow = renewQuietly === undefined && clock.now() - askedAt >= confirmWaitMs
      if (phase === 'ending' && isSlow) store.setState({ confirmedFor: end() })
      if (phase !== 'ended') await readAgain()
    },
    asking() {
      const { phase, confirmedFor, dismissedFor } = store.getState()
      if (phase === 'ended' || feedback.getState().sessionEnded) return 'ended'
      const isAsked = phase === 'ending' && confirmedFor === end() && dismissedFor !== end()
      return isAsked ? 'ending' : undefined
    },
    isOver: () => read() === 'ended',
    dismiss: () => store.setState({ dismissedFor: end() }),
  }
}
