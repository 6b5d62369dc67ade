import { listIdentityProviders } from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { whoIs } from '../../testing/sign-in-run.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let acme: ImportedTenant
let primary: Browser
let other: Browser

const provider = (name: string, isPrimary: boolean) => ({
  name,
  type: 'OIDC',
  primary: isPrimary,
  config: { issuer: 'http://127.0.0.1:9/oidc', clientId: 'portico' },
  clientSecret: 'not-a-secret-in-tests',
})
const file = smallTenant('acme', { identityProviders: [provider('Main', true), provider('Partners', false)] })

beforeAll(async () => {
  server = await createTestServer()
  acme = await server.importTenant(file)
  primary = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
  const partners = new Map([['Partners', acme.identityProviderIds.get('Partners') ?? '']])
  other = await signedIn(
    server,
    { ...acme, identityProviderIds: partners },
    { username: 'pat@partner.example', groups: ['admins'] },
  )
})
afterAll(() => server.close())

const change = (statement: RawBuilder<unknown>) =>
  tenantScope(server.database, acme.id).transaction((tx) => statement.execute(tx.db))

/** Both providers' groups `admins` hold the role; Main is primary. */
beforeEach(async () => {
  await change(sql`insert into portal_role_groups (tenant_id, role, group_id)
    select tenant_id, 'security-admin', id from groups where claim = 'admins' on conflict do nothing`)
  await makePrimary('Main')
})

async function makePrimary(name: string | undefined): Promise<void> {
  await change(sql`update identity_providers set is_primary = false`)
  if (name !== undefined) await change(sql`update identity_providers set is_primary = true where name = ${name}`)
}

async function administers(browser: Browser): Promise<boolean> {
  const { ok } = await browser.core.client.call(listIdentityProviders, {})
  expect((await whoIs(browser))?.portalRoles).toEqual(ok ? ['security-admin'] : [])
  const tabs = (await (await browser.send('/api/portal/launcher')).json()) as { routes: { id: string }[] }
  expect(tabs.routes.some((tab) => tab.id === 'ADMIN_ID')).toBe(ok)
  return ok
}

describe('the Security Admin role (spec section 6)', () => {
  it('counts for a group of the primary provider, and for no group of another one, though it is mapped', async () => {
    expect([await administers(primary), await administers(other)]).toEqual([true, false])
    const refused = await other.send('/api/portal/admin/tenant/idps')
    expect(refused.status).toBe(403)
  })

  it('moves with the primary provider, in sessions that run', async () => {
    await makePrimary('Partners')
    expect([await administers(primary), await administers(other)]).toEqual([false, true])
  })

  it('ends in a running session with its mapping', async () => {
    expect(await administers(primary)).toBe(true)
    await change(sql`delete from portal_role_groups`)
    expect(await administers(primary)).toBe(false)
  })

  it('is not granted by a group of another provider in a session of the primary one', async () => {
    // As a row that no sign-in writes: a person of one provider in a group of another.
    await change(sql`delete from portal_role_groups r using groups g
      where g.id = r.group_id and g.identity_provider_id = ${acme.identityProviderIds.get('Main')}`)
    await change(sql`insert into user_groups (tenant_id, user_id, group_id)
      select u.tenant_id, u.id, g.id from users u, groups g
       where u.username = 'ada@acme.example' and g.claim = 'admins'
         and g.identity_provider_id = ${acme.identityProviderIds.get('Partners')}`)
    expect(await administers(primary)).toBe(false)
  })

  it('is not granted by a group of the primary provider in a session that began at another one', async () => {
    await change(sql`insert into user_groups (tenant_id, user_id, group_id)
      select u.tenant_id, u.id, g.id from users u, groups g
       where u.username = 'pat@partner.example' and g.claim = 'admins'
         and g.identity_provider_id = ${acme.identityProviderIds.get('Main')} on conflict do nothing`)
    expect(await administers(other)).toBe(false)
  })
})
