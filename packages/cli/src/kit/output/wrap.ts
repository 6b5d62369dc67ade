import wrapAnsi from 'wrap-ansi'

import { widthOf } from './width.ts'

/** A text in lines of at most `width` cells, broken between words, each with the indentation of the first; a longer word overflows. */
export function wrapWords(text: string, width: number): readonly string[] {
  return wrapped(text, width, {})
}

/** The same, but a word longer than the line, such as an address or a fingerprint, continues on the next one. */
export function wrapAll(text: string, width: number): readonly string[] {
  return wrapped(text, width, { hard: true })
}

/** A value as it was typed: broken at exactly `width` cells, with every blank. */
export function wrapTyped(text: string, width: number): readonly string[] {
  return widthOf(text) <= width
    ? [text]
    : wrapAnsi(text, width, { hard: true, wordWrap: false, trim: false }).split('\n')
}

function wrapped(text: string, width: number, options: { hard?: boolean }): readonly string[] {
  if (widthOf(text) <= width) return [text]
  const indent = /^ */.exec(text)?.[0] ?? ''
  const words = text.trim().replace(/\s+/g, ' ')
  const lines = wrapAnsi(words, Math.max(1, width - indent.length), options).split('\n')
  return lines.map((line) => indent + line)
}
