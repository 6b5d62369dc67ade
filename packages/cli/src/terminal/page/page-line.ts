import { widthOf } from '../../output/width.ts'
import { wrapWords } from '../draw/wrap-words.ts'

export type PageLook = 'title' | 'dim' | 'good' | 'bad' | 'warn' | 'plain'

/** A line of a text to read. Texts of the server are neutralised by whoever makes the line. */
export type PageLine = { readonly text: string; readonly look?: PageLook }

/** The lines as wide as the window; what goes on keeps its indentation and its look. `source`: the line it was. */
export function wrapLines(
  lines: readonly PageLine[],
  width: number,
): readonly (PageLine & { readonly source: number })[] {
  return lines.flatMap(({ text, look = 'plain' }, source) =>
    wrapWords(text, width)
      .flatMap((part) => broken(part, width))
      .map((part) => ({ text: part, look, source })),
  )
}

/** A word that is longer than the window, an address or a fingerprint, is never cut: it goes on below. */
export function broken(text: string, width: number): readonly string[] {
  if (widthOf(text) <= width) return [text]
  const indent = /^ */.exec(text)?.[0] ?? ''
  const parts: string[] = []
  let part = ''
  for (const character of text) {
    if (widthOf(part + character) > width) {
      parts.push(part)
      part = indent
    }
    part += character
  }
  return [...parts, part]
}

/** A line of a difference in its look: what goes begins with `- `, what comes with `+ `. */
export function differenceLine(text: string): PageLine {
  return { text, look: text.startsWith('+ ') ? 'good' : text.startsWith('- ') ? 'bad' : 'plain' }
}
