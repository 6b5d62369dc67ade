import { expect, test } from 'vitest'

import { initialsOf } from '../../kit/ui/initials.ts'
import { contrastWithWhite, readableShade, saturations, tileColour } from './tile-colour.ts'

test('white letters are readable on the shade of every hue', () => {
  for (let hue = 0; hue < 360; hue += 1)
    for (const saturation of saturations)
      expect(contrastWithWhite(readableShade(hue, saturation)), `hue ${hue}`).toBeGreaterThanOrEqual(4.5)
})

test('contrast is what WCAG says of black, white and a known grey', () => {
  expect(contrastWithWhite({ hue: 0, saturation: 0, lightness: 0 })).toBeCloseTo(21, 5)
  expect(contrastWithWhite({ hue: 0, saturation: 0, lightness: 1 })).toBeCloseTo(1, 5)
  // #777777, the textbook grey that just fails.
  expect(contrastWithWhite({ hue: 0, saturation: 0, lightness: 0x77 / 0xff })).toBeCloseTo(4.48, 2)
})

test('a hundred applications of ten families differ in letters or colour', () => {
  const families = ['Payroll', 'Billing', 'Travel', 'Fleet', 'Wiki', 'Ledger', 'Vault', 'Quality', 'Stock', 'Sales']
  const kinds = [
    'Desk',
    'Portal',
    'Planner',
    'Archive',
    'Manager',
    'Reports',
    'Console',
    'Tracker',
    'Studio',
    'Exchange',
  ]
  const names = families.flatMap((family) => kinds.map((kind) => `${family} ${kind}`))
  const faces = names.map(
    (name) =>
      `${initialsOf(name)} ${tileColour(`urn:portico:acme:application:${name.toLowerCase().replace(' ', '-')}`)}`,
  )
  expect(new Set(faces).size).toBe(100)
})

test('a URN has one colour, and different URNs spread over many', () => {
  expect(tileColour('urn:portico:acme:application:payroll')).toBe(tileColour('urn:portico:acme:application:payroll'))
  const colours = new Set(
    Array.from({ length: 100 }, (_, index) => tileColour(`urn:portico:acme:application:${index}`)),
  )
  expect(colours.size).toBeGreaterThan(15)
})
