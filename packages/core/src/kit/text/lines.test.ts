import * as v from 'valibot'
import { describe, expect, test } from 'vitest'

import { lineRules } from './lines.ts'

const Input = lineRules([
  { name: 'title', lengthMax: 5, required: true, isName: true, errorIds: { required: 'TITLE', tooLong: 'TITLE_LONG' } },
  { name: 'note', lengthMax: 3, required: false },
])
const idsOf = (body: unknown) => v.safeParse(Input, body).issues?.map(({ message }) => message)

describe('the body of a call that saves lines', () => {
  test('has each line trimmed, and an absent one empty', () => {
    expect(v.parse(Input, { title: ' one ', note: ' a ' })).toEqual({ title: 'one', note: 'a' })
    expect(v.parse(Input, { title: 'one' })).toEqual({ title: 'one', note: '' })
  })

  test.each([
    ['a required line that is missing', { note: 'a' }],
    ['a field that it does not have', { title: 'one', other: 'a' }],
    ['a number', { title: 1 }],
  ])('is rejected with %s', (_, body) => expect(idsOf(body)).toHaveLength(1))

  test('is rejected with its own error ids', () => {
    expect([idsOf({ title: ' ' }), idsOf({ title: 'abcdef' })]).toEqual([['TITLE'], ['TITLE_LONG']])
  })

  test('is rejected with a line that is too long after trimming, or that has a line break', () => {
    expect(idsOf({ title: 'abcde ', note: 'abc ' })).toBeUndefined()
    expect([idsOf({ title: 'one', note: 'abcd' }), idsOf({ title: 'one', note: 'a\nb' })]).toEqual([
      [expect.any(String)],
      [expect.any(String)],
    ])
  })

  test('is rejected with a name that has an invisible character', () => {
    expect(idsOf({ title: 'a\u200bb' })).toHaveLength(1)
  })
})
