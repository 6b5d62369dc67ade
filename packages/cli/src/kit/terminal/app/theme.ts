import { isVt } from '../../io/ascii-locale.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Properties of Ink's Text; no colours under NO_COLOR, only weight and inversion. */
export type Colour = { readonly color?: string }
export type Colours = { readonly accent: Colour; readonly good: Colour; readonly bad: Colour; readonly warn: Colour }

export type Background = 'light' | 'dark'

/** With 256 colours, medium shades that contrast with black and white alike (4.1:1 to 5.4:1), for an unknown background. */
const middle = shades(30, 28, 160, 130)
/** At least 4.5:1 (WCAG 2.2 AA) on the backgrounds of the themes in use; theme.test.ts computes it. */
const bright = shades(117, 114, 210, 222)
const deep = shades(24, 22, 124, 94)

/** With 16 colours, those readable on black and on white: green, cyan and yellow are unreadable on white, blue on black. */
const few: Colours = { accent: { color: 'magenta' }, good: {}, bad: { color: 'red' }, warn: { color: 'magenta' } }
const fewOnDark: Colours = {
  accent: { color: 'cyan' },
  good: { color: 'green' },
  bad: { color: 'redBright' },
  warn: { color: 'yellow' },
}

/** `background`: as the person or the terminal says; undefined while nothing is known. */
export function coloursOf(env: Environment, background?: Background): Colours {
  if (env['NO_COLOR'] || isVt(env)) return { accent: {}, good: {}, bad: {}, warn: {} }
  const hasMany =
    /-(?:256color|direct)$/.test(env['TERM'] ?? '') || /^(?:truecolor|24bit)$/.test(env['COLORTERM'] ?? '')
  if (hasMany) return background === 'dark' ? bright : background === 'light' ? deep : middle
  return background === 'dark' ? fewOnDark : few
}

function shades(accent: number, good: number, bad: number, warn: number): Colours {
  const shade = (code: number) => ({ color: `ansi256(${code})` })
  return { accent: shade(accent), good: shade(good), bad: shade(bad), warn: shade(warn) }
}

/** The background that a setting (`light`, `dark`, `auto`) or else COLORFGBG (rxvt, Konsole) names. */
export function knownBackground(env: Environment, setting: string | undefined): Background | undefined {
  if (setting === 'light' || setting === 'dark') return setting
  const code = Number(/;(\d{1,2})$/.exec(env['COLORFGBG'] ?? '')?.[1] ?? Number.NaN)
  // Of the 16 colours, 7 and the bright ones from 9 on are light.
  if (Number.isNaN(code) || code > 15) return undefined
  return code === 7 || code > 8 ? 'light' : 'dark'
}

/** Whether to ask the terminal: not where the answer would change nothing, nor where the question would be shown. */
export function asksBackground(env: Environment, setting: string | undefined): boolean {
  if (env['NO_COLOR'] || setting === 'light' || setting === 'dark') return false
  return !/^(?:linux|dumb|ansi|cons|vt\d|$)/.test(env['TERM'] ?? '')
}

/** The background of an answer such as `rgb:ffff/ffff/dddd` (XParseColor: 1 to 4 hexadecimal digits each). */
export function backgroundIn(colour: string): Background | undefined {
  const parts = /^rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(colour)?.slice(1)
  if (parts === undefined) return undefined
  const [red = 0, green = 0, blue = 0] = parts.map((digits) => linear(parseInt(digits, 16) / (16 ** digits.length - 1)))
  // As far from white as from black, by the contrast of WCAG 2.2.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? 'light' : 'dark'
}

function linear(level: number): number {
  return level <= 0.03928 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4
}
