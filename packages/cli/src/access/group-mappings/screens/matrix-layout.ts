import { mappingName, type MappedGroup, type Mapping } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import { cutStart, graphemesOf, widthOf } from '../../../kit/output/width.ts'
import type { App } from '../../../kit/terminal/app/app.ts'

/** Cells of a column: a sign of up to two cells, and a gap. */
export const columnCells = 3
/** Cells before the names: the cursor. */
export const leadCells = 2
/** Rows and groups whose names decide about the room for names. */
const sample = 200

export type MatrixLayout = {
  readonly nameCells: number
  /** Lines of the names of the groups, which are written downwards. */
  readonly headLines: number
  readonly rowLines: number
  readonly columns: number
}

/** The parts of the window: names of roles at the left, names of groups above, and a line that says where the cursor is. */
export function matrixLayout(app: App, rows: readonly Mapping[], groups: readonly MappedGroup[]): MatrixLayout {
  const { contentWidth, contentHeight } = app.layout()
  const longest = (texts: readonly string[]) => Math.max(0, ...texts.slice(0, sample).map(widthOf))
  const wanted = longest(rows.slice(0, sample).map((row) => neutralise(mappingName(row))))
  const nameCells = Math.max(4, Math.min(wanted, Math.floor(contentWidth * 0.45)))
  const highest = longest(groups.slice(0, sample).map(({ name }) => neutralise(name)))
  const headLines = Math.max(contentHeight > 3 ? 1 : 0, Math.min(highest, Math.floor(contentHeight * 0.4)))
  return {
    nameCells,
    headLines,
    rowLines: Math.max(1, contentHeight - headLines - 1),
    columns: Math.max(1, Math.floor((contentWidth - leadCells - nameCells) / columnCells)),
  }
}

/** A name written downwards in this many lines, from its end if it is longer; '' in the lines above a shorter one. */
export function downwards(name: string, lines: number): readonly string[] {
  // In one or two lines, an ellipsis would leave no part of the name.
  const text = lines < 3 ? neutralise(name) : cutStart(neutralise(name), lines)
  const signs = graphemesOf(text).slice(0, lines)
  return [...Array.from({ length: Math.max(0, lines - signs.length) }, () => ''), ...signs]
}
