import type { Io, TextOut } from '../io/io.ts'

const codes = { red: '31', green: '32', yellow: '33', bold: '1', dim: '2' } as const

export type Colour = keyof typeof codes

export function paint(text: string, colour: Colour, out: TextOut, env: Io['env']): string {
  return hasColour(out, env) ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text
}

const statusFields = ['outcome', 'severity', 'status', 'state', 'level', 'type']
const statusColours: Readonly<Record<string, Colour>> = {
  failed: 'red',
  error: 'red',
  expired: 'red',
  urgent: 'red',
  PROD: 'red',
  warning: 'yellow',
  open: 'yellow',
  soon: 'yellow',
  expiring: 'yellow',
  extended: 'yellow',
  early: 'yellow',
  off: 'yellow',
  'switch pending': 'yellow',
  'no formats': 'yellow',
  'signed-in': 'green',
  created: 'green',
  valid: 'green',
}

/** The colour of a status cell; the status is also a word. Of several words, `primary, expired`, the worst one counts. */
export function statusColour(field: string, value: unknown): Colour | undefined {
  if (!statusFields.includes(field)) return undefined
  const colours = String(value)
    .split(', ')
    .map((word) => statusColours[word])
  return colours.find((one) => one === 'red') ?? colours.find((one) => one === 'yellow') ?? colours[0]
}

/** no-color.org and bixense.com/clicolors: NO_COLOR wins, then CLICOLOR_FORCE, then whether the output is a terminal. */
export function hasColour(out: TextOut, env: Io['env']): boolean {
  if (env['NO_COLOR']) return false
  if (env['CLICOLOR_FORCE'] && env['CLICOLOR_FORCE'] !== '0') return true
  return out.isTTY && env['TERM'] !== 'dumb' && !env['CI'] && env['CLICOLOR'] !== '0'
}
