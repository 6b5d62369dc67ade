import { forgetGroups, listGroups, listPrimaryGroups } from '@portico/core/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { ImportedTenant } from '../tenant-import/import.ts'
import { auditRows } from '../testing/audit-rows.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../testing/test-server.ts'

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
