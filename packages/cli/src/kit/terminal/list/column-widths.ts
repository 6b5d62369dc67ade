import { widthOf } from '../../output/width.ts'

const gap = 2
/** Minimum width in cells for a cut text to be useful; a narrower column is dropped. */
const readable = 12
/** The same for the first column, which says what a row is: before it is narrower, others are dropped. */
const nameReadable = 20
/** Columns wider than this are cut first: they hold sentences and lists. */
const comfortable = 24
/** Cells that a heading keeps over narrower texts, where that gives the other columns at least `headGain` cells. */
const headReadable = 8
const headGain = 3
/** Number of rows that widths are measured on: enough for good widths, cheap with 100,000 rows. */
const sample = 200

/**
 * Width of each column in cells, 0 for one that is not shown; those at the end are left out. As wide as needed, or else in this order:
 * columns without texts are dropped, headings wider than their texts are cut, then sentences and lists, then the last columns before
 * the first ones. Where they would become unreadable, the last columns are dropped. The first column is cut last.
 */
export function columnWidths(heads: readonly string[], cells: readonly (readonly string[])[], width: number): number[] {
  const measured = cells.slice(0, sample)
  const texts = heads.map((_, at) => Math.max(0, ...measured.map((row) => widthOf(row[at] ?? ''))))
  const shown = heads.map((head, at) => Math.max(widthOf(head), texts[at] ?? 0))
  const excess = () => lineWidth(shown) - width
  const fromLast = shown
    .map((_, at) => at)
    .filter((at) => at > 0)
    .toReversed()

  for (const at of fromLast) if (excess() > 0 && texts[at] === 0) shown[at] = 0
  for (const at of fromLast) {
    const [own, least] = [shown[at] ?? 0, Math.max(texts[at] ?? 0, headReadable)]
    if (excess() > 0 && own - least >= headGain) shown[at] = Math.max(least, own - excess())
  }
  const leastOf = (at: number) => Math.min(shown[at] ?? 0, at === 0 ? nameReadable : readable)
  for (const at of fromLast) if (lineWidth(shown.map((_, one) => leastOf(one))) > width) shown[at] = 0
  cutWidest(shown, fromLast, { excess, least: comfortable })
  cutWidest(shown, [0], { excess, least: comfortable })
  for (const at of fromLast) if (excess() > 0) shown[at] = Math.max(leastOf(at), (shown[at] ?? 0) - excess())
  cutWidest(shown, [0], { excess, least: 1 })
  return shown.slice(0, shown.findLastIndex((one) => one > 0) + 1)
}

/** Cells of all columns with the gaps between them. */
function lineWidth(widths: readonly number[]): number {
  const drawn = widths.filter((one) => one > 0)
  return drawn.reduce((sum, one) => sum + one, gap * (drawn.length - 1))
}

function cutWidest(shown: number[], among: readonly number[], until: { excess: () => number; least: number }): void {
  while (until.excess() > 0) {
    const widest = Math.max(...among.map((at) => shown[at] ?? 0))
    if (among.length === 0 || widest <= until.least) return
    const at = among.find((one) => shown[one] === widest) ?? 0
    shown[at] = widest - 1
  }
}
