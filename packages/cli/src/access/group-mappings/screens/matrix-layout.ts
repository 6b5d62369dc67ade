import { mappingName, type MappedGroup, type Mapping } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import { cutStart, widthOf } from '../../../kit/output/width.ts'
import type { App } from '../../../kit/terminal/app/app.ts'

/** Cells of a column: a sign of up to two cells, and a gap; at most what is readable of a name. */
const columnCellsMin = 3
const columnCellsMax = 11
/** Cells before the names: the cursor. */
export const leadCells = 2
/** Rows and groups whose names decide about the room for names. */
const sample = 200

export type MatrixLayout = {
  readonly nameCells: number
  /** With the gap before it. */
  readonly columnCells: number
  readonly headLines: 0 | 1
  readonly rowLines: number
  readonly columns: number
}

/** The parts of the window: names of roles at the left, names of groups above, and a line that says where the cursor is. */
export function matrixLayout(app: App, rows: readonly Mapping[], groups: readonly MappedGroup[]): MatrixLayout {
  const { contentWidth, contentHeight } = app.layout()
  const longest = (texts: readonly string[]) => Math.max(0, ...texts.slice(0, sample).map(widthOf))
  const wanted = longest(rows.slice(0, sample).map((row) => neutralise(mappingName(row))))
  const nameCells = Math.max(4, Math.min(wanted, Math.floor(contentWidth * 0.4)))
  const widest = longest(groups.slice(0, sample).map(({ name }) => neutralise(name)))
  const columnCells = Math.max(columnCellsMin, Math.min(widest + 1, columnCellsMax))
  const headLines = contentHeight > 3 ? 1 : 0
  return {
    nameCells,
    columnCells,
    headLines,
    rowLines: Math.max(1, contentHeight - headLines - 1),
    columns: Math.max(1, Math.floor((contentWidth - leadCells - nameCells) / columnCells)),
  }
}

/** The end of a name, in which groups of one provider differ. */
export function headOf({ name }: MappedGroup, columnCells: number): string {
  return cutStart(neutralise(name), columnCells - 1)
}
