import { neutralise } from '../../io/neutralise.ts'
import { cut, widthOf } from '../../output/width.ts'
import { wrapWords } from '../../output/wrap.ts'
import { placeOf } from '../fields/area.ts'
import { wrapLines } from '../page/page-line.ts'
import type { FieldRow, FormRow, RowEditor } from './form-row.ts'

const areaHeightMax = 8

/** A value in one line; in full under the cursor. */
export function valueLines({ shown }: FieldRow, isCurrent: boolean, room: number): readonly string[] {
  const text = neutralise(shown)
  return isCurrent ? wrapLines([{ text }], room).map((line) => line.text) : [cut(text, room)]
}

export type Below = { readonly text: string; readonly look: 'bad' | 'warn' | 'help' }

/** The lines under a field: violation, warning, and help for the row under the cursor. */
export function belowOf(row: FieldRow, isCurrent: boolean, width: number): readonly Below[] {
  const lines = (mark: string, text: string | undefined, look: Below['look']): readonly Below[] =>
    text === undefined ? [] : wrapWords(`    ${mark}${neutralise(text)}`, width).map((line) => ({ text: line, look }))
  return [
    ...lines('! ', row.problem, 'bad'),
    ...lines('! ', row.warning, 'warn'),
    ...(isCurrent ? lines('', row.help, 'help') : []),
  ]
}

/** The width of the widest label, at most half of the window, because values need the other half. */
export function labelWidthOf(rows: readonly FormRow[], width: number): number {
  const widest = Math.max(8, ...rows.map((row) => (row.kind === 'field' ? widthOf(row.label) : 0)))
  return Math.min(widest + 4, Math.max(10, Math.floor(width * 0.45)))
}

/** A long label is shown in full if its value is short. */
export function labelCellsOf({ editor, label, shown }: FieldRow, width: number, labelWidth: number): number {
  const spare = editor === undefined ? width - widthOf(shown) : 0
  return Math.max(labelWidth, Math.min(widthOf(label) + 3, spare))
}

/** Lines of a text area in a window of `height`. */
export function areaRows(height: number): number {
  return Math.max(1, Math.min(areaHeightMax, height - 5))
}

type Room = { readonly width: number; readonly labelWidth: number; readonly height: number }

/** Number of lines of a drawn row. */
export function heightOf(row: FormRow, isCurrent: boolean, { width, labelWidth, height }: Room): number {
  if (row.kind === 'heading' || row.kind === 'action') return 1
  if (row.kind === 'note') return wrapWords(row.text, width).length
  const own =
    row.editor === undefined
      ? valueLines(row, isCurrent, Math.max(1, width - labelCellsOf(row, width, labelWidth))).length
      : editorHeight(row.editor, { width, labelWidth, height })
  return own + belowOf(row, isCurrent, width).length
}

function editorHeight(editor: RowEditor, { width, labelWidth, height }: Room): number {
  if (editor.kind === 'area') return 1 + Math.min(placeOf(editor.area.getState()).lines.length, areaRows(height))
  // The text wraps, with one cell for the cursor.
  const cells = Math.max(widthOf(editor.line.getState().value) + 1, widthOf(editor.placeholder))
  return Math.ceil(cells / Math.max(1, width - labelWidth))
}
