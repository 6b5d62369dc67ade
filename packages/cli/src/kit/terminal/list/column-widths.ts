import { widthOf } from '../../output/width.ts'

const gap = 2
/** Minimum width in cells for a cut text to be useful; a narrower column is dropped. */
const readable = 12
/** Columns wider than this are cut first: they hold sentences and lists. */
const comfortable = 24
/** Number of rows that widths are measured on: enough for good widths, cheap with 100,000 rows. */
const sample = 200

/**
 * Width of each column in cells: as wide as needed. In a narrow window sentences and lists are cut first, then the last
 * columns before the first ones, which say what a row is. If they would become unreadable, the last columns are dropped:
 * the result has one width per shown column.
 */
export function columnWidths(heads: readonly string[], cells: readonly (readonly string[])[], width: number): number[] {
  const measured = cells.slice(0, sample)
  const widths = heads.map((head, at) => Math.max(widthOf(head), ...measured.map((row) => widthOf(row[at] ?? ''))))
  const total = (all: readonly number[]) => all.reduce((sum, one) => sum + one, gap * (all.length - 1))
  const least = widths.map((one) => Math.min(one, readable))
  let count = widths.length
  while (count > 1 && total(least.slice(0, count)) > width) count--
  const shown = widths.slice(0, count)
  const excess = () => total(shown) - width
  cutWidest(shown, excess, comfortable)
  for (let at = count - 1; at >= 0 && excess() > 0; at--) {
    const own = shown[at] ?? 0
    shown[at] = Math.max(Math.min(own, Math.max(readable, widthOf(heads[at] ?? ''))), own - excess())
  }
  cutWidest(shown, excess, 1)
  return shown
}

function cutWidest(shown: number[], excess: () => number, least: number): void {
  while (excess() > 0) {
    const widest = shown.indexOf(Math.max(...shown))
    if ((shown[widest] ?? 0) <= least) return
    shown[widest] = (shown[widest] ?? 0) - 1
  }
}
