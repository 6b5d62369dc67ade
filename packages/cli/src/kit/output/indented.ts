import type { Io } from '../io/io.ts'
import { neutralise } from '../io/neutralise.ts'
import { terminalColumns } from './terminal-columns.ts'
import { wrapWords } from './wrap.ts'

/** A text as indented lines; wrapped between words on a terminal, one line in a pipe. */
export function indented(text: string, indent: number, io: Io): string[] {
  const room = io.stdout.isTTY ? Math.max(20, terminalColumns(io) - indent) : Infinity
  return wrapWords(neutralise(text), room).map((line) => ' '.repeat(indent) + line)
}
