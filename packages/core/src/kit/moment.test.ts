import { expect, it } from 'vitest'

import { readMoment } from './moment.ts'

const now = Date.parse('2026-11-23T10:00:00Z')

it.each([
  ['30m', '2026-11-23T09:30:00.000Z'],
  ['24h', '2026-11-22T10:00:00.000Z'],
  ['7d', '2026-11-16T10:00:00.000Z'],
  ['2026-11-01', '2026-11-01T00:00:00.000Z'],
  ['2026-11-01T08:30+01:00', '2026-11-01T07:30:00.000Z'],
  ['2026-11-01T08:30:15.123Z', '2026-11-01T08:30:15.123Z'],
  ['2026-11-01T08:30', undefined],
  ['2026-13-01', undefined],
  ['99999d', undefined],
  ['yesterday', undefined],
  ['', undefined],
])('%j is read as %j', (typed, moment) => {
  expect(readMoment(typed, now)).toBe(moment)
})
