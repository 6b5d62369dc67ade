import { expect, test } from 'vitest'

import { withLocalTimes } from './local-times.ts'

test.each([
  ['Until 2026-11-29 12:00 UTC.', 'en', 'Until Nov 29, 2026, 5:30 PM.'],
  ['Bis 2026-11-29 19:00 UTC, seit 2026-11-29 18:00 UTC.', 'de', 'Bis 30.11.2026, 00:30, seit 29.11.2026, 23:30.'],
  ['Version 2026-11-29, at 12:00.', 'en', 'Version 2026-11-29, at 12:00.'],
  ['2026-13-40 25:00 UTC', 'en', '2026-13-40 25:00 UTC'],
])('%s is read in the zone of the reader (%s)', (sentence, locale, read) => {
  expect(withLocalTimes(sentence, locale, 'Asia/Kolkata').replaceAll('\u202f', ' ')).toBe(read)
})
