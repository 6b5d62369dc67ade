import { matchRoute } from '@portico/core'
import { expect, test } from 'vitest'

import {
  createProviderPath,
  providerPath,
  providerTabs,
  settingsPath,
  settingsTabs,
  signInPath,
  signInsPath,
} from './paths.ts'

const routeOf = (path: string) => matchRoute(path.split('?')[0] ?? '')

test('every address of administration leads to its screen', () => {
  for (const tabId of settingsTabs)
    expect(routeOf(settingsPath(tabId))).toMatchObject({ id: 'globalSettings', params: { tabId } })
  for (const tabId of providerTabs)
    expect(routeOf(providerPath('7', tabId))).toMatchObject({ id: 'identityProvider', params: { idpId: '7', tabId } })
  expect(routeOf(createProviderPath({ type: 'OIDC' }))?.id).toBe('identityProviderCreate')
  expect(routeOf(signInsPath('7'))?.id).toBe('signIns')
  expect(routeOf(signInPath('K7QF-2M9X'))).toMatchObject({ id: 'signIn', params: { code: 'K7QF-2M9X' } })
})

test('choices already made are in the query', () => {
  expect(createProviderPath({ type: 'AAD2' })).toMatch(/\?type=AAD2$/)
  expect(signInsPath('a b')).toMatch(/\?idp=a%20b$/)
})
