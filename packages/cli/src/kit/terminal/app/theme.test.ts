import { describe, expect, it } from 'vitest'

import { isAscii } from '../../io/ascii-locale.ts'
import { asksBackground, backgroundIn, coloursOf, knownBackground } from './theme.ts'

const channel = (level: number) => {
  const part = level / 255
  return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
const luminance = ([red = 0, green = 0, blue = 0]: readonly number[]) =>
  0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue)
const hex = (text: string) => [0, 2, 4].map((at) => parseInt(text.slice(at, at + 2), 16))
/** A colour of xterm's cube of 6 x 6 x 6. */
const cube = (color = '') => {
  const code = Number(/^ansi256\((\d+)\)$/.exec(color)?.[1]) - 16
  return [Math.floor(code / 36), Math.floor(code / 6) % 6, code % 6].map((step) => (step === 0 ? 0 : step * 40 + 55))
}
const contrast = (a: readonly number[], b: readonly number[]) => {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((one, other) => other - one)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = {
  // Black, VS Code, One Dark, Solarized, Nord.
  dark: ['000000', '1e1e1e', '282c34', '002b36', '2e3440'],
  // White, Solarized, Gruvbox, grey.
  light: ['ffffff', 'fdf6e3', 'fbf1c7', 'eeeeee'],
} as const

describe('colours', () => {
  it.each(['dark', 'light'] as const)('each colour on a %s background has a contrast of 4.5 to 1', (background) => {
    for (const [name, { color }] of Object.entries(coloursOf({ TERM: 'xterm-256color' }, background)))
      for (const ground of grounds[background])
        expect(contrast(cube(color), hex(ground)), `${name} on ${ground}`).toBeGreaterThan(4.5)
  })

  it('NO_COLOR draws none, whatever the background is', () => {
    for (const background of ['dark', 'light', undefined] as const)
      expect(Object.values(coloursOf({ NO_COLOR: '1', TERM: 'xterm-256color' }, background))).toEqual([{}, {}, {}, {}])
  })
})

it('terminals of DEC have no colours, and get ASCII in every locale', () => {
  expect(Object.values(coloursOf({ TERM: 'vt100', LANG: 'C.UTF-8' }))).toEqual([{}, {}, {}, {}])
  expect(
    [{ TERM: 'vt220', LANG: 'C.UTF-8' }, { TERM: 'xterm', LANG: 'C' }, {}].map((env) => isAscii(env, 'linux')),
  ).toEqual([true, true, true])
  expect(isAscii({ TERM: 'xterm', LANG: 'C.UTF-8' }, 'linux')).toBe(false)
})

describe('the background', () => {
  it.each([
    ['rgb:0000/0000/0000', 'dark'],
    ['rgb:1e1e/1e1e/2e2e', 'dark'],
    ['rgb:00/2b/36', 'dark'],
    ['rgb:ffff/ffff/ffff', 'light'],
    ['rgb:fd/f6/e3', 'light'],
    ['rgb:f/f/f', 'light'],
    ['rgba:ffff/ffff/ffff/ffff', 'light'],
    ['?', undefined],
    ['rgb:zz/00/00', undefined],
  ])('that a terminal answers as %s is %s', (answer, expected) => {
    expect(backgroundIn(answer)).toBe(expected)
  })

  it.each([
    ['auto', '15;0', 'dark'],
    ['auto', '0;default;15', 'light'],
    ['auto', '0;7', 'light'],
    ['auto', '15;8', 'dark'],
    ['auto', 'default;default', undefined],
    ['auto', undefined, undefined],
    ['light', '15;0', 'light'],
    ['dark', undefined, 'dark'],
  ])('under the setting %s and COLORFGBG=%s is %s', (setting, COLORFGBG, expected) => {
    expect(knownBackground({ COLORFGBG }, setting)).toBe(expected)
  })

  it.each([
    [{ TERM: 'xterm-256color' }, 'auto', true],
    [{ TERM: 'tmux-256color' }, undefined, true],
    [{ TERM: 'xterm-256color' }, 'dark', false],
    [{ TERM: 'xterm-256color', NO_COLOR: '1' }, 'auto', false],
    [{ TERM: 'linux' }, 'auto', false],
    [{}, 'auto', false],
  ])('is asked for in %j under the setting %s: %s', (env, setting, expected) => {
    expect(asksBackground(env, setting)).toBe(expected)
  })
})
