import type { ScimActivityHour } from './contract.ts'

/** Requests of a day (`at`: `2026-01-31`) or of an hour (`at`: RFC 3339, in UTC). */
export type ScimActivityDay = Omit<ScimActivityHour, 'at'> & { readonly at: string }

export type ActivityBy = 'day' | 'hour'

const days = 30
const hoursShown = 48
const hourMs = 3_600_000

type Now = {
  readonly nowMs: number
  /** IANA name of the viewer's time zone. */
  readonly timeZone: string
}

/**
 * The last 30 days as the viewer's calendar has them, or the last 48 hours, the oldest first and without gaps. In a zone whose
 * days do not begin at a full hour of UTC, an hour belongs to the day in which it begins.
 */
export function activityBy(
  hours: readonly ScimActivityHour[],
  by: ActivityBy,
  { nowMs, timeZone }: Now,
): readonly ScimActivityDay[] {
  const dateIn = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const keyOf = (ms: number) => (by === 'day' ? dateIn.format(ms) : new Date(ms - (ms % hourMs)).toISOString())
  const sums = new Map(keysUntil(by, keyOf(nowMs)).map((at) => [at, { at, requests: 0, changed: 0, failed: 0 }]))
  for (const { at, requests, changed, failed } of hours) {
    const sum = sums.get(keyOf(Date.parse(at)))
    if (sum === undefined) continue
    sum.requests += requests
    sum.changed += changed
    sum.failed += failed
  }
  return [...sums.values()]
}

function keysUntil(by: ActivityBy, last: string): readonly string[] {
  const [count, stepMs] = by === 'day' ? [days, 24 * hourMs] : [hoursShown, hourMs]
  const lastMs = Date.parse(last)
  return Array.from({ length: count }, (_, index) => {
    const iso = new Date(lastMs - (count - 1 - index) * stepMs).toISOString()
    return by === 'day' ? iso.slice(0, 10) : iso
  })
}

/** The sums of all, for the sentence beside a chart. */
export function activityTotal(rows: readonly ScimActivityDay[]): Omit<ScimActivityDay, 'at'> {
  const total = { requests: 0, changed: 0, failed: 0 }
  for (const { requests, changed, failed } of rows) {
    total.requests += requests
    total.changed += changed
    total.failed += failed
  }
  return total
}
