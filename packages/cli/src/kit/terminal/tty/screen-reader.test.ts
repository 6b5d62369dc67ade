import { expect, it } from 'vitest'

import { isForScreenReader } from './screen-reader.ts'

it.each([
  [undefined, false],
  ['', false],
  ['0', false],
  ['false', false],
  ['1', true],
  ['true', true],
])('INK_SCREEN_READER=%s: lines instead of drawing, %s', (value, isSpoken) => {
  expect(isForScreenReader({ INK_SCREEN_READER: value })).toBe(isSpoken)
})
