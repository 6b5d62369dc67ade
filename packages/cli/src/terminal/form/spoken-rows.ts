import type { FormCursor } from './form-cursor.ts'

/** The row under the cursor for a screen reader: label, value, violation and position. */
export function spokenRows(cursor: FormCursor): readonly string[] {
  const rows = cursor.rows()
  const at = cursor.at()
  const row = rows[at]
  if (row === undefined) return []
  const place = `${at + 1} of ${rows.length}`
  if (row.kind !== 'field') return [`${row.text}, ${place}`]
  const heading = rows.slice(0, at).findLast(({ kind }) => kind === 'heading')
  return [
    `${row.label}: ${row.shown || 'empty'}, ${place}${row.editor === undefined ? '' : ', typing'}`,
    ...(heading?.kind === 'heading' ? [`In ${heading.text}`] : []),
    ...(row.problem === undefined ? [] : [`Not valid: ${row.problem}`]),
    ...(row.warning === undefined ? [] : [`Attention: ${row.warning}`]),
    ...(row.help === undefined ? [] : [row.help]),
  ]
}
