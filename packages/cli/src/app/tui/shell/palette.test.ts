import { supportRole, type PrincipalInfo } from '@portico/core'
import { describe, expect, it } from 'vitest'

import { openAppUnderTest } from '../testing/app-under-test.ts'
import { completed, paletteCommands, runPalette, suggestions } from './palette.ts'

const place = (app: ReturnType<typeof openAppUnderTest>['app']) => {
  const { history } = app.state.getState()
  return history.places[history.at]
}

describe('what is typed after a colon', () => {
  it.each([
    ['sa', 'service-accounts'],
    ['service-account', 'service-accounts'],
    ['apps', 'applications'],
    ['env', 'environments'],
    ['envir', 'environments'],
    ['  SA ', 'service-accounts'],
    ['matrix', 'matrix'],
    ['tree', 'mapping-tree'],
  ])(':%s goes to %s', (typed, view) => {
    const { app } = openAppUnderTest()
    void runPalette(app, typed)
    expect(place(app)).toMatchObject({ view })
  })

  it('a name of an account opens it, any other text filters the list', async () => {
    const ledger = { id: 'sa-1', name: 'Ledger robot', urn: 'u', createdAt: '', updatedAt: '' }
    const answer = JSON.stringify({ serviceAccounts: [ledger], readonly: false, next: null, previous: null, total: 1 })
    const http = {
      cookie: () => undefined,
      send: async ({ path }: { path: string }) => ({
        status: path.includes('/service-accounts?') ? 200 : 404,
        statusText: '',
        header: () => undefined,
        text: async () => answer,
      }),
    }
    const { app } = openAppUnderTest({ http })
    await runPalette(app, 'sa Ledger robot')
    expect(place(app)).toMatchObject({ view: 'service-account-edit', id: 'sa-1' })
    await runPalette(app, 'sa ledg')
    expect(place(app)).toMatchObject({ view: 'service-accounts' })
    expect(app.state.getState().view.filter?.line.getState().value).toBe('ledg')
  })

  it.each([
    ['matrix Production', { view: 'matrix', environmentId: 'p' }],
    ['sa production', { view: 'service-accounts', environmentId: 'p' }],
    ['mapping Production', { view: 'mappings', environmentId: 'p' }],
  ])(':%s goes to the environment of that name', async (typed, wanted) => {
    const { app } = openAppUnderTest()
    void runPalette(app, 'use Staging')
    await runPalette(app, typed)
    expect(place(app)).toEqual(wanted)
    expect(app.state.getState().view.filter?.line.getState().value ?? '').toBe('')
  })

  it('without an environment the chooser opens, and the command goes on in what is chosen there', async () => {
    const { app, press } = openAppUnderTest()
    app.go({ view: 'overview' })
    for (const typed of ['matrix appr', 'mapping appr']) {
      app.state.setState({ environmentId: undefined })
      await runPalette(app, typed)
      expect(app.state.getState().dialog?.title).toContain('belong to an environment')
      await press('pick.take')
      expect(place(app)).toMatchObject({ environmentId: 'e' })
      expect(app.state.getState().view.filter?.line.getState().value).toBe('appr')
    }
  })

  it(':scim opens SCIM of the provider of that name, or of the only one, and :provisioning leads to the applications', async () => {
    const open = (names: readonly string[]) =>
      openAppUnderTest({
        http: {
          cookie: () => undefined,
          send: async ({ path }: { path: string }) => ({
            status: /\/idps(?:\?|$)/.test(path) ? 200 : 404,
            statusText: '',
            header: () => undefined,
            text: async () => JSON.stringify({ idps: names.map((name) => ({ id: name, name, type: 'OIDC' })) }),
          }),
        },
      }).app
    const several = open(['Main', 'Partners'])
    await runPalette(several, 'scim partners')
    expect(place(several)).toEqual({ view: 'scim', id: 'Partners' })
    await runPalette(several, 'scim')
    expect(place(several)).toEqual({ view: 'identity-providers' })
    expect(several.state.getState().notice).toContain('press u')
    await runPalette(several, 'provisioning')
    expect(place(several)).toMatchObject({ view: 'applications' })
    const single = open(['Main'])
    await runPalette(single, 'scim')
    expect(place(single)).toEqual({ view: 'scim', id: 'Main' })
  })

  it(':use works in the environment of that name', () => {
    const { app } = openAppUnderTest()
    void runPalette(app, 'use production')
    expect(place(app)).toEqual({ view: 'service-accounts', environmentId: 'p' })
    void runPalette(app, 'use nowhere')
    expect(app.state.getState().notice).toBe('There is no environment nowhere.')
  })

  it(':write unlocks this production and no other, and :lock locks it', () => {
    const { app } = openAppUnderTest()
    void runPalette(app, 'use Production')
    expect(app.writeRefusal('p')).toMatch(/:write/)
    void runPalette(app, 'write')
    expect(app.writeRefusal('p')).toBeUndefined()
    void runPalette(app, 'lock')
    expect(app.writeRefusal('p')).toMatch(/:write/)
  })

  it.each([
    ['idp', 'identity-providers'],
    ['uf', 'all-formats'],
    ['cert', 'certificates'],
    ['sign-ins', 'sign-ins'],
    ['portal-roles', 'portal-roles'],
    ['group', 'groups'],
  ])(':%s goes to %s, whatever the environment', (typed, view) => {
    const { app } = openAppUnderTest()
    void runPalette(app, typed)
    expect(place(app)).toEqual({ view })
  })

  it(':whereis asks for the username that was typed', async () => {
    const { app } = openAppUnderTest()
    await runPalette(app, 'whereis ACME\\oskar')
    expect(place(app)).toEqual({ view: 'whereis', username: 'ACME\\oskar' })
  })

  it(':write unlocks, only on that screen, what affects every environment, and :lock locks it', () => {
    const { app } = openAppUnderTest()
    void runPalette(app, 'idp')
    expect(app.tenantRefusal()).toMatch(/:write/)
    void runPalette(app, 'write')
    expect(app.tenantRefusal()).toBeUndefined()
    expect(app.writeRefusal('p')).toMatch(/:write/)
    void runPalette(app, 'lock')
    expect(app.tenantRefusal()).toMatch(/:write/)
  })

  it('what is typed after a noun waits for its screen, which is loaded late', async () => {
    const { app } = openAppUnderTest()
    await runPalette(app, 'cert acme')
    expect(app.state.getState().view.filter?.line.getState().value).toBe('acme')
  })

  it('a typing error gets a suggestion', () => {
    const { app } = openAppUnderTest()
    void runPalette(app, 'wrtie')
    expect(app.state.getState().notice).toBe('There is no command wrtie. Did you mean write?')
  })
})

describe('Tab completes', () => {
  it.each([
    ['wri', 'write '],
    ['use prod', 'use Production'],
    ['use x', 'use x'],
    ['serv', 'service-account '],
  ])('%j to %j', (typed, text) => {
    expect(completed(openAppUnderTest().app, typed)).toBe(text)
  })
})

const caller = (kind: PrincipalInfo['kind'], ...portalRoles: string[]): PrincipalInfo => ({
  kind,
  id: 'ada',
  username: 'ada@acme.example',
  name: 'Ada',
  email: null,
  tenant: { id: 'acme', name: 'Acme' },
  environment: null,
  identityProvider: null,
  groups: [],
  portalRoles,
})

it('every command is suggested by the begin of each of its names', () => {
  const { app, core } = openAppUnderTest()
  core.launcher.setState({ principal: caller('user', supportRole) })
  for (const command of paletteCommands)
    for (const name of command.names) expect(suggestions(app, name)[0]?.names).toContain(name)
})

it.each([
  ['operations', caller('user', 'security-admin'), 'Only people of the vendor with the role Support can do this.'],
  ['sessions', caller('service-account'), 'Available only to people'],
])(':%s is neither offered nor opened for callers who do not have it', (name, principal, why) => {
  const { app, core } = openAppUnderTest()
  core.launcher.setState({ principal })
  for (let length = 0; length <= name.length; length += 1)
    expect(suggestions(app, name.slice(0, length)).flatMap(({ names }) => names)).not.toContain(name)
  const before = app.place()
  void runPalette(app, name)
  expect([app.place(), app.state.getState().notice]).toEqual([before, expect.stringContaining(why)])
})
