import { expect, it } from 'vitest'

import { readInput } from '../../kit/http/input.ts'
import { formatsMax, UsernameFormats } from './rules.ts'

const many = (count: number, name: (at: number) => string) => Array.from({ length: count }, (_, at) => name(at))
const prefixes = (count: number) => many(count, (at) => `ACME${at}`)
const suffixes = (count: number) => many(count, (at) => `a${at}.example`)

it('a provider may have the limit of each kind', () => {
  const formats = { prefixes: prefixes(formatsMax), suffixes: suffixes(formatsMax) }
  expect(readInput(UsernameFormats, formats)).toMatchObject({ ok: true })
})

it.each([
  ['prefixes', { prefixes: prefixes(formatsMax + 1), suffixes: [] }],
  ['suffixes', { prefixes: [], suffixes: suffixes(formatsMax + 1) }],
])('more %s than the limit are rejected by name', (fieldID, formats) => {
  const violations = [{ errorID: 'TOO_MANY_FORMATS', fieldID }]
  expect(readInput(UsernameFormats, formats)).toEqual({ ok: false, violations })
})
