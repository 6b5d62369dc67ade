import { expect, it } from 'vitest'

import { createLease } from './lease.ts'

it.each([
  ['both clocks go', 7_000, 7_000, 7_000],
  ['the wall clock is set back', -3_600_000, 7_000, 7_000],
  ['the machine slept', 3_600_000, 7_000, 3_600_000],
])('counts the time since it was asked for, where %s', (_, wallMs, steadyMs, ageMs) => {
  const now = { wallMs: 1_000_000, steadyMs: 500 }
  const lease = createLease(() => ({ ...now }))
  const asked = lease.now()
  now.wallMs += 1_000
  now.steadyMs += 1_000
  lease.renewed(asked)
  expect(lease.ageMs()).toBe(1_000)
  now.wallMs = asked.wallMs + wallMs
  now.steadyMs = asked.steadyMs + steadyMs
  expect(lease.ageMs()).toBe(ageMs)
})
