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

  it('leaves a cell between bars where there is room', () => {
    expect(chartLines([2, 0, 2], { width: 6, isAscii: true }).at(-1)).toBe('#   #')
  })

  it('adds neighbours up where there is no room for each, and drops none', () => {
    expect(chartLines([5, 0, 1, 0, 0, 0], { width: 4, isAscii: true }).at(-1)).toBe('##')
    expect(chartLines([3, 0, 0, 0, 3], { width: 4, isAscii: false })[0]).toBe('█ █')
    expect(chartLines([1, 1, 1, 1], { width: 1, isAscii: false }).at(-1)).toBe('█')
  })

  it('of nothing is empty', () => {
    expect(chartLines([0, 0], { width: 9, isAscii: false })).toEqual(['', '', '', '', '', ''])
  })
})
