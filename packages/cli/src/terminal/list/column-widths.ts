import { widthOf } from '../../output/width.ts'

const gap = 2
/** Cells below which a cut text says nothing; a column of which less is left makes room for those before it. */
const readable = 12
/** Rows that widths are measured on: enough to be right, few enough to cost nothing with 100,000. */
const sample = 200

/**
 * Width of each column in cells: as wide as needed, the widest cut first where the window is narrow. Where all of them
 * would be unreadable the last ones are left out: there are no more widths than columns that are shown.
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
