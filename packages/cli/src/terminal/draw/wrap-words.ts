import { widthOf } from '../../output/width.ts'

/** A text in lines of at most `width` cells, each with the indentation of the first; a longer word has a separate line. */
export function wrapWords(text: string, width: number): readonly string[] {
  if (widthOf(text) <= width) return [text]
  const indent = /^ */.exec(text)?.[0] ?? ''
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(indent + word)
  }
  return lines
}
