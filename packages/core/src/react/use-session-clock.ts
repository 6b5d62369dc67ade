import { useEffect, useState } from 'react'

import { msLeft, sessionPhase, type SessionPhase } from '../sessions/clock.ts'
import type { Clock } from '../http/port.ts'

type Expiry = { readonly expiresOn: string; readonly sessionIdleSecs: number }

/** What is left of the session, asked anew every second; both renderers draw it. undefined before it was read. */
export function useSessionClock(
  session: Expiry | undefined,
  clock: Clock,
): { phase: SessionPhase; msLeft: number } | undefined {
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => {
    if (session === undefined) return
    const timer = setInterval(() => setNow(clock.now()), 1000)
    return () => clearInterval(timer)
  }, [session, clock])
  if (session === undefined) return undefined
  return { phase: sessionPhase(session, now), msLeft: msLeft(session, now) }
}
