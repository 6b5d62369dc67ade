import { expect, test } from 'vitest'

import { tileInDirection } from './move-between-tiles.ts'

/** Three columns, the last row with two tiles. */
const tiles = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => ({ left: (index % 3) * 300, top: Math.floor(index / 3) * 100 }))
/** The same, laid out right to left. */
const mirrored = tiles.map((tile) => ({ ...tile, left: 600 - tile.left }))

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 3],
  ['ArrowRight', 7, undefined],
  ['ArrowLeft', 3, 2],
  ['ArrowLeft', 0, undefined],
  ['ArrowDown', 1, 4],
  ['ArrowDown', 5, 7],
  ['ArrowDown', 6, undefined],
  ['ArrowUp', 7, 4],
  ['ArrowUp', 1, undefined],
  ['Home', 5, 0],
  ['End', 5, 7],
  ['a', 5, undefined],
])('%s from tile %i leads to %s', (key, from, to) => {
  expect(tileInDirection(tiles, from, key, 'ltr')).toBe(to)
})

test('left is forward where text runs from right to left', () => {
  expect(tileInDirection(mirrored, 0, 'ArrowLeft', 'rtl')).toBe(1)
  expect(tileInDirection(mirrored, 1, 'ArrowRight', 'rtl')).toBe(0)
  expect(tileInDirection(mirrored, 1, 'ArrowDown', 'rtl')).toBe(4)
})
