import stringWidth from 'string-width'

// Fast path: most cells are ASCII.
const ascii = /^[\u0020-\u007e]*$/

/** Cells a text takes on a terminal. */
export function widthOf(text: string): number {
  return ascii.test(text) ? text.length : stringWidth(text)
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

/** The text in at most `width` cells, with an ellipsis if it was cut. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  if (ascii.test(text)) return `${text.slice(0, Math.max(0, width - 1))}…`
  return `${fitting(graphemesOf(text), width - 1).join('')}…`
}

/** Like {@link cut}, but keeps the end, which distinguishes URNs. */
export function cutStart(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  if (ascii.test(text)) return `…${text.slice(Math.min(text.length, text.length - width + 1))}`
  return `…${fitting(graphemesOf(text).toReversed(), width - 1)
    .toReversed()
    .join('')}`
}

/** The first of the graphemes that fit into `width` cells. */
function fitting(graphemes: readonly string[], width: number): readonly string[] {
  let used = 0
  const end = graphemes.findIndex((one) => (used += widthOf(one)) > width)
  return end === -1 ? graphemes : graphemes.slice(0, end)
}

let segmenter: Intl.Segmenter | undefined

/** The characters as people see them. Making a segmenter takes longer than using it; ASCII needs none. */
export function graphemesOf(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return [...segmenter.segment(text)].map(({ segment }) => segment)
}
