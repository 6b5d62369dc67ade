import type { Words } from '@portico/core'

import type { FormCursor } from './form-cursor.ts'
import { canStandOn, type FieldRow, type FormRow } from './form-row.ts'

/**
 * The row under the cursor for a screen reader: the notes above it, label, value, violation, position among the rows that
 * the cursor can be on, and at the last of them the notes below.
 */
export function spokenRows(cursor: FormCursor, words: Words): readonly string[] {
  const rows = cursor.rows()
  const at = cursor.at()
  const row = rows[at]
  if (row === undefined) return []
  const above = rows.slice(0, at)
  const below = rows.slice(at + 1)
  const place = words.say('tui.place', {
    at: above.filter(canStandOn).length + 1,
    count: rows.filter(canStandOn).length,
  })
  return [
    ...spokenNotes(above.slice(above.findLastIndex(canStandOn) + 1), words),
    ...(row.kind === 'field' ? spokenField(row, place, above, words) : [`${row.text}, ${place}`]),
    ...(below.some(canStandOn) ? [] : spokenNotes(below, words)),
  ]
}

function spokenNotes(rows: readonly FormRow[], words: Words): readonly string[] {
  return rows.flatMap((row) => {
    if (row.kind !== 'note') return []
    return [row.look === undefined ? row.text : words.say('tui.attention', { text: row.text })]
  })
}

function spokenField(row: FieldRow, place: string, above: readonly FormRow[], words: Words): readonly string[] {
  const heading = above.findLast(({ kind }) => kind === 'heading')
  const line = `${row.label}: ${row.shown || words.text('empty')}, ${place}`
  return [
    row.editor === undefined ? line : words.say('tui.typing', { text: line }),
    ...(heading?.kind === 'heading' ? [words.say('tui.inSection', { name: heading.text })] : []),
    ...(row.problem === undefined ? [] : [words.say('tui.notValid', { text: row.problem })]),
    ...(row.warning === undefined ? [] : [words.say('tui.attention', { text: row.warning })]),
    ...(row.help === undefined ? [] : [row.help]),
  ]
}
