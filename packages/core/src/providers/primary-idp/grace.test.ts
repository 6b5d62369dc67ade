import { expect, test } from 'vitest'

import { readGrace, showGrace } from './grace.ts'

test.each([
  ['2d', 172_800, '2d'],
  ['48h', 172_800, '2d'],
  ['90m', 5_400, '90m'],
  ['45s', 45, '45s'],
  ['0', 0, '0'],
  [' 30d ', 2_592_000, '30d'],
])('%s is %d seconds, shown as %s', (text, seconds, shown) => {
  expect(readGrace(text)).toBe(seconds)
  expect(showGrace(seconds)).toBe(shown)
})

test.each(['31d', '2', 'd', '-1d', '1.5h', '2 weeks', ''])('%j is rejected', (text) => {
  expect(readGrace(text)).toBeUndefined()
})
