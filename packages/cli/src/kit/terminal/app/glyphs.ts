import { isAscii } from '../../io/ascii-locale.ts'

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

export function glyphsOf(env: Environment, platform: string): Glyphs {
  return isAscii(env, platform) ? ascii : unicode
}
