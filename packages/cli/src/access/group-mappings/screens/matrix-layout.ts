import { mappingName, type MappedGroup, type Mapping } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import { cut, cutStart, widthOf } from '../../../kit/output/width.ts'
import type { App } from '../../../kit/terminal/app/app.ts'

/** Cells of a column: a sign of up to two cells, and a gap before it. */
const columnCellsMin = 3
const columnCellsMax = 4
/** Lines that the names above the columns take turns in, so that each has the width of as many columns. */
const headLinesMax = 3
/** In a window of fewer lines, the names have one line. */
const linesForHeads = 9
/** Cells before the names: the cursor. */
export const leadCells = 2
/** Rows and groups whose names decide about the room for names. */
const sample = 200

export type MatrixLayout = {
  readonly nameCells: number
  /** With the gap before it. */
  readonly columnCells: number
  readonly headLines: number
  readonly rowLines: number
  readonly columns: number
}

/** The parts of the window: names of roles at the left, names of groups above, and a line that says where the cursor is. */
export function matrixLayout(app: App, rows: readonly Mapping[], groups: readonly MappedGroup[]): MatrixLayout {
  const { contentWidth, contentHeight } = app.layout()
  const longest = (texts: readonly string[]) => Math.max(0, ...texts.slice(0, sample).map(widthOf))
  const wanted = longest(rows.slice(0, sample).map((row) => neutralise(mappingName(row))))
  const nameCells = Math.max(4, Math.min(wanted, Math.floor(contentWidth * 0.4)))
  const widest = 1 + longest(groups.slice(0, sample).map(({ name }) => neutralise(name)))
  const columnCells = Math.max(columnCellsMin, Math.min(widest, columnCellsMax))
  const lines = contentHeight < linesForHeads ? 1 : Math.min(headLinesMax, Math.ceil(widest / columnCells))
  const headLines = contentHeight > 3 ? lines : 0
  const room = contentWidth - leadCells - nameCells - Math.max(0, headLines - 1) * columnCells
  return {
    nameCells,
    columnCells,
    headLines,
    rowLines: Math.max(1, contentHeight - headLines - 1),
    columns: Math.max(1, Math.floor(room / columnCells)),
  }
}

/** A part of a line above the columns. */
export type HeadPart = { readonly text: string; readonly isHere: boolean }

/**
 * One of `lines` lines of names, which take turns: a name begins above the sign of its column, and a bar leads down to it where no
 * other name is in the way. Of a long name, its end is drawn, in which groups of one provider differ.
 */
export function headLine(
  names: readonly string[],
  at: {
    readonly line: number
    readonly lines: number
    readonly columnCells: number
    readonly here: number
    readonly bar: string
  },
): readonly HeadPart[] {
  const { line, lines, columnCells, here, bar } = at
  const parts: HeadPart[] = []
  let used = 0
  for (const [column, name] of names.entries()) {
    const from = column * columnCells + 1
    const turn = column % lines
    if (turn > line || from < used) continue
    const text = turn === line ? cutStart(neutralise(name), lines * columnCells - 1) : bar
    parts.push({ text: ' '.repeat(from - used), isHere: false }, { text, isHere: column === here })
    used = from + widthOf(text)
  }
  return parts
}

/** Cells of an application's name before the role, at least. */
const appCellsMin = 4

/** A role in `width` cells: of an application's role, the application gives way first, because its roles differ at the end. */
export function roleName(mapping: Mapping, width: number): string {
  const whole = neutralise(mappingName(mapping))
  const { kind, appLabel, label } = mapping
  if (kind !== 'application-role' || widthOf(whole) <= width) return cut(whole, width)
  const app = neutralise(appLabel ?? '')
  const role = `: ${neutralise(label)}`
  const room = Math.max(appCellsMin, width - widthOf(role))
  return cut(cut(app, room) + role, width)
}
