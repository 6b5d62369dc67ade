import {
  getAppSwitcher,
  getLauncher,
  getLauncherApplications,
  getPrincipalInfo,
  listEnvironments,
  moduleRoutes,
  placeOf,
} from '@portico/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  createTestServer,
  rsaKeys,
  signAssertion,
  signedIn,
  smallTenant,
  type TestServer,
} from '../../testing/test-server.ts'
import { mintToken } from '../../testing/mint-token.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'

const keys = rsaKeys()
let server: TestServer
let acme: ImportedTenant

beforeAll(async () => {
  server = await createTestServer()
  const serviceAccounts = [
    {
      environment: 'production',
      name: 'robot',
      key1: keys.publicPem,
      applications: ['billing:clerk', 'billing:viewer', 'wiki'],
    },
  ]
  acme = await server.importTenant(smallTenant('acme', { serviceAccounts }))
})
afterAll(() => server.close())

let count = 0
const person = (groups: string[], environment?: string) =>
  signedIn(server, acme, {
    username: `p${++count}@acme.example`,
    groups,
    ...(environment === undefined ? {} : { environment }),
  })

describe('what a person sees', () => {
  it('applications their groups open in the selected environment, with their roles', async () => {
    const { core } = await person(['staff', 'finance'])
    expect(await core.client.call(getLauncherApplications)).toMatchObject({
      ok: true,
      value: {
        applications: [
          {
            label: 'Billing',
            roles: ['Clerk', 'Viewer'],
            launchUrl: 'https://billing.example/?environment=Production',
            urn: 'urn:portico:acme:application:billing',
          },
          { label: 'Vault', roles: [], singleTenant: true, launchUrl: null },
          { label: 'wiki', roles: [], launchUrl: 'https://wiki.example/' },
        ],
      },
    })
  })

  it('nothing more in an environment that does not have the application', async () => {
    const { core } = await person(['finance'], 'staging')
    const outcome = await core.client.call(getLauncherApplications)
    expect(outcome.ok && outcome.value.applications.map((one) => one.label)).toEqual(['Billing'])
  })

  it('without groups: no environment, no application', async () => {
    const { core } = await person([])
    expect(await core.client.call(listEnvironments)).toMatchObject({ ok: true, value: { environments: [] } })
    expect(await core.client.call(getLauncherApplications)).toMatchObject({ ok: true, value: { applications: [] } })
  })

  it('only administrators see the admin tab', async () => {
    const tabs = async (groups: string[]) => {
      const outcome = await (await person(groups)).core.client.call(getLauncher)
      return outcome.ok ? outcome.value.routes.map((tab) => tab.id) : []
    }
    expect(await tabs(['staff'])).toEqual(['HOME_ID'])
    expect(await tabs(['admins'])).toEqual(['HOME_ID', 'ADMIN_ID'])
  })

  it('who they are: principalinfo in full', async () => {
    const { core } = await person(['staff', 'admins'])
    expect(await core.client.call(getPrincipalInfo)).toMatchObject({
      ok: true,
      value: {
        kind: 'user',
        username: `p${count}@acme.example`,
        tenant: { id: acme.id, name: 'acme Inc' },
        environment: { name: 'Production', type: 'PROD' },
        identityProvider: { name: 'Main' },
        groups: ['admins', 'staff'],
        portalRoles: ['security-admin'],
      },
    })
  })

  it('the application switcher: the portal first, then what can be opened', async () => {
    const outcome = await (await person(['staff', 'finance'])).core.client.call(getAppSwitcher)
    expect(outcome.ok && outcome.value.applications).toEqual([
      { id: 'portal', label: 'Portico', url: '/portal' },
      { id: expect.any(String), label: 'Billing', url: 'https://billing.example/?environment=Production' },
      { id: expect.any(String), label: 'wiki', url: 'https://wiki.example/' },
    ])
  })

  it('the same through the store the faces draw', async () => {
    const { core } = await person(['admins', 'staff'])
    await core.launcher.fetch()
    await core.launcher.fetchApplications()
    expect(core.launcher.getState()).toMatchObject({
      user: { tenantName: 'acme Inc', environmentName: 'Production', environmentType: 'PROD' },
      userData: { tenantId: acme.id, environmentId: expect.any(String) },
      adminModules: [
        { id: 'overview', label: 'Overview', url: '/portal/admin' },
        { id: 'global-settings', url: '/portal/admin/global-settings', label: 'Global Settings' },
        { id: 'environment-settings', url: '/portal/admin/environment-settings', label: 'Environment Management' },
        { id: 'groups', url: '/portal/admin/groups', label: 'Groups' },
        { id: 'people', url: '/portal/admin/people', label: 'People' },
        { id: 'launcher', url: '/portal/admin/launcher', label: 'Launcher' },
        { id: 'branding', url: '/portal/admin/branding', label: 'Branding' },
        { id: 'notices', url: '/portal/admin/notices', label: 'Expiry notices' },
        { id: 'audit', url: '/portal/admin/audit', label: 'Audit log' },
        { id: 'sign-ins', url: '/portal/admin/sign-ins', label: 'Sign-ins' },
      ],
    })
    expect(core.launcher.getState().applications?.map((one) => one.label)).toEqual(['Billing', 'wiki'])
  })
})

it('the url of each admin module leads to a screen, and no other path beside it does', async () => {
  const { core } = await person(['admins', 'staff'])
  await core.launcher.fetch()
  const modules = moduleRoutes(core.launcher.getState().adminModules ?? [], server.deps.settings.baseUrl)
  expect(modules).not.toEqual([])
  for (const { id, path } of modules) {
    // Its screen is found by the id of its module, so that no other page loads its route (e2e/branding-web.e2e.ts).
    const place = id === 'branding' ? { kind: 'module' } : { kind: 'screen', match: { layout: 'portal' } }
    expect(placeOf(path, { modules }), path).toMatchObject(place)
    expect(placeOf(`${path}-unknown`, { modules }), path).toEqual({ kind: 'unknown' })
  }
})

it('a service account sees what it may call, and who it is', async () => {
  const token = await mintToken(server, signAssertion(keys.privateKey, acme.serviceAccountIds.get('robot') ?? ''))
  const read = async (path: string) => {
    const request = new Request(server.deps.settings.baseUrl + path, { headers: { authorization: `Bearer ${token}` } })
    return (await server.fetch(request)).json()
  }
  expect(await read('/api/portal/launcher/applications')).toMatchObject({
    applications: [
      { label: 'Billing', roles: ['clerk', 'viewer'], launchUrl: null },
      { label: 'wiki', roles: [] },
    ],
  })
  expect(await read('/api/portal/launcher/principalinfo')).toMatchObject({
    kind: 'service-account',
    name: 'robot',
    portalRoles: [],
    environment: { name: 'Production' },
  })
  expect(await read('/api/portal/cloudsession')).toMatchObject({ deactivated: false, systemBanner: null })
})
