import { expect, test } from 'vitest'

import { widthOf } from './width.ts'
import { wrapAll, wrapTyped, wrapWords } from './wrap.ts'

test.each<[string, number, string[]]>([
  ['one two three', 20, ['one two three']],
  ['one two three', 8, ['one two', 'three']],
  ['  one two three', 9, ['  one two', '  three']],
  ['one  two\n three', 7, ['one two', 'three']],
  ['see https://a.example now', 6, ['see', 'https://a.example', 'now']],
  ['漢字 漢字', 5, ['漢字', '漢字']],
])('%j between words in %i cells is %j', (text, width, lines) => {
  expect(wrapWords(text, width)).toEqual(lines)
})

test('a long word continues on the next line with the indentation, and loses no character', () => {
  const address = 'https://login.example.com/a/very/long/path?with=query'
  const lines = wrapAll(`    ${address}`, 20)
  expect(lines.map((line) => line.trim()).join('')).toBe(address)
  for (const line of lines) {
    expect(widthOf(line)).toBeLessThanOrEqual(20)
    expect(line).toMatch(/^ {4}\S/)
  }
})

test('a typed value keeps every blank', () => {
  expect(wrapTyped('a  b  c ', 3)).toEqual(['a  ', 'b  ', 'c '])
})

test('a window narrower than the indentation still shows every character', () => {
  expect(wrapAll('    abc', 3).join('').replaceAll(' ', '')).toBe('abc')
})
