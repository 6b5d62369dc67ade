import type { PageLine } from '../page/page-line.ts'
import { rangesOf, type Range } from './ranges.ts'

/** A match; if it was wrapped, it has a part in each line. */
export type Match = readonly (Range & { readonly line: number })[]

/**
 * The matches of a text in the drawn lines: `lines` before and `wrapped` after wrapping to the width of the window.
 * Wrapping changes only blanks, so positions are counted without them.
 */
export function matchesIn(
  lines: readonly PageLine[],
  wrapped: readonly (PageLine & { readonly source: number })[],
  wanted: string,
): readonly Match[] {
  const pieces = piecesOf(wrapped)
  return lines.flatMap(({ text }, source) =>
    rangesOf(text, wanted).map(({ start, end }) => {
      const from = signs(text.slice(0, start))
      return partsOf(pieces.get(source) ?? [], from, from + signs(text.slice(start, end)))
    }),
  )
}

type Piece = { readonly text: string; readonly line: number }

function piecesOf(wrapped: readonly (PageLine & { readonly source: number })[]): ReadonlyMap<number, readonly Piece[]> {
  const pieces = new Map<number, Piece[]>()
  for (const [line, { text, source }] of wrapped.entries()) {
    const own = pieces.get(source) ?? []
    own.push({ text, line })
    pieces.set(source, own)
  }
  return pieces
}

/** The parts of the pieces between two character positions, blanks not counted. */
function partsOf(pieces: readonly Piece[], from: number, to: number): Match {
  let counted = 0
  return pieces.flatMap(({ text, line }) => {
    let [start, end] = [-1, -1]
    for (let unit = 0; unit < text.length; unit += 1) {
      if (text[unit]?.trim() === '') continue
      if (counted >= from && counted < to) [start, end] = [start === -1 ? unit : start, unit + 1]
      counted += 1
    }
    return start === -1 ? [] : [{ line, start, end }]
  })
}

/** UTF-16 units that are not blank. */
function signs(text: string): number {
  return text.replaceAll(/\s/g, '').length
}
