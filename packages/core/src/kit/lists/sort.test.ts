import { expect, it } from 'vitest'

import type { FieldValue, Noun } from '../nouns/noun.ts'
import { sortAfterChoosing, sortedRows, sortOf } from './sort.ts'

type Row = { readonly id: number; readonly value: FieldValue }
const noun = {
  fields: [{ name: 'value', label: 'Value', kind: 'text', summary: '', value: (row: Row) => row.value }],
} as unknown as Noun<Row>

function order(sort: string, values: readonly FieldValue[]): readonly FieldValue[] {
  const wanted = sortOf(noun, sort)
  if (wanted === undefined) throw new Error(`There is no order ${sort}.`)
  return sortedRows(
    values.map((value, id) => ({ id, value })),
    wanted,
  ).map(({ value }) => value)
}

it.each([
  [
    'names, whatever their case and accents',
    ['node 10', 'Élan', 'node 9', 'alpha'],
    ['alpha', 'Élan', 'node 9', 'node 10'],
  ],
  ['numbers, those below nothing too', [12, -3, 5, -20, 0.5], [-20, -3, 0.5, 5, 12]],
  ['what is not set before everything', ['b', null, 'a'], [null, 'a', 'b']],
  ['times', ['2026-11-21T10:00:00Z', '2026-11-21T09:00:00Z'], ['2026-11-21T09:00:00Z', '2026-11-21T10:00:00Z']],
  [
    'lists by their first texts',
    [
      ['b', 'a'],
      ['a', 'z'],
    ],
    [
      ['a', 'z'],
      ['b', 'a'],
    ],
  ],
] as const)('orders %s', (_, values, wanted) => {
  expect(order('value', values)).toEqual(wanted)
  expect(order('-value', values)).toEqual([...wanted].toReversed())
})

it.each(['value', '-value'])('equal rows stay as they came, by %s', (sort) => {
  const rows = [0, 1, 2].map((id) => ({ id, value: 'same' }))
  const wanted = sortOf(noun, sort)
  expect(wanted && sortedRows(rows, wanted).map(({ id }) => id)).toEqual([0, 1, 2])
})

it('choosing the sorted column again reverses the order each time', () => {
  expect(['', '-name', 'name'].map((sort) => sortAfterChoosing(sort, 'name'))).toEqual(['name', 'name', '-name'])
})

it('a field that the noun does not have does not sort', () => {
  expect(sortOf(noun, '-other')).toBeUndefined()
})
