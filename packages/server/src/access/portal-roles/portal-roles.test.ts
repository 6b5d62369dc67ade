import { getPortalRoleGroups, listGroups, listPortalRoles, setPortalRoleGroups } from '@portico/core/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { auditRows } from '../../testing/audit-rows.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser
let ids: Map<string, string>

beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

let count = 0
beforeEach(async () => {
  const slug = `acme${++count}`
  const provider = (name: string, primary: boolean) => ({
    name,
    type: 'OIDC',
    primary,
    config: { issuer: 'http://127.0.0.1:9/oidc', clientId: 'portico' },
    clientSecret: 'not-a-secret-in-tests',
  })
  acme = await server.importTenant(
    smallTenant(slug, {
      identityProviders: [provider('Main', true), provider('Partners', false)],
      applications: [{ slug: 'wiki', label: 'Wiki', groups: ['staff', { provider: 'Partners', group: 'partners' }] }],
    }),
  )
  admin = await signedIn(server, acme, { username: `ada@${slug}.example`, groups: ['admins'] })
  const all = await admin.core.client.call(listGroups, { query: {} })
  if (!all.ok) throw new Error(all.problem.errorMessage)
  ids = new Map(all.value.tenantGroups.flatMap(({ groups }) => groups.map(({ name, id }) => [name, id] as const)))
})

const params = { id: 'security-admin' }
const idp = (name: string) => acme.identityProviderIds.get(name) ?? ''
const read = () => admin.core.client.call(getPortalRoleGroups, { params })
const set = (names: string[], more: { idp?: string; ifMatch?: string } = {}) =>
  admin.core.client.call(setPortalRoleGroups, {
    params,
    body: { idp: more.idp ?? idp('Main'), groups: names.map((name) => ids.get(name) ?? name) },
    ifMatch: more.ifMatch,
  })

describe('the groups of the Security Admin role', () => {
  it('are read and replaced, and administrators gain and lose with them at once', async () => {
    expect(await admin.core.client.call(listPortalRoles, {})).toMatchObject({
      value: { portalRoles: [{ id: 'security-admin', label: 'Security Admin' }] },
    })
    expect(await read()).toMatchObject({ value: { idp: idp('Main'), idpName: 'Main', groups: [{ name: 'admins' }] } })
    expect(await set(['admins', 'staff'])).toMatchObject({ value: { groups: [{ name: 'admins' }, { name: 'staff' }] } })
    expect((await auditRows(server, acme)).at(-1)).toMatchObject({
      action: 'portal-role.groups',
      target_name: 'Security Admin',
      before: { groups: [{ name: 'admins' }] },
    })
    expect(await set(['staff'])).toMatchObject({ ok: true })
    expect(await read()).toMatchObject({ problem: { status: 403 } })
  })

  it('cannot be none: no path to the role would be left', async () => {
    expect(await set([])).toMatchObject({ problem: { status: 409, errorID: 'LAST_ADMIN_PATH' } })
    expect(await read()).toMatchObject({ value: { groups: [{ name: 'admins' }] } })
  })

  it('belong to the primary provider, are known, and are replaced only where they are as they were read', async () => {
    expect(await set(['partners'], { idp: idp('Partners') })).toMatchObject({
      problem: { status: 409, errorID: 'PORTAL_ROLE_PRIMARY' },
    })
    const random = '018f4f2e-0000-7000-8000-000000000000'
    for (const unknown of ['partners', random, 'nonsense'])
      expect(await set(['admins', unknown])).toMatchObject({
        problem: { status: 400, details: [{ errorID: 'GROUP_UNKNOWN', fieldID: 'groups.1' }] },
      })
    const first = await read()
    await set(['admins', 'staff'])
    expect(await set(['admins'], first.ok && first.etag !== undefined ? { ifMatch: first.etag } : {})).toMatchObject({
      problem: { status: 412 },
    })
  })
})
