/** Counts per key in fixed windows, in this process. Bounded: past `keysMax` the oldest window's keys are forgotten. */
export type RateLimits = {
  /** Seconds to wait, or 0 when the attempt may go on. */
  take(bucket: string, key: string, limit: { readonly attempts: number; readonly windowSecs: number }): number
}

const keysMax = 50_000

export function createRateLimits(clock: { now(): number }): RateLimits {
  const windows = new Map<string, { count: number; endsAt: number }>()
  return {
    take(bucket, key, { attempts, windowSecs }) {
      const now = clock.now()
      const name = `${bucket}\n${key}`
      const window = windows.get(name)
      if (window === undefined || window.endsAt <= now) {
        windows.delete(name)
        if (windows.size >= keysMax) forgetOldest(windows, now)
        windows.set(name, { count: 1, endsAt: now + windowSecs * 1000 })
        return 0
      }
      window.count += 1
      return window.count > attempts ? (window.endsAt - now) / 1000 : 0
    },
  }
}

function forgetOldest(windows: Map<string, { endsAt: number }>, now: number): void {
  for (const [name, window] of windows) {
    if (window.endsAt <= now || windows.size >= keysMax) windows.delete(name)
    if (windows.size < keysMax * 0.9) return
  }
}
