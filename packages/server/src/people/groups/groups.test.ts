import { forgetGroups, listGroups, listPrimaryGroups, listProviderGroups } from '@portico/core/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { auditRows } from '../../testing/audit-rows.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser

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
      applications: [
        {
          slug: 'wiki',
          label: 'Wiki',
          groups: ['staff', { provider: 'Partners', group: 'p-100%_staff', name: 'Partner staff' }],
        },
        { slug: 'billing', label: 'Billing', roles: [{ name: 'hidden', label: 'Hidden', visible: false }] },
      ],
    }),
  )
  admin = await signedIn(server, acme, { username: `ada@${slug}.example`, groups: ['admins'] })
})

const idOf = (name: string) => acme.identityProviderIds.get(name) ?? ''

async function list(search?: string) {
  const outcome = await admin.core.client.call(listGroups, { query: search === undefined ? {} : { search } })
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return outcome.value.tenantGroups.map(({ idpName, primary, source, groups }) => ({
    idpName,
    primary,
    source,
    groups: groups.map((one) => one.name),
  }))
}

describe('groups', () => {
  it('are listed by provider, the primary one first, with their source', async () => {
    expect(await list()).toEqual([
      { idpName: 'Main', primary: true, source: 'seen', groups: ['admins', 'staff'] },
      { idpName: 'Partners', primary: false, source: 'seen', groups: ['Partner staff'] },
    ])
    expect(await admin.core.client.call(listPrimaryGroups, { query: {} })).toMatchObject({
      value: { groups: [{ claim: 'admins' }, { claim: 'staff' }] },
    })
  })

  it.each([
    ['STAFF', [['staff'], ['Partner staff']]],
    ['100%_', [[], ['Partner staff']]],
    ['%', [[], ['Partner staff']]],
    ['_dmins', [[], []]],
  ])('%s finds part of a name or claim, taken literally', async (search, expected) => {
    expect((await list(search)).map((one) => one.groups)).toEqual(expected)
  })

  it('do not name hidden roles, and are kept for them', async () => {
    const id = idOf('Main')
    await signedIn(server, acme, { username: `bo@acme${count}.example`, groups: ['insiders'] })
    await tenantScope(server.database, acme.id).transaction(({ db }) =>
      sql`insert into app_role_groups (tenant_id, role_id, group_id)
          select r.tenant_id, r.id, g.id from groups g, app_roles r join environments e on e.id = r.environment_id
           where g.claim = 'insiders' and r.label = 'Hidden' and e.name = 'Staging'`.execute(db),
    )
    const insiders = { name: 'insiders', mappedTo: ['Billing (Staging)'] }
    const shown = await admin.core.client.call(listProviderGroups, { params: { id }, query: { search: 'insiders' } })
    expect(shown).toMatchObject({ value: { groups: [insiders] } })
    const forgotten = await admin.core.client.call(forgetGroups, { params: { id } })
    expect(forgotten).toMatchObject({ value: { forgotten: 0 } })
    expect(forgotten.ok && forgotten.value.kept).toContainEqual(expect.objectContaining(insiders))
  })

  it('that are mapped nowhere are forgotten; the others are kept with what is mapped to them', async () => {
    await signedIn(server, acme, { username: `bo@acme${count}.example`, groups: ['unmapped 1', 'unmapped 2', 'staff'] })
    const wiki = ['Frozen', 'Production', 'Staging'].map((environment) => `Wiki (${environment})`)
    expect(await admin.core.client.call(forgetGroups, { params: { id: idOf('Main') } })).toMatchObject({
      value: {
        forgotten: 2,
        kept: [
          { name: 'admins', mappedTo: ['Security Admin'] },
          { name: 'staff', mappedTo: wiki },
        ],
      },
    })
    expect((await list())[0]?.groups).toEqual(['admins', 'staff'])
    expect((await auditRows(server, acme)).at(-1)).toMatchObject({
      action: 'group.forget',
      target_name: 'Main',
      before: { groups: ['unmapped 1', 'unmapped 2'] },
    })
    // The person who forgot them is an administrator still, and a sign-in brings a group back.
    await signedIn(server, acme, { username: `cy@acme${count}.example`, groups: ['unmapped 1'] })
    expect((await list())[0]?.groups).toEqual(['admins', 'staff', 'unmapped 1'])
  })
})
