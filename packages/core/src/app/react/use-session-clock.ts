import { useEffect } from 'react'
import { useStore } from 'zustand'

import type { SessionClock, SessionClockState } from '../../sign-in/sessions/session-clock.ts'

/** What is left of the session, recomputed every second while it is drawn. */
export function useSessionClock(clock: SessionClock): SessionClockState {
  useEffect(() => {
    const timer = setInterval(() => void clock.tick(), 1000)
    return () => clearInterval(timer)
  }, [clock])
  return useStore(clock)
}
