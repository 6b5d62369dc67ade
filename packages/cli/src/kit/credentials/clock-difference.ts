import { phrase, type Phrase } from '../phrases/phrase.ts'

/** The server tolerates a minute in an assertion; the Date header is exact to a second. */
const noticedMs = 55_000
const [second, minute, hour] = [1_000, 60_000, 3_600_000]

/** How far this machine's clock is off from that of an answer, by its Date header; undefined if the server tolerates it. */
export function clockDifference(nowMs: number, date: string | undefined): Phrase | undefined {
  const offMs = nowMs - Date.parse(date ?? '')
  // NaN where a proxy removed the header.
  if (!(Math.abs(offMs) > noticedMs)) return undefined
  const length = lengthOf(Math.abs(offMs))
  return offMs > 0 ? phrase`${length} ahead of the server` : phrase`${length} behind the server`
}

function lengthOf(ms: number): Phrase {
  if (ms < 2 * minute) return phrase`${Math.round(ms / second)} seconds`
  if (ms < 2 * hour - minute) return phrase`${Math.round(ms / minute)} minutes`
  return phrase`${Math.round((ms / hour) * 10) / 10} hours`
}
