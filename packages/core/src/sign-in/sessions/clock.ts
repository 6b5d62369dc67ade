/** How long before the end the dialog asks whether to continue: a minute, or a fifth of a short idle time. */
export function warningMs(sessionIdleSecs: number): number {
  return Math.min(60_000, (sessionIdleSecs * 1000) / 5)
}

export type SessionPhase = 'running' | 'ending' | 'ended'

/** Computed from the absolute end each time, never by counting down. */
export function sessionPhase(session: { expiresOn: string; sessionIdleSecs: number }, nowMs: number): SessionPhase {
  const left = msLeft(session, nowMs)
  if (left <= 0) return 'ended'
  return left <= warningMs(session.sessionIdleSecs) ? 'ending' : 'running'
}

export function msLeft(session: { expiresOn: string }, nowMs: number): number {
  return Math.max(0, Date.parse(session.expiresOn) - nowMs)
}
