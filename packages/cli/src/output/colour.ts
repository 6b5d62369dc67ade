import type { Io, TextOut } from '../io/io.ts'

const codes = { red: '31', green: '32', yellow: '33', bold: '1', dim: '2' } as const

export type Colour = keyof typeof codes

export function paint(text: string, colour: Colour, out: TextOut, env: Io['env']): string {
  return hasColour(out, env) ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text
}

const statusFields = ['outcome', 'severity', 'status', 'state']
const statusColours: Readonly<Record<string, Colour>> = {
  failed: 'red',
  error: 'red',
  expired: 'red',
  warning: 'yellow',
  open: 'yellow',
  'signed-in': 'green',
  created: 'green',
}

/** The colour of a status cell; the status is also a word. */
export function statusColour(field: string, value: unknown): Colour | undefined {
  return statusFields.includes(field) ? statusColours[String(value)] : undefined
}

/** no-color.org and bixense.com/clicolors: NO_COLOR wins, then CLICOLOR_FORCE, then whether the output is a terminal. */
export function hasColour(out: TextOut, env: Io['env']): boolean {
  if (env['NO_COLOR']) return false
  if (env['CLICOLOR_FORCE'] && env['CLICOLOR_FORCE'] !== '0') return true
  return out.isTTY && env['TERM'] !== 'dumb' && !env['CI'] && env['CLICOLOR'] !== '0'
}
