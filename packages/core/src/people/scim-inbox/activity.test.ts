import { describe, expect, it } from 'vitest'

import { activityBy, activityTotal } from './activity.ts'

const nowMs = Date.parse('2026-03-01T00:30:00Z')
const hour = (at: string, requests: number) => ({ at, requests, changed: 1, failed: 0 })

describe('activity', () => {
  it('is shown by the days of the viewer, without gaps', () => {
    const hours = [hour('2026-02-27T23:00:00Z', 5), hour('2026-02-28T05:00:00Z', 3), hour('2026-03-01T00:00:00Z', 2)]
    const inLosAngeles = activityBy(hours, 'day', { nowMs, timeZone: 'America/Los_Angeles' })
    expect(inLosAngeles).toHaveLength(30)
    expect(inLosAngeles.at(-1)).toEqual({ at: '2026-02-28', requests: 2, changed: 1, failed: 0 })
    expect(inLosAngeles.at(-2)).toEqual({ at: '2026-02-27', requests: 8, changed: 2, failed: 0 })
    const inUtc = activityBy(hours, 'day', { nowMs, timeZone: 'UTC' })
    expect(inUtc.slice(-3).map(({ at, requests }) => [at, requests])).toEqual([
      ['2026-02-27', 5],
      ['2026-02-28', 3],
      ['2026-03-01', 2],
    ])
    expect(inUtc[0]?.at).toBe('2026-01-31')
  })

  it('is shown by the last 48 hours, and leaves out what is older', () => {
    const rows = activityBy([hour('2026-02-26T23:00:00Z', 7), hour('2026-02-28T23:00:00Z', 3)], 'hour', {
      nowMs,
      timeZone: 'UTC',
    })
    expect(rows).toHaveLength(48)
    expect(rows.at(-1)?.at).toBe('2026-03-01T00:00:00.000Z')
    expect(rows.at(-2)?.requests).toBe(3)
    expect(activityTotal(rows)).toEqual({ requests: 3, changed: 1, failed: 0 })
  })

  it('has 30 days where the clocks change', () => {
    const rows = activityBy([], 'day', { nowMs: Date.parse('2026-04-10T12:00:00Z'), timeZone: 'Europe/Berlin' })
    expect(new Set(rows.map(({ at }) => at)).size).toBe(30)
    expect(rows[0]?.at).toBe('2026-03-12')
  })
})
