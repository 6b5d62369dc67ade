import { widthOf } from '../../output/width.ts'

const gap = 2
const columnMin = 6
/** Rows that widths are measured on: enough to be right, few enough to cost nothing with 100,000. */
const sample = 200

/** Width of each column in cells: as wide as needed, and the widest cut first where the window is narrow. */
export function columnWidths(heads: readonly string[], cells: readonly (readonly string[])[], width: number): number[] {
  const measured = cells.slice(0, sample)
  const widths = heads.map((head, at) => Math.max(widthOf(head), ...measured.map((row) => widthOf(row[at] ?? ''))))
  const room = width - gap * (heads.length - 1)
  const sum = () => widths.reduce((total, one) => total + one, 0)
  while (sum() > room) {
    const widest = widths.indexOf(Math.max(...widths))
    if ((widths[widest] ?? 0) <= columnMin) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}
