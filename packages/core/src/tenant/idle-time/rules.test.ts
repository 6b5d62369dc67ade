import type * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { createWords, englishMessages } from '../../app/contract.ts'
import { violationsOf } from '../../kit/http/violations.ts'
import { idleTimeChoices, IdleTimeChoice, idleTimeSecs, IdleTimeText, idleTimeText, readIdleTime } from './rules.ts'

const words = createWords('en', englishMessages)
const format = 'Time must be set as hh:mm.'
const range = 'Time must be between 5 minutes and 24 hours.'
const choiceRange = 'Time must be between 15 minutes and 12 hours.'
const said = (schema: v.GenericSchema, text: string) =>
  violationsOf(schema, text).map(({ errorID }) => words.find(errorID))[0]

describe('the settings form (spec section 5): hh:mm, from 5 minutes to 24 hours', () => {
  it.each([
    ['00:05', undefined],
    [' 00:30 ', undefined],
    ['24:00', undefined],
    ['00:04', range],
    ['00:00', range],
    ['24:01', range],
    ['30:00', range],
    ['99:59', range],
    ['0:30', format],
    ['00:60', format],
    ['0030', format],
    ['00:30:00', format],
    ['-1:30', format],
    ['٠٠:٣٠', format],
    ['100:00', format],
    ['', format],
    ['half an hour', format],
  ])('%j: %s', (text, sentence) => expect(said(IdleTimeText, text)).toBe(sentence))
})

describe('the dropdown (spec section 5): from 15 minutes to 12 hours', () => {
  it.each([
    ['00:15', undefined],
    ['12:00', undefined],
    ['00:14', choiceRange],
    ['12:01', choiceRange],
    ['24:00', choiceRange],
    ['1:00', format],
  ])('%j: %s', (text, sentence) => expect(said(IdleTimeChoice, text)).toBe(sentence))

  it('offers times that it accepts, from the shortest to the longest', () => {
    expect(idleTimeChoices.map((text) => said(IdleTimeChoice, text))).toEqual(idleTimeChoices.map(() => undefined))
    expect([idleTimeChoices[0], idleTimeChoices.at(-1)]).toEqual(['00:15', '12:00'])
  })
})

it('a time is written as it is read', () => {
  for (const text of ['00:05', '01:30', '24:00']) expect(idleTimeText(readIdleTime(text) ?? 0)).toBe(text)
  expect(idleTimeText(4321)).toBe('01:12')
  expect([idleTimeSecs.min, idleTimeSecs.max].map(idleTimeText)).toEqual(['00:05', '24:00'])
})
