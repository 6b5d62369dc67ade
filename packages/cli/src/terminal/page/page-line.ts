import { widthOf } from '../../output/width.ts'
import { wrapWords } from '../draw/wrap-words.ts'

export type PageLook = 'title' | 'dim' | 'good' | 'bad' | 'warn' | 'plain'

/** A line of a text. The caller neutralises server texts when creating the line. */
export type PageLine = { readonly text: string; readonly look?: PageLook }

/** Wraps the lines to the window; continuation lines keep indentation and look. `source`: index of the original line. */
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

/** A word longer than the window, such as an address or a fingerprint, continues on the next line. */
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

/** A diff line with its look: removed lines begin with `- `, added lines with `+ `. */
export function differenceLine(text: string): PageLine {
  return { text, look: text.startsWith('+ ') ? 'good' : text.startsWith('- ') ? 'bad' : 'plain' }
}
