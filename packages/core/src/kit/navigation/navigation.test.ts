import { describe, expect, it, vi } from 'vitest'

import { createLeaveBlocker } from './leave-blocker.ts'
import { moduleRoutes } from './modules.ts'
import { matchRoute, placeOf } from './routes.ts'
import { activeTab } from './tabs.ts'
import { pageTitle } from './title.ts'

describe('routes, by spec section 2', () => {
  it.each([
    ['/login', 'login', {}],
    ['/login/setup', 'setup', {}],
    ['/login/unexpected', 'unexpected', {}],
    ['/login/unauthorized', 'unauthorized', {}],
    ['/portal/admin/firsttime', 'firstTime', {}],
    ['/portal/environments', 'environments', {}],
    ['/portal/idp-switch', 'idpSwitch', {}],
    ['/portal', 'launcher', {}],
    ['/portal/apitoken', 'apiToken', {}],
    ['/portal/admin', 'overview', {}],
    ['/portal/admin/global-settings', 'globalSettings', {}],
    ['/portal/admin/global-settings/custom-roles', 'globalSettings', { tabId: 'custom-roles' }],
    ['/portal/admin/global-settings/security-settings', 'globalSettings', { tabId: 'security-settings' }],
    ['/portal/admin/global-settings/security-settings/webhooks', 'securitySettings', { sectionId: 'webhooks' }],
    ['/portal/admin/global-settings/identity-providers/create', 'identityProviderCreate', {}],
    ['/portal/admin/global-settings/identity-providers/7', 'identityProvider', { idpId: '7' }],
    [
      '/portal/admin/global-settings/identity-providers/7/username-formats',
      'identityProvider',
      { idpId: '7', tabId: 'username-formats' },
    ],
    [
      '/portal/admin/global-settings/identity-providers/7/scim/drift',
      'identityProvider',
      { idpId: '7', tabId: 'scim', sectionId: 'drift' },
    ],
    ['/portal/admin/launcher', 'launcherSettings', {}],
    ['/portal/admin/sign-ins', 'signIns', {}],
    ['/portal/admin/sign-ins/K7QF-2M9X', 'signIn', { code: 'K7QF-2M9X' }],
    ['/portal/admin/environment-settings', 'environmentSettings', {}],
    ['/portal/admin/environment-settings/7', 'environmentSettings', { envId: '7' }],
    [
      '/portal/admin/environment-settings/7/service-accounts',
      'environmentSettings',
      { envId: '7', tabId: 'service-accounts' },
    ],
    ['/portal/admin/environments/7/service-accounts/create', 'serviceAccountCreate', { envId: '7' }],
    ['/portal/admin/environments/7/service-accounts/edit/a%20b', 'serviceAccountEdit', { envId: '7', id: 'a b' }],
    ['/portal/admin/environments/7/applications/edit/a', 'applicationEdit', { envId: '7', appId: 'a' }],
    ['/operations', 'operations', {}],
  ])('%s', (path, id, params) => expect(matchRoute(path)).toMatchObject({ id, params }))

  it.each([
    '/',
    '/portal/',
    '/Portal',
    '/portal/unknown',
    '/login/',
    '/portal/admin/environment-settings/7/x/y',
    '/portal/admin/environment-settings/%',
  ])('%s matches nothing: matches are exact', (path) => expect(matchRoute(path)).toBeUndefined())
})

describe('the urls of admin modules, by spec section 2', () => {
  const origin = 'https://portal.example'
  const modules = moduleRoutes(
    [
      { id: 'reports', label: 'Reports', url: '/portal/admin/reports' },
      { id: 'taken', label: 'Taken', url: '/portal/environments' },
      { id: 'drawn-nowhere', label: 'Operations', url: '/operations' },
    ],
    origin,
  )

  it.each([
    ['/portal/admin/reports', { kind: 'module', module: { id: 'reports', label: 'Reports' } }],
    ['/portal/admin/reports/', { kind: 'unknown' }],
    ['/portal/admin/reports/1', { kind: 'unknown' }],
    ['/portal/admin/Reports', { kind: 'unknown' }],
    ['/portal/environments', { kind: 'screen', match: { id: 'environments' } }],
    ['/operations', { kind: 'module', module: { id: 'drawn-nowhere' } }],
  ])('%s is matched exactly, after the screens this face has', (path, place) =>
    expect(placeOf(path, { modules, isDrawn: (id) => id !== 'operations' })).toMatchObject(place),
  )

  it('a path that is not a screen is undecided until the modules are known', () => {
    expect(placeOf('/portal/admin/reports', { modules: undefined })).toEqual({ kind: 'undecided' })
    expect(placeOf('/portal/environments', { modules: undefined })).toMatchObject({ kind: 'screen' })
    expect(placeOf('/portal/admin/reports', { modules: [] })).toEqual({ kind: 'unknown' })
  })

  const routesOf = (url: string) => moduleRoutes([{ id: 'm', label: 'M', url }], origin)

  it.each([
    ['/m', '/m', '/m'],
    [`${origin}/m`, '/m', '/m'],
    ['/m?view=all#top', '/m', '/m?view=all#top'],
    ['/a/../m', '/m', '/m'],
  ])('%s is a route of this portal', (url, path, href) => expect(routesOf(url)).toMatchObject([{ path, href }]))

  it.each([
    'https://other.example/m',
    'http://portal.example/m',
    'https://portal.example:8443/m',
    'https://portal.example@other.example/m',
    '//other.example/m',
    '//portal.example/m',
    '/\\other.example/m',
    '\\\\other.example/m',
    '/\t/other.example/m',
    '/.//other.example/m',
    'javascript:alert(1)',
    'data:text/html,m',
    'blob:https://portal.example/1',
    'm',
    '',
    'https://',
  ])('%j is none: foreign, protocol-relative or no address', (url) => expect(routesOf(url)).toEqual([]))
})

describe('the active tab', () => {
  const tabs = [
    { id: 'HOME', path: '/portal' },
    { id: 'ADMIN', path: '/portal/admin' },
    { id: 'MODULE', path: '/portal/admin/environment-settings' },
  ]
  it.each([
    ['/portal', 'HOME'],
    ['/portal/apitoken', 'HOME'],
    ['/portal/admin/global-settings', 'ADMIN'],
    ['/portal/admin/environment-settings/7', 'MODULE'],
    ['/portal/administration', 'HOME'],
  ])('of %s is %s: longest path first, whole segments', (location, id) =>
    expect(activeTab(tabs, location)?.id).toBe(id),
  )

  it('is undefined if no path is a prefix', () => expect(activeTab(tabs, '/operations')).toBeUndefined())
})

describe('the page title', () => {
  it('joins part, portal and company', () =>
    expect(pageTitle({ part: 'Sign in', portal: 'App Portal', company: 'Acme' })).toBe('Sign in | App Portal | Acme'))
  it('omits an absent part', () =>
    expect(pageTitle({ portal: 'App Portal', company: 'Acme' })).toBe('App Portal | Acme'))
})

describe('leaving with unsaved changes', () => {
  const form = (changed: boolean, saves = true) => ({
    hasChanges: () => changed,
    save: async () => saves,
    discard: vi.fn(),
  })

  it('leaves at once if nothing changed', () => {
    const blocker = createLeaveBlocker()
    const go = vi.fn()
    blocker.guard(form(false))
    blocker.leave(go)
    expect(go).toHaveBeenCalledOnce()
    expect(blocker.getState().showDialog).toBe(false)
  })

  it.each([
    ['save', true, true],
    ['save', false, false],
    ['discard', true, true],
    ['cancel', true, false],
  ] as const)('%s (saving works: %s) leaves: %s', async (answer, saves, leaves) => {
    const blocker = createLeaveBlocker()
    const go = vi.fn()
    blocker.guard(form(true, saves))
    blocker.leave(go)
    expect(blocker.getState()).toMatchObject({ showDialog: true, userHasMadeChanges: true })
    await blocker.answer(answer)
    expect(go).toHaveBeenCalledTimes(leaves ? 1 : 0)
    expect(blocker.getState().showDialog).toBe(false)
  })

  it('asks about each changed form of a page, and leaves after the last answer', async () => {
    const blocker = createLeaveBlocker()
    const go = vi.fn()
    const [first, unchanged, last] = [form(true), form(false), form(true)]
    for (const one of [first, unchanged, last]) blocker.guard(one)
    blocker.leave(go)
    expect(blocker.getState().asks).toBe(first)
    await blocker.answer('discard')
    expect([blocker.getState().asks, go.mock.calls.length]).toEqual([last, 0])
    await blocker.answer('save')
    expect([blocker.getState().showDialog, go.mock.calls.length]).toEqual([false, 1])
    expect([first.discard.mock.calls.length, last.discard.mock.calls.length]).toEqual([1, 0])
  })

  it('a form that was closed blocks nothing', () => {
    const blocker = createLeaveBlocker()
    const release = blocker.guard(form(true))
    release()
    expect(blocker.wouldLose()).toBe(false)
  })
})
