import { setTimeout as wait } from 'node:timers/promises'

/** Looks again until the answer is there; fails with what was waited for and what was seen last. */
export async function until<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  timeoutMs = 60_000,
): Promise<T> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const seen = await look()
    if (seen !== undefined && seen !== false) return seen
    if (performance.now() > end) throw new Error(`Waited ${timeoutMs} ms in vain: ${what}`)
    await wait(25)
  }
}
