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

/** Like {@link cut}, but keeps the end, which distinguishes URNs. */
export function cutStart(text: string, width: number): string {
  const reversed = (one: string) =>
    [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(one)]
      .map(({ segment }) => segment)
      .toReversed()
      .join('')
  return widthOf(text) <= width ? text : reversed(cut(reversed(text), width))
}

/** The text in at most `width` cells, with an ellipsis if it was cut. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    if (widthOf(kept + segment) > width - 1) break
    kept += segment
  }
  return `${kept}…`
}
