import { expect, it } from 'vitest'

import { widthOf } from './width.ts'
import { asciiOf } from './ascii.ts'

it.each([
  ['Billing, General Ledg…', 'Billing, General Ledg~'],
  ['“Größe” › Straße · 3', '"Grose" > Strase - 3'],
  ['e\u0301te\u0301', 'ete'],
  ['日本', '????'],
  ['▁▃█', '###'],
  ['\u001b[1mNo\u0308l\u001b[0m', '\u001b[1mNol\u001b[0m'],
])('%j is %j, with as many cells', (text, shown) => {
  expect(asciiOf(text)).toBe(shown)
  expect(widthOf(asciiOf(text))).toBe(widthOf(text))
})
