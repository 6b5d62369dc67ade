import { expect, it } from 'vitest'

import { durationInWords } from './duration.ts'

it.each([
  [0, 'en', '0 seconds'],
  [45, 'en', '45 seconds'],
  [60, 'en', '1 minute'],
  [5400, 'en', '1 hour 30 minutes'],
  [86_400, 'en', '24 hours'],
  [259_200, 'de', '72 Stunden'],
])('%i seconds are in %s: %s', (seconds, locale, text) => {
  expect(durationInWords(seconds, locale)).toBe(text)
})
