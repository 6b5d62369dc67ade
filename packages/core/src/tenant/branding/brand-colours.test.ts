import { expect, it } from 'vitest'

import {
  backgrounds,
  brandTokens,
  controlContrastMin,
  textContrastMin,
  welcomeColour,
  type Scheme,
} from './brand-colours.ts'
import { contrastOf, hexOf, oklchOf } from './colours.ts'

/** The same colours in each run: mulberry32. */
function randomColours(count: number): string[] {
  let state = 20_26
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const byte = () =>
    Math.floor(next() * 256)
      .toString(16)
      .padStart(2, '0')
  return Array.from({ length: count }, () => `#${byte()}${byte()}${byte()}`)
}

const corners = ['00', 'ff'].flatMap((r) => ['00', 'ff'].flatMap((g) => ['00', 'ff'].map((b) => `#${r}${g}${b}`)))
const colours = [...corners, '#fffefb', '#14171b', '#777777', '#ffd400', ...randomColours(1_500)]

/** The lowest contrast over all colours, of pairs of tokens. */
function lowest(scheme: Scheme, pairs: (tokens: Record<string, string>) => [string, readonly string[]][]) {
  const found = colours.map((primaryColor, at) => {
    const accentColor = colours.at(-1 - at) ?? null
    const tokens = brandTokens({ primaryColor, accentColor }, scheme)
    const ratios = pairs(tokens).flatMap(([front, behind]) => behind.map((back) => contrastOf(front, back)))
    return { primaryColor, ratio: Math.min(...ratios) }
  })
  return found.reduce((low, one) => (one.ratio < low.ratio ? one : low)).ratio
}

const of = (tokens: Record<string, string>, name: string) => tokens[`--${name}`] ?? ''

it.each(['light', 'dark'] as const)(
  'text in any brand colour is legible on %s pages, also under the pointer',
  (scheme) => {
    const text = lowest(scheme, (tokens) => {
      const behind = [...backgrounds[scheme], of(tokens, 'accent-soft')]
      return [
        [of(tokens, 'accent'), behind],
        [of(tokens, 'accent-strong'), behind],
      ]
    })
    expect(text).toBeGreaterThanOrEqual(textContrastMin)
  },
)

it.each(['light', 'dark'] as const)(
  'text on any brand colour is legible in the %s scheme, also under the pointer',
  (scheme) => {
    const text = lowest(scheme, (tokens) => [
      [of(tokens, 'on-accent'), [of(tokens, 'accent'), of(tokens, 'accent-strong')]],
      [welcomeColour, [of(tokens, 'brand-deep')]],
    ])
    expect(text).toBeGreaterThanOrEqual(textContrastMin)
  },
)

it.each(['light', 'dark'] as const)('focus rings and marks are seen on %s pages with any brand colour', (scheme) => {
  const controls = lowest(scheme, (tokens) => [
    [of(tokens, 'focus'), backgrounds[scheme]],
    [of(tokens, 'lamp'), backgrounds[scheme]],
  ])
  expect(controls).toBeGreaterThanOrEqual(controlContrastMin)
})

it.each(['light', 'dark'] as const)(
  'a control of any brand colour changes visibly under the pointer (%s)',
  (scheme) => {
    const same = colours.filter((primaryColor) => {
      const tokens = brandTokens({ primaryColor, accentColor: null }, scheme)
      return contrastOf(of(tokens, 'accent'), of(tokens, 'accent-strong')) < 1.1
    })
    expect(same).toEqual([])
  },
)

it('a colour that is legible already stays as it is', () => {
  expect(brandTokens({ primaryColor: '#0a4fa3', accentColor: null }, 'light')['--accent']).toBe('#0a4fa3')
  expect(brandTokens({ primaryColor: '#8ecbff', accentColor: null }, 'dark')['--accent']).toBe('#8ecbff')
})

it('colours keep their value on the way through oklch', () => {
  for (const colour of colours) expect(hexOf(oklchOf(colour))).toBe(colour)
})

it.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
])('the contrast of %s and %s is %d', (one, other, ratio) => expect(contrastOf(one, other)).toBeCloseTo(ratio, 1))
