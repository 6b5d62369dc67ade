import { describe, expect, it, test } from 'vitest'

import { msLeft, sessionPhase, warningMs } from './clock.ts'

describe('the session clock is derived from the absolute end', () => {
  const session = { expiresOn: '2026-01-01T00:30:00Z', sessionIdleSecs: 1800 }
  const at = (time: string) => Date.parse(`2026-01-01T${time}Z`)
  it.each([
    ['00:00:00', 'running', 1_800_000],
    ['00:28:59', 'running', 61_000],
    ['00:29:00', 'ending', 60_000],
    ['00:29:18', 'ending', 42_000],
    ['00:29:59', 'ending', 1000],
    ['00:30:00', 'ended', 0],
    ['09:00:00', 'ended', 0],
  ] as const)('at %s it is %s, with %i ms left', (time, phase, left) =>
    expect([sessionPhase(session, at(time)), msLeft(session, at(time))]).toEqual([phase, left]),
  )
})

test.each([
  [1800, 60_000],
  [300, 60_000],
  [60, 12_000],
])('after an idle time of %i s, the question comes %i ms before the end', (idle, warning) =>
  expect(warningMs(idle)).toBe(warning),
)
