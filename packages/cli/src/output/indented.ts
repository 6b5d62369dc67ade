import type { Io } from '../io/io.ts'
import { neutralise } from './neutralise.ts'
import { terminalColumns } from './terminal-columns.ts'
import { widthOf } from './width.ts'

/** A text as indented lines; wrapped between words on a terminal, one line in a pipe. */
export function indented(text: string, indent: number, io: Io): string[] {
  const room = io.stdout.isTTY ? Math.max(20, terminalColumns(io) - indent) : Infinity
  const lines: string[] = []
  for (const word of neutralise(text).split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= room) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.map((line) => ' '.repeat(indent) + line)
}
