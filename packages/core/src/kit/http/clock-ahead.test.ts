import { expect, test } from 'vitest'

import { clockAhead } from './clock-ahead.ts'

const date = 'Sat, 21 Nov 2026 12:00:00 GMT'
const at = (ms: number) => Date.parse(date) + ms

test.each([
  ['the clocks agree to the second of the header', 400, 450, 0],
  ['a slow answer does not count as a difference', -20_000, 15_000, 0],
  ['this device is a minute ahead', 60_400, 60_500, 59_400],
  ['this device is a minute behind', -60_000, -59_900, -59_900],
])('%s', (_, askedAt, answeredAt, ahead) => {
  expect(clockAhead({ askedAt: at(askedAt), answeredAt: at(answeredAt), date })).toBe(ahead)
})

test.each([undefined, '', 'yesterday'])('the difference is unknown with the header %s', (header) => {
  expect(clockAhead({ askedAt: 0, answeredAt: 0, date: header })).toBeUndefined()
})
