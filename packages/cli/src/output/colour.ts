import type { Io, TextOut } from '../io/io.ts'

const codes = { red: '31', yellow: '33', bold: '1', dim: '2' } as const

export type Colour = keyof typeof codes

export function paint(text: string, colour: Colour, out: TextOut, env: Io['env']): string {
  return hasColour(out, env) ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text
}

/** no-color.org and bixense.com/clicolors: NO_COLOR wins, then CLICOLOR_FORCE, then what the output is. */
export function hasColour(out: TextOut, env: Io['env']): boolean {
  if (env['NO_COLOR']) return false
  if (env['CLICOLOR_FORCE'] && env['CLICOLOR_FORCE'] !== '0') return true
  return out.isTTY && env['TERM'] !== 'dumb' && !env['CI'] && env['CLICOLOR'] !== '0'
}
