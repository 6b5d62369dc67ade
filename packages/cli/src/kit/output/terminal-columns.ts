import type { Io } from '../io/io.ts'

/** Width to fit tables to: COLUMNS, then the terminal's own, then 80. */
export function terminalColumns(io: Io): number {
  const told = Number(io.env['COLUMNS'])
  return Number.isInteger(told) && told > 0 ? told : (io.stdout.columns ?? 80)
}
