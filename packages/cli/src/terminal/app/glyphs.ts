/** Characters to draw, depending on the terminal's locale. */
export type Glyphs = {
  readonly pointer: string
  readonly mark: string
  readonly crumb: string
  readonly dot: string
  readonly bar: string
  readonly yes: string
  readonly no: string
  readonly ascending: string
  readonly descending: string
  readonly border: 'round' | 'classic'
}

const unicode: Glyphs = {
  pointer: '›',
  mark: '●',
  crumb: '›',
  dot: '·',
  bar: '│',
  yes: '☑',
  no: '☐',
  ascending: '▲',
  descending: '▼',
  border: 'round',
}
const ascii: Glyphs = {
  pointer: '>',
  mark: '*',
  crumb: '>',
  dot: '-',
  bar: '|',
  yes: '[x]',
  no: '[ ]',
  ascending: '^',
  descending: 'v',
  border: 'classic',
}

type Environment = Readonly<Record<string, string | undefined>>

/** POSIX: LC_ALL before LC_CTYPE before LANG. Windows terminals do not set these variables and show Unicode. */
export function glyphsOf(env: Environment, platform: string): Glyphs {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG']
  if (locale === undefined || locale === '') return platform === 'win32' ? unicode : ascii
  return /utf-?8/i.test(locale) ? unicode : ascii
}

/** Properties of Ink's Text; no colours under NO_COLOR, only weight and inversion. */
export type Colour = { readonly color?: string }
export type Colours = { readonly accent: Colour; readonly good: Colour; readonly bad: Colour; readonly warn: Colour }

/** With 256 colours, medium shades that contrast with black and white alike (4.1:1 to 5.4:1). */
const middle: Colours = {
  accent: { color: 'ansi256(30)' },
  good: { color: 'ansi256(28)' },
  bad: { color: 'ansi256(160)' },
  warn: { color: 'ansi256(130)' },
}

/** With 16 colours, those readable on black and on white: green, cyan and yellow are unreadable on white, blue on black. */
const few: Colours = { accent: { color: 'magenta' }, good: {}, bad: { color: 'red' }, warn: { color: 'magenta' } }

/** Terminals do not reliably report a light or dark background, so colours work on both. */
export function coloursOf(env: Environment): Colours {
  if (env['NO_COLOR']) return { accent: {}, good: {}, bad: {}, warn: {} }
  const hasMany =
    /-(?:256color|direct)$/.test(env['TERM'] ?? '') || /^(?:truecolor|24bit)$/.test(env['COLORTERM'] ?? '')
  return hasMany ? middle : few
}
