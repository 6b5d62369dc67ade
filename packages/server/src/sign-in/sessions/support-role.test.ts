import {
  getPortalRoleGroups,
  listGroups,
  listPortalRoles,
  setPortalRoleGroups,
  supportRole,
} from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { csrfTokenOf } from '../../kit/http/csrf.ts'
import { hashToken, randomToken } from '../../kit/secrets/secret-box.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { whoIs } from '../../testing/sign-in-run.ts'
import {
  createBrowser,
  createTestServer,
  signedIn,
  smallTenant,
  vendorTenant,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'
import { createRepairSession } from './repair-sessions.ts'

let server: TestServer
let vendor: ImportedTenant
let acme: ImportedTenant
let kofi: Browser
let admin: Browser

beforeAll(async () => {
  server = await createTestServer()
  acme = await server.importTenant(smallTenant('acme'))
})
afterAll(() => server.close())

/** In the vendor's tenant, past the rules. */
const change = (statement: RawBuilder<unknown>) =>
  tenantScope(server.database, vendor.id).transaction((tx) => statement.execute(tx.db))

let round = 0
beforeEach(async () => {
  vendor = await server.importTenant(vendorTenant())
  await change(sql`update tenants set vendor = true`)
  await change(sql`update identity_providers set is_primary = true, enabled = true`)
  kofi = await signedIn(server, vendor, { username: `kofi${++round}@vendor.example`, groups: ['support'] })
  admin = await signedIn(server, vendor, { username: `jana${round}@vendor.example`, groups: ['admins'] })
})

const rolesOf = async (browser: Browser) => (await whoIs(browser))?.portalRoles
const params = { id: supportRole }

describe('the Support role', () => {
  it('is held by members of its groups in the vendor’s tenant, and administers nothing', async () => {
    expect(await rolesOf(kofi)).toEqual(['support'])
    expect(await rolesOf(admin)).toEqual(['security-admin'])
    expect((await kofi.send('/api/portal/admin/modules')).status).toBe(403)
  })

  it('is not held in a tenant that is not the vendor’s, though a group there has it', async () => {
    await tenantScope(server.database, acme.id).transaction((tx) =>
      sql`insert into portal_role_groups (tenant_id, role, group_id)
            select tenant_id, 'support', id from groups where claim = 'staff' on conflict do nothing`.execute(tx.db),
    )
    const browser = await signedIn(server, acme, { username: 'eve@acme.example', groups: ['staff'] })
    expect(await rolesOf(browser)).toEqual([])
  })

  it.each([
    ['its mapping', sql`delete from portal_role_groups where role = 'support'`],
    ['the membership', sql`delete from user_groups`],
    ['the mark of the vendor', sql`update tenants set vendor = false`],
    ['the primary provider', sql`update identity_providers set is_primary = false`],
  ])('ends in a running session with %s', async (_, statement) => {
    expect(await rolesOf(kofi)).toEqual(['support'])
    await change(statement)
    expect(await rolesOf(kofi)).toEqual([])
  })

  it('is given to groups by an administrator of the vendor’s tenant, also to none', async () => {
    const listed = await admin.core.client.call(listPortalRoles, {})
    expect(listed.ok && listed.value.portalRoles.map(({ id }) => id)).toEqual(['security-admin', 'support'])
    const held = await admin.core.client.call(getPortalRoleGroups, { params })
    const groups = await admin.core.client.call(listGroups, { query: {} })
    if (!held.ok || !groups.ok) throw new Error('not read')
    expect(held.value.groups.map(({ name }) => name)).toEqual(['support'])
    const idp = held.value.idp
    const set = (ids: string[]) =>
      admin.core.client.call(setPortalRoleGroups, { params, body: { idp, groups: ids }, ifMatch: undefined })
    expect(await set([])).toMatchObject({ value: { groups: [] } })
    expect(await rolesOf(kofi)).toEqual([])
    expect(await set(held.value.groups.map(({ id }) => id))).toMatchObject({ ok: true })
    expect(await rolesOf(kofi)).toEqual(['support'])
  })

  it('does not exist for administrators of other tenants', async () => {
    const ada = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
    const listed = await ada.core.client.call(listPortalRoles, {})
    expect(listed.ok && listed.value.portalRoles.map(({ id }) => id)).toEqual(['security-admin'])
    const withoutId = (text: string) => text.replace(/"(?:requestID|resourceID)":"[^"]*"/g, '')
    const answers = await Promise.all(
      ['support', 'launcher'].map(async (id) => {
        const response = await ada.send(`/api/portal/admin/portal-roles/${id}/groups`)
        return [response.status, withoutId(await response.text())]
      }),
    )
    expect(answers[0]?.[0]).toBe(404)
    expect(answers[0]).toEqual(answers[1])
    const body = { idp: null, groups: [] }
    expect(await ada.core.client.call(setPortalRoleGroups, { params, body, ifMatch: undefined })).toMatchObject({
      problem: { status: 404 },
    })
  })

  it('is not given by a repair session', async () => {
    const token = randomToken()
    await tenantScope(server.database, vendor.id).transaction((tx) =>
      createRepairSession(tx, hashToken(token), Date.now()),
    )
    const { secrets, settings } = server.deps
    const repairer = createBrowser(server, settings.baseUrl, { session: token, csrf: csrfTokenOf(secrets, token) })
    const held = await repairer.core.client.call(getPortalRoleGroups, { params })
    const idp = held.ok ? held.value.idp : null
    const answer = await repairer.core.client.call(setPortalRoleGroups, {
      params,
      body: { idp, groups: [] },
      ifMatch: undefined,
    })
    expect(answer).toMatchObject({ problem: { status: 403 } })
  })

  it('is refused in the file of a tenant that is not the vendor’s', async () => {
    await expect(server.importTenant(smallTenant('globex', { supportGroups: ['staff'] }))).rejects.toThrow(
      'supportGroups',
    )
  })
})
