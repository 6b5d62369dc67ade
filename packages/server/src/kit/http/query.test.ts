import { expect, it } from 'vitest'

import { processorMs } from '../../testing/processor-time.ts'
import { queryOf } from './query.ts'

it.each([
  ['/api/x', {}],
  ['/api/x?', {}],
  ['/api/x?a=1&b=%20&_=17', { a: '1', b: ' ' }],
  ['/api/x?a=1&b=2&a=3&a=', { a: ['1', '3', ''], b: '2' }],
])('%s', (url, query) => expect(queryOf(url)).toEqual(query))

it('names of our own objects are parameters like any other', () => {
  const query = queryOf('/?__proto__=1&__proto__=2&constructor=3')
  expect(Object.entries(query)).toEqual([
    ['__proto__', ['1', '2']],
    ['constructor', '3'],
  ])
})

it('a hundred times as many values of one parameter cost a hundred times as much at most', () => {
  const costMs = (count: number) => {
    const url = `/?${'a=&'.repeat(count)}`
    return processorMs(() => queryOf(url))
  }
  costMs(500)
  expect(costMs(50_000)).toBeLessThan(200 * Math.max(costMs(500), 0.1))
})
