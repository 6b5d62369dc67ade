import { expect, it } from 'vitest'

import { fromLocalTime, toLocalTime } from './local-time.ts'

it.each(['2027-01-31T18:00:00.000Z', '2027-07-31T03:30:00.000Z'])('%s survives the field of the browser', (time) => {
  expect(toLocalTime(time)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
  expect(fromLocalTime(toLocalTime(time))).toBe(time)
})

it('an empty field stays empty', () => {
  expect(toLocalTime('')).toBe('')
  expect(fromLocalTime('')).toBe('')
})
