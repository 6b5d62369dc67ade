import { widthOf } from '../../output/width.ts'

const gap = 2
/** Minimum width in cells for a cut text to be useful; a narrower column is dropped. */
const readable = 12
/** Number of rows that widths are measured on: enough for good widths, cheap with 100,000 rows. */
const sample = 200

/**
 * Width of each column in cells: as wide as needed, the widest cut first in a narrow window. If they would become
 * unreadable, the last columns are dropped: the result has one width per shown column.
 */
export function columnWidths(heads: readonly string[], cells: readonly (readonly string[])[], width: number): number[] {
  const measured = cells.slice(0, sample)
  const widths = heads.map((head, at) => Math.max(widthOf(head), ...measured.map((row) => widthOf(row[at] ?? ''))))
  const total = (all: readonly number[]) => all.reduce((sum, one) => sum + one, gap * (all.length - 1))
  const least = widths.map((one) => Math.min(one, readable))
  let count = widths.length
  while (count > 1 && total(least.slice(0, count)) > width) count--
  const shown = widths.slice(0, count)
  while (total(shown) > width) {
    const widest = shown.indexOf(Math.max(...shown))
    if ((shown[widest] ?? 0) <= 1) break
    shown[widest] = (shown[widest] ?? 0) - 1
  }
  return shown
}
