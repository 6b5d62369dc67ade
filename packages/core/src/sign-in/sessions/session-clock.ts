import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Feedback } from '../../kit/feedback/store.ts'
import type { Clock } from '../../kit/http/port.ts'
import { msLeft, sessionPhase, type SessionPhase } from './clock.ts'
import type { Session } from './store.ts'

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

export type SessionClock = StoreApi<SessionClockState> & {
  /** Recomputes the state; call it every second. Before the question, it reads the end from the server. */
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
  /** Also reads an end in the past. A browser must not: the answer would navigate away from the form. */
  readonly confirmsPast?: boolean
}

type Parts = { readonly session: Session; readonly feedback: Feedback; readonly clock: Clock }

/** The session's state from its absolute end, never counted down; the questions of every face come from it. */
export function createSessionClock(
  { session, feedback, clock }: Parts,
  { renewQuietly, confirmsPast = false }: SessionClockOptions = {},
): SessionClock {
  const store = createStore<SessionClockState>(() => ({
    phase: 'running',
    msLeft: undefined,
    confirmedFor: undefined,
    dismissedFor: undefined,
  }))
  /** The end that is being confirmed or is confirmed. */
  let asked: string | undefined
  const end = () => session.getState().session?.expiresOn

  function read(): SessionPhase {
    const { session: known } = session.getState()
    if (known === undefined) return 'running'
    const now = clock.now()
    const phase = feedback.getState().sessionEnded ? 'ended' : sessionPhase(known, now)
    store.setState({ phase, msLeft: msLeft(known, now) })
    return phase
  }
  session.subscribe(() => void read())
  feedback.subscribe(({ sessionEnded }, before) => {
    if (sessionEnded !== before.sessionEnded) read()
  })

  return {
    ...store,
    async tick() {
      const phase = read()
      if (phase === 'running' || end() === undefined || asked === end()) return
      asked = end()
      const isRenewed = renewQuietly !== undefined && (await renewQuietly())
      if (isRenewed) feedback.setSessionEnded(false)
      const isWorthReading = phase === 'ending' || isRenewed || confirmsPast
      if (isWorthReading && !feedback.getState().sessionEnded) await session.fetch()
      asked = end()
      store.setState({ confirmedFor: asked })
      read()
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
