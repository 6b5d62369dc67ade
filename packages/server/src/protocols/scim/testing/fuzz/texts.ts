import type { RandomChoices } from '../../../../testing/random-choices.ts'

export function chance({ next }: RandomChoices, probability: number): boolean {
  return next() < probability
}

/** A whole number from 0, below the limit. */
export function below({ next }: RandomChoices, limit: number): number {
  return Math.floor(next() * limit)
}

export function some<T>(choices: RandomChoices, max: number, one: () => T): T[] {
  return Array.from({ length: below(choices, max + 1) }, one)
}

export const dates = [
  '2026-01-31T10:20:30Z',
  '2026-01-31T10:20:30.123+14:00',
  '2011-05-13T04:42:34',
  '2026-02-30T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-12:00',
  '-000001-01-01T00:00:00Z',
  '+010000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '1',
  'Thu, 01 Jan 1970 00:00:00 GMT',
  '2026-06-30T23:59:60Z',
  'infinity',
]

const numbers = [
  '0',
  '-0',
  '1',
  '-1',
  '2',
  '007',
  '1.5',
  '1e3',
  '1e999',
  '-1e-999',
  '9007199254740993',
  '9'.repeat(400),
]

export const statements = [
  "'",
  "'; drop table scim_users; --",
  "' or '1'='1",
  '") or true --',
  "\\'; select pg_sleep(30) --",
  '$1',
  '$$',
  '%',
  '_',
  '%_%',
  "E'\\\\x00'",
  '/*',
  "'}}]::jsonb",
]

const characters = [
  '\0',
  'a\0b',
  '\u{1}',
  '\t',
  '\r\n',
  '\u{7f}',
  '\u{85}',
  '\u{a0}',
  '\ud800',
  'a\ud83d',
  '\udc00b',
  '\u{1f642}',
  '\u{202e}gnp',
  '\u{200b}',
  '\u{200d}',
  '\u{feff}',
  '\u{2028}',
  '\u{fffe}',
  '\u{10ffff}',
  'e\u{301}\u{301}\u{301}',
  '\u{130}',
  '\u{df}\u{fb01}\u{3a3}',
  '\u{212a}',
]

const words = [
  '',
  ' ',
  'true',
  'False',
  'null',
  'undefined',
  'NaN',
  '[object Object]',
  '__proto__',
  '__proto__.polluted',
  'constructor',
  'constructor.prototype',
  'prototype',
  'toString',
  'hasOwnProperty',
  '"',
  '\\',
  '\\u0000',
  '\\ud800',
  '\\x41',
  '../..',
  '..%2f..',
  '%00',
  '%zz',
  '<script>',
  '{{7*7}}',
  '${7*7}',
]

/** What a filter, path or name repeats: each is a place where a careless expression takes quadratic time. */
const repeated = [
  ' ',
  'a',
  'é',
  '(',
  ')',
  '[',
  ']',
  '"',
  '\\',
  '\\"',
  '.',
  'a.',
  ':',
  'urn:',
  ',',
  '-',
  'not ',
  'not (',
  ' and ',
  '\0',
  '$',
  '%25',
  '1',
]

const oddTexts = [dates, numbers, statements, characters, characters, words]

export function oddText(choices: RandomChoices): string {
  if (chance(choices, 0.1))
    return choices.oneOf(repeated).repeat(1 + below(choices, choices.oneOf([3, 40, 500, 4_100])))
  return Array.from({ length: 1 + below(choices, 3) }, () => choices.oneOf(choices.oneOf(oddTexts))).join(
    choices.oneOf(['', '', ' ', 'a']),
  )
}

/** The text with some parts removed, doubled, exchanged or put in. */
export function mutated(text: string, choices: RandomChoices): string {
  let result = text
  for (let left = 1 + below(choices, 3); left > 0; left -= 1) {
    const [from, to] = [below(choices, result.length + 1), below(choices, result.length + 1)].toSorted(
      (a, b) => a - b,
    ) as [number, number]
    const part = result.slice(from, to)
    const put = choices.oneOf([
      () => '',
      () => part + part,
      () => part.toUpperCase(),
      () => [...part].toReversed().join(''),
      () => oddText(choices),
      () => part + oddText(choices),
      () => choices.oneOf(repeated) + part,
      () => `(${part})`,
    ])
    result = result.slice(0, from) + put() + result.slice(to)
  }
  return result
}
