import type { Words } from '@portico/core'

import type { FormCursor } from './form-cursor.ts'

/** The row under the cursor for a screen reader: label, value, violation and position. */
export function spokenRows(cursor: FormCursor, words: Words): readonly string[] {
  const rows = cursor.rows()
  const at = cursor.at()
  const row = rows[at]
  if (row === undefined) return []
  const place = words.say('tui.place', { at: at + 1, count: rows.length })
  if (row.kind !== 'field') return [`${row.text}, ${place}`]
  const heading = rows.slice(0, at).findLast(({ kind }) => kind === 'heading')
  const line = `${row.label}: ${row.shown || words.text('empty')}, ${place}`
  return [
    row.editor === undefined ? line : words.say('tui.typing', { text: line }),
    ...(heading?.kind === 'heading' ? [words.say('tui.inSection', { name: heading.text })] : []),
    ...(row.problem === undefined ? [] : [words.say('tui.notValid', { text: row.problem })]),
    ...(row.warning === undefined ? [] : [words.say('tui.attention', { text: row.warning })]),
    ...(row.help === undefined ? [] : [row.help]),
  ]
}
