import { describe, expect, it } from 'vitest'

import { chartLines } from './chart.ts'

describe('a chart', () => {
  it('has bars in proportion, and one request of many is seen', () => {
    expect(chartLines([48, 24, 1, 0, 12], { width: 5, isAscii: false })).toEqual([
      '█',
      '█',
      '█',
      '██',
      '██  ▄',
      '██▁ █',
    ])
  })

  it('leaves a cell between bars where there is room, and draws the last ones where there is none', () => {
    expect(chartLines([2, 0, 2], { width: 6, isAscii: true }).at(-1)).toBe('#   #')
    expect(chartLines([5, 1, 1], { width: 2, isAscii: true }).at(-1)).toBe('##')
  })

  it('of nothing is empty', () => {
    expect(chartLines([0, 0], { width: 9, isAscii: false })).toEqual(['', '', '', '', '', ''])
  })
})
