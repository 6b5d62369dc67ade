import { matchRoute, routes } from '@portico/core'
import { expect, test } from 'vitest'

import { environmentTabs, providerTabs, settingsTabs } from '../packages/web/src/kit/navigation/paths.ts'
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
