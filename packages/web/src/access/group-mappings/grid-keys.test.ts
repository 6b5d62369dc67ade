import { expect, test } from 'vitest'

import { gridMove } from './grid-keys.ts'

const size = { rows: 30, columns: 5 }
const at = { row: 12, column: 2 }
const key = (name: string, ctrlKey = false) => ({ key: name, ctrlKey })

test.each([
  [key('ArrowUp'), 11, 2],
  [key('ArrowDown'), 13, 2],
  [key('ArrowLeft'), 12, 1],
  [key('ArrowRight'), 12, 3],
  [key('PageUp'), 2, 2],
  [key('PageDown'), 22, 2],
  [key('Home'), 12, 0],
  [key('End'), 12, 4],
  [key('Home', true), 0, 0],
  [key('End', true), 29, 4],
])('%o moves to row %i, column %i', (event, row, column) => {
  expect(gridMove(event, at, size)).toEqual({ row, column })
})

test('a move ends at the edges of the grid', () => {
  expect(gridMove(key('ArrowUp'), { row: 0, column: 0 }, size)).toEqual({ row: 0, column: 0 })
  expect(gridMove(key('ArrowRight'), { row: 29, column: 4 }, size)).toEqual({ row: 29, column: 4 })
  expect(gridMove(key('PageDown'), { row: 25, column: 4 }, size)).toEqual({ row: 29, column: 4 })
})

test('in a right-to-left language the left arrow leads to the next column', () => {
  expect(gridMove(key('ArrowLeft'), at, size, true)).toEqual({ row: 12, column: 3 })
})

test('other keys are left to the browser', () => {
  expect([gridMove(key('Tab'), at, size), gridMove(key('ArrowDown', true), at, size)]).toEqual([undefined, undefined])
})
