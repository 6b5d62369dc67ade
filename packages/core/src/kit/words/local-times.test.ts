import { expect, it } from 'vitest'

import { withLocalTimes } from './local-times.ts'

const words = { locale: 'en-US' }
const noon = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' }).format(
  Date.UTC(2026, 10, 29, 12),
)

const minute = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' }).format(
  Date.UTC(2026, 10, 29, 12),
)

it.each([
  ['2026-11-29T12:00:00Z', noon],
  ['2026-11-29T12:00:00.000Z', noon],
  ['2026-11-29T13:00:00+01:00', noon],
  ['Until 2026-11-29 12:00 UTC.', `Until ${minute}.`],
  ['2026-13-40 25:00 UTC', '2026-13-40 25:00 UTC'],
  ['2026-11-29, 12:00 UTC', '2026-11-29, 12:00 UTC'],
  ['It ended at 2026-11-29T12:00:00Z.', `It ended at ${noon}.`],
  // No time zone, so which time it is depends on the reader.
  ['2026-11-29T12:00:00', '2026-11-29T12:00:00'],
  ['2026-99-99T12:00:00Z', '2026-99-99T12:00:00Z'],
  ['2026-11-29', '2026-11-29'],
])('writes the times in %j as %j', (text, shown) => {
  expect(withLocalTimes(text, words)).toBe(shown)
})
