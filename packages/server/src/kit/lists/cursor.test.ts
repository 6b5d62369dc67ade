import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { Failure } from '../http/failure.ts'
import { cursorOf, placeOf, type Place } from './cursor.ts'
import { readTimeCursor, timeCursorOf } from './time-cursor.ts'

const id = randomUUID()
const isNumber = (key: string) => /^\d+$/.test(key)
const encoded = (text: string) => Buffer.from(text).toString('base64url')
const invalidCursor = expect.objectContaining({
  status: 400,
  details: [expect.objectContaining({ errorID: 'INVALID_VALUE', fieldID: 'cursor' })],
  constructor: Failure,
}) as Error

describe('a cursor', () => {
  test.each<Place>([
    { side: 'after', sort: 'age', key: '7', id },
    { side: 'before', sort: 'age', key: '7', id },
  ])('leads back to its place: $side', (place) => {
    expect(placeOf(cursorOf(place), 'age', isNumber)).toEqual(place)
  })

  test('may be missing, or name the end of the list', () => {
    expect(placeOf(undefined, 'age', isNumber)).toBeUndefined()
    expect(placeOf('end', 'age', isNumber)).toEqual({ side: 'before', sort: 'age', key: undefined, id: '' })
  })

  test.each([
    ['of another order', cursorOf({ side: 'after', sort: 'name', key: '7', id })],
    ['with a key that the order does not have', cursorOf({ side: 'after', sort: 'age', key: 'old', id })],
    ['with an id that is not a UUID', cursorOf({ side: 'after', sort: 'age', key: '7', id: '7' })],
    ['on neither side', encoded(JSON.stringify(['beside', 'age', '7', id]))],
    ['with too few parts', encoded(JSON.stringify(['after', 'age', '7']))],
    ['with a part that is not text', encoded(JSON.stringify(['after', 'age', 7, id]))],
    ['of a list by time', timeCursorOf({ at: '2026-11-21 12:00:00.123456+00', id })],
    ['that is not JSON', encoded('after')],
    ['without text', ''],
  ])('%s is invalid', (_, cursor) => {
    expect(() => placeOf(cursor, 'age', isNumber)).toThrow(invalidCursor)
  })

  test.each(['\0', '\ud800'])('with the character %j, which the database rejects, is invalid', (key) => {
    const cursor = cursorOf({ side: 'after', sort: 'name', key, id })
    expect(() => placeOf(cursor, 'name', () => true)).toThrow(invalidCursor)
  })
})

describe('a cursor of a list by time', () => {
  test.each(['2026-11-21 12:00:00+00', '2026-11-21 12:00:00.123456-03', '2026-11-21 12:00:00.1+05:30'])(
    'leads back to its place: %s',
    (at) => {
      expect(readTimeCursor(timeCursorOf({ at, id }))).toEqual({ at, id })
    },
  )

  test.each([
    ['of another list', cursorOf({ side: 'after', sort: 'age', key: '7', id })],
    ['without an id', encoded('2026-11-21 12:00:00+00|')],
    ['with a time in another format', encoded(`yesterday|${id}`)],
    ['with more behind it', encoded(`2026-11-21 12:00:00+00|${id}'`)],
    ['without text', ''],
  ])('%s is invalid', (_, cursor) => {
    expect(() => readTimeCursor(cursor)).toThrow(invalidCursor)
  })
})
