import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { matchRoute, routes } from '@portico/core'
import { expect, test } from 'vitest'

import { environmentTabs, providerTabs, settingsTabs } from '../packages/web/src/kit/navigation/paths.ts'
import { documentPictures } from './pictures/documents.mjs'
import { ageOf, type Fingerprint } from './pictures/fingerprint.mjs'
import { addressOf, notBuilt, portalScreens } from './pictures/portal-screens.mjs'
import { terminalScreens } from './pictures/terminal-screens.mjs'

const advice = 'add a line to scripts/pictures/portal-screens.mjs'
const known = { envId: 'e', appId: 'b', id: 'a', idpId: 'p', personId: 'h', code: 'c' }
/** Modules whose screen is found by their id, so that no other page loads its route. */
const ofModules = new Set(['branding'])
const shown = portalScreens
  .filter(({ name }) => !ofModules.has(name))
  .map((screen) => matchRoute(addressOf(screen, known).split('?')[0] ?? ''))

test('every page that core has an address for is in the pictures, or named as not built', () => {
  const ids = new Set(shown.map((match) => match?.id ?? 'no address'))
  expect([...ids, ...notBuilt].toSorted(), advice).toEqual([...new Set(routes.map(({ id }) => id))].toSorted())
})

test('every tab of administration is in the pictures', () => {
  for (const tab of [...environmentTabs, ...settingsTabs, ...providerTabs])
    expect(
      shown.map((match) => match?.params['tabId']),
      `${tab}: ${advice}`,
    ).toContain(tab)
})

test('no two pictures have one file', () => {
  const names = [...portalScreens, ...terminalScreens].map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})

const pictures = resolve(import.meta.dirname, '..', 'docs', 'pictures')
const fingerprints = JSON.parse(readFileSync(join(pictures, 'fingerprints.json'), 'utf8')) as Readonly<
  Record<string, Fingerprint & { readonly sha256: string }>
>

test('each picture of the documents is in one of them, small, and of the screen whose fingerprint is kept', () => {
  const names = documentPictures.map(({ name }) => name)
  expect(readdirSync(pictures).toSorted()).toEqual(['fingerprints.json', ...names].toSorted())
  expect(Object.keys(fingerprints).toSorted()).toEqual(names.toSorted())
  const guides = resolve(import.meta.dirname, '..', 'docs', 'guides')
  const files = [
    resolve(import.meta.dirname, '..', 'README.md'),
    ...readdirSync(guides).map((one) => join(guides, one)),
  ]
  const texts = files.filter((file) => file.endsWith('.md')).map((file) => readFileSync(file, 'utf8'))
  for (const name of names) {
    const bytes = readFileSync(join(pictures, name))
    expect(createHash('sha256').update(bytes).digest('hex'), name).toBe(fingerprints[name]?.sha256)
    expect(bytes.length, name).toBeLessThan(150_000)
    expect(
      texts.some((text) => text.includes(`pictures/${name})`)),
      `${name} is shown nowhere`,
    ).toBe(true)
  }
})

test.each<[string, Partial<Fingerprint>, string[]]>([
  ['is the same', {}, []],
  [
    'says something else',
    { says: ['Name', 'Owner'] },
    ['the screen now says "Owner"', 'the screen no longer says "State"'],
  ],
  ['looks different', { look: 'b' }, ['the screen now looks different']],
])('a screen that %s', (_, change, lines) => {
  const picture = { look: 'a', says: ['Name', 'State'] }
  expect(ageOf(picture, { ...picture, ...change })).toEqual(lines)
})
