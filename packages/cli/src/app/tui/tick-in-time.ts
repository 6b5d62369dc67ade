import type { SessionClock } from '@portico/core'

/** Every second, also while the screen is drawn again or lent to a sign-in. The returned function stops it. */
export function tickInTime(clock: Pick<SessionClock, 'tick'>, crashed: (reason: unknown) => void): () => void {
  const timer = setInterval(() => void clock.tick().catch(crashed), 1000)
  return () => clearInterval(timer)
}
