import { expect, it } from 'vitest'

import { without, withAdded } from './value-lists.ts'
import type { Value } from './values.ts'

let reads = 0
/** Counts how often a value is looked at. */
const counted = (value: object): Value =>
  new Proxy(value, {
    get: (of, name) => {
      reads += 1
      return Reflect.get(of, name) as unknown
    },
  }) as Value

function readsOf(size: number): number {
  const list = (name: string) =>
    Array.from({ length: size }, (_, at) => counted({ value: 'same', type: `${name}${at}` }))
  const unnamed = Array.from({ length: size }, (_, at) => counted({ display: `${at}` }))
  reads = 0
  without(withAdded([...list('a'), ...unnamed], [...list('b'), ...unnamed]), list('a'))
  return reads
}

it('values that differ only in type are not compared with each other', () => {
  expect(readsOf(400)).toBeLessThan(5 * readsOf(100))
})

it('a value is the same as one with its value and type, or with its value where one of both has no type', () => {
  const list = [{ value: 'a', type: 'work' }, { value: 'a', type: 'home' }, { value: 'b' }, { display: 'c', type: 'x' }]
  expect(without(list, [{ value: 'a', type: 'home' }])).toEqual([list[0], list[2], list[3]])
  expect(without(list, [{ value: 'a' }, { value: 'b', type: 'x' }])).toEqual([list[3]])
  expect(without(list, [{ type: 'x', display: 'c' }])).toEqual(list.slice(0, 3))
  expect(without(list, [{ type: 'x' }])).toEqual(list)
})

it('an added value that is there already changes nothing, whatever the order of its sub-attributes', () => {
  const list = [{ value: 'a', type: 'work', primary: true }, { value: 'b' }]
  expect(withAdded(list, [{ primary: true, type: 'work', value: 'a' }, { value: 'b' }])).toEqual(list)
})
