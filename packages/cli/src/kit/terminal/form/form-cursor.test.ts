import { describe, expect, it } from 'vitest'

import { createLine } from '../fields/line.ts'
import { createFormCursor } from './form-cursor.ts'
import type { FormRow, RowEditor } from './form-row.ts'
import { firstShown, lastShown } from './shown-rows.ts'

const field = (id: string): FormRow => ({ kind: 'field', id, label: id, shown: '' })
const heading = (id: string): FormRow => ({ kind: 'heading', id, text: id })

function open(rows: FormRow[]) {
  const lines = new Map<string, RowEditor>(
    ['a', 'b'].map((id) => [id, { kind: 'line', line: createLine(), mask: false, placeholder: '' }]),
  )
  return createFormCursor({ rows: () => rows, editorOf: (id) => lines.get(id) })
}

describe('the cursor of a form', () => {
  it('stops only on fields and actions, and does not wrap at the ends', () => {
    const cursor = open([heading('h'), field('a'), heading('i'), field('b'), { kind: 'action', id: 'more', text: '+' }])
    expect(cursor.current()?.id).toBe('a')
    cursor.move(-1)
    expect(cursor.current()?.id).toBe('a')
    cursor.move(1)
    expect(cursor.current()?.id).toBe('b')
    cursor.move(Infinity)
    expect(cursor.current()?.id).toBe('more')
  })

  it('stays on its row while others come and go around it', () => {
    const rows = [field('a'), field('b')]
    const cursor = open(rows)
    cursor.moveTo('b')
    rows.unshift(heading('h'), field('x'))
    expect(cursor.current()?.id).toBe('b')
  })

  it('goes to the nearest row where its own is gone', () => {
    const rows = [field('a'), field('b'), field('c')]
    const cursor = open(rows)
    cursor.moveTo('c')
    rows.pop()
    expect(cursor.current()?.id).toBe('b')
  })

  it('a row that is not text has no text field', () => {
    const cursor = open([field('a'), field('flag')])
    expect(cursor.edit()).toBe(true)
    expect(cursor.field()).toBeDefined()
    cursor.move(1)
    expect(cursor.edit()).toBe(false)
    expect(cursor.field()).toBeUndefined()
  })
})

describe('the rows that are drawn', () => {
  it.each<[string, number[], number, number, number, number]>([
    ['all where all fit', [1, 1, 1], 0, 5, 0, 3],
    ['up to the cursor, whole', [1, 2, 1, 3], 3, 5, 2, 4],
    ['none after the window is full', [1, 1, 1, 1, 1], 0, 2, 0, 2],
    ['the last one cut off rather than missing', [1, 5, 1], 0, 3, 0, 2],
    ['a row higher than the window', [1, 9, 1], 1, 3, 1, 2],
  ])('%s', (_, heights, at, height, first, last) => {
    expect(firstShown(heights, at, height)).toBe(first)
    expect(lastShown(heights, first, height)).toBe(last)
  })
})
