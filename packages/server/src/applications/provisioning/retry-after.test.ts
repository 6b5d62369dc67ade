import { expect, it } from 'vitest'

import { retryAfterSecs } from './retry-after.ts'

const nowMs = Date.UTC(2026, 0, 2, 3, 4, 5)

it.each([
  ['120', 120],
  ['0', 0],
  ['Fri, 02 Jan 2026 03:05:05 GMT', 60],
  ['Fri, 02 Jan 2026 03:00:00 GMT', 0],
  ['soon', 0],
  ['-5', 0],
  ['1e9', 0],
  ['', 0],
  [null, 0],
])('Retry-After %j is %d seconds', (header, secs) => {
  expect(retryAfterSecs(header, nowMs)).toBe(secs)
})
