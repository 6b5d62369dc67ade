import { createGroup, listProviderGroups } from '@portico/core/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { auditRows } from '../../testing/audit-rows.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser

beforeAll(async () => {
  server = await createTestServer()
  const provider = (name: string, more: Record<string, unknown> = {}) => ({
    name,
    type: 'OIDC',
    config: { issuer: 'http://127.0.0.1:9/oidc', clientId: 'portico' },
    clientSecret: 'not-a-secret-in-tests',
    ...more,
  })
  const groupTransforms = [{ kind: 'strip-prefix', text: 'grp-' }]
  acme = await server.importTenant(
    smallTenant('acme', {
      identityProviders: [
        provider('Main', { primary: true }),
        provider('Renaming', { config: { issuer: 'http://127.0.0.1:9/oidc', clientId: 'p', groupTransforms } }),
        {
          name: 'Azure',
          type: 'AAD2',
          config: { domainName: 'acme.example', applicationId: '018f4f2e-0000-7000-8000-000000000000' },
          applicationSecret: 'not-a-secret-in-tests',
          enabled: false,
        },
      ],
    }),
  )
  admin = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
})
afterAll(() => server.close())

const create = (provider: string, body: { claim: string; name?: string }) =>
  admin.core.client.call(createGroup, { params: { id: acme.identityProviderIds.get(provider) ?? '' }, body })
const exists = { problem: { status: 409, errorID: 'GROUP_EXISTS', details: [{ fieldID: 'claim' }] } }

it('a group that no sign-in has named is created by its spelling in tokens, once, and is in the list', async () => {
  expect(await create('Main', { claim: 'cn=chiefs', name: 'Chiefs' })).toMatchObject({
    value: { claim: 'cn=chiefs', name: 'Chiefs' },
  })
  expect(await create('Main', { claim: 'cn=chiefs' })).toMatchObject(exists)
  expect(await create('Main', { claim: 'staff' })).toMatchObject(exists)
  const params = { id: acme.identityProviderIds.get('Main') ?? '' }
  const listed = await admin.core.client.call(listProviderGroups, { params, query: { search: 'chiefs' } })
  expect(listed).toMatchObject({ value: { groups: [{ claim: 'cn=chiefs', name: 'Chiefs', mappedTo: [] }] } })
  expect((await auditRows(server, acme)).at(-1)).toMatchObject({ action: 'group.create', target_name: 'Chiefs' })
})

it('transforms of the provider name it, and a second one of that name is refused', async () => {
  expect(await create('Renaming', { claim: 'grp-finance' })).toMatchObject({ value: { name: 'finance' } })
  expect(await create('Renaming', { claim: 'finance' })).toMatchObject(exists)
})

it('of Azure AD is created by its object ID, never by a name that others can choose', async () => {
  expect(await create('Azure', { claim: 'Finance' })).toMatchObject({
    problem: { status: 400, details: [{ errorID: 'GROUP_OBJECT_ID', fieldID: 'claim' }] },
  })
  const claim = '0A1B2C3D-0000-4000-8000-000000000001'
  expect(await create('Azure', { claim, name: 'Finance' })).toMatchObject({
    value: { claim: claim.toLowerCase(), name: 'Finance' },
  })
})
