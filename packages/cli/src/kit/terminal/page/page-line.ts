import { wrapAll } from '../../output/wrap.ts'

export type PageLook = 'title' | 'dim' | 'good' | 'bad' | 'warn' | 'plain'

/** A line of a text. The caller neutralises server texts when creating the line. */
export type PageLine = { readonly text: string; readonly look?: PageLook }

/** Wraps the lines to the window; continuation lines keep indentation and look. `source`: index of the original line. */
export function wrapLines(
  lines: readonly PageLine[],
  width: number,
): readonly (PageLine & { readonly source: number })[] {
  return lines.flatMap(({ text, look = 'plain' }, source) =>
    wrapAll(text, width).map((part) => ({ text: part, look, source })),
  )
}

/** A diff line with its look: removed lines begin with `- `, added lines with `+ `. */
export function differenceLine(text: string): PageLine {
  return { text, look: text.startsWith('+ ') ? 'good' : text.startsWith('- ') ? 'bad' : 'plain' }
}
