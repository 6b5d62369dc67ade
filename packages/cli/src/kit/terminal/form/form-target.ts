import type { App } from '../app/app.ts'
import type { Target } from '../app/view.ts'
import { tabsHeight } from './form-body.tsx'
import type { FormCursor } from './form-cursor.ts'
import { canStandOn } from './form-row.ts'
import { heightOf, labelWidthOf } from './row-lines.ts'
import { firstShown, rowAtLine } from './shown-rows.ts'

/** What is in a line of a form that `formBody` draws. */
export function formTarget(app: App, cursor: FormCursor, hasTabs: boolean, line: number): Target | undefined {
  const { contentWidth: width, contentHeight } = app.layout()
  const top = hasTabs ? tabsHeight : 0
  const height = contentHeight - top
  const [rows, at] = [cursor.rows(), cursor.at()]
  const room = { width, labelWidth: labelWidthOf(rows, width), height }
  const heights = rows.map((row, index) => heightOf(row, index === at, room))
  const index = line < top ? undefined : rowAtLine(heights, firstShown(heights, at, height), line - top)
  const row = index === undefined ? undefined : rows[index]
  if (row === undefined || !canStandOn(row)) return undefined
  return { isCurrent: index === at, select: () => cursor.moveTo(row.id) }
}
