import { expect, test } from 'vitest'

import { inWords } from './relative-time.tsx'

test.each([
  [0, 'now'],
  [-59, 'now'],
  [-60, '1 minute ago'],
  [-3_599, '59 minutes ago'],
  [-3_600, '1 hour ago'],
  [-86_400, 'yesterday'],
  [-6 * 86_400, '6 days ago'],
  [-8 * 86_400, 'last week'],
  [-40 * 86_400, 'last month'],
  [-800 * 86_400, '2 years ago'],
  [3 * 86_400, 'in 3 days'],
])('%i seconds from now are %j', (seconds, words) => {
  expect(inWords(seconds, 'en')).toBe(words)
})

test('a short one abbreviates its unit', () => {
  expect(inWords(-300, 'en', 'short')).toBe('5 min. ago')
  expect(inWords(-86_400, 'en', 'short')).toBe('yesterday')
})
