import { createScimToken, getDoctorFacts, updateScimToken, type DoctorFacts } from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { makeSetupUrl } from '../../sign-in/setup/queries.ts'
import { madeCertificate } from '../../testing/made-certificates.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import {
  createTestServer,
  rsaKeys,
  signedIn,
  smallTenant,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'

const dayMs = 86_400_000
let server: TestServer
let acme: ImportedTenant
let admin: Browser

const saml = (name: string, enabled: boolean, suffix: string) => ({
  name,
  type: 'OPENSAML',
  enabled,
  config: {
    entityId: `https://${suffix}`,
    ssoUrl: `https://${suffix}/sso`,
    signingCertificate1: madeCertificate({
      commonName: name,
      notBefore: new Date(Date.now() - dayMs),
      notAfter: new Date(Date.now() + 20.5 * dayMs),
    }).pem,
  },
  emailSuffixes: [suffix],
})

beforeAll(async () => {
  server = await createTestServer()
  const small = smallTenant('acme')
  const [main] = small['identityProviders'] as object[]
  acme = await server.importTenant({
    ...small,
    identityProviders: [main, saml('Partners', true, 'partners.acme.example'), saml('Old', false, 'old.acme.example')],
    serviceAccounts: [{ environment: 'production', name: 'robot', key1: rsaKeys().publicPem, applications: ['wiki'] }],
    customRoles: [{ label: 'Auditor', groups: { production: ['staff'] } }, { label: 'Nobody' }],
  })
  await server.importTenant({
    ...smallTenant('globex'),
    serviceAccounts: [{ environment: 'production', name: 'other', key1: rsaKeys().publicPem, applications: ['wiki'] }],
  })
  admin = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
})
afterAll(() => server.close())

async function facts(): Promise<DoctorFacts> {
  const outcome = await admin.core.client.call(getDoctorFacts)
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return outcome.value
}
const change = (work: ReturnType<typeof sql>) =>
  tenantScope(server.database, acme.id).transaction(({ db }) => work.execute(db))

it('counts the active people who administer, to two', async () => {
  expect((await facts()).administrators).toBe(1)
  await signedIn(server, acme, { username: 'bob@acme.example', groups: ['staff'] })
  expect((await facts()).administrators, 'another group').toBe(1)
  await signedIn(server, acme, { username: 'cy@acme.example', groups: ['admins'] })
  await signedIn(server, acme, { username: 'dee@acme.example', groups: ['admins'] })
  expect((await facts()).administrators).toBe(2)
  await change(sql`update users set active = false where username in ('cy@acme.example', 'dee@acme.example')`)
  expect((await facts()).administrators, 'deactivated').toBe(1)
})

it('names enabled providers with one certificate, and their notice', async () => {
  const { oneCertificate, notices } = await facts()
  expect(oneCertificate).toEqual([acme.identityProviderIds.get('Partners')])
  expect(notices).toMatchObject({ rows: [{ where: 'Partners', daysLeft: 20 }], total: 1 })
})

it('names providers that have the maximum of active SCIM tokens', async () => {
  const id = acme.identityProviderIds.get('Main') ?? ''
  const { client } = admin.core
  const create = (name: string) => client.call(createScimToken, { params: { id }, body: { name } })
  await create('First')
  expect((await facts()).scimTokensFull).toEqual([])
  const second = await create('Second')
  expect((await facts()).scimTokensFull).toEqual([id])
  const tokenId = second.ok ? second.value.id : ''
  await client.call(updateScimToken, { params: { id, tokenId }, body: { active: false } })
  expect((await facts()).scimTokensFull).toEqual([])
})

it('names only keys of this tenant that obtained no token for 90 days', async () => {
  expect((await facts()).unusedKeys).toEqual({ rows: [], total: 0 })
  const longAgo = sql`now() - interval '91 days'`
  await change(sql`update service_account_keys set added_at = ${longAgo} where tenant_id = ${acme.id}`)
  const robot = { account: 'robot', environment: 'Production', slot: 1 }
  expect((await facts()).unusedKeys).toMatchObject({ rows: [{ ...robot, lastUsedAt: null }], total: 1 })
  await change(sql`update service_account_keys set last_used_at = now() where tenant_id = ${acme.id}`)
  expect((await facts()).unusedKeys.total).toBe(0)
  await change(sql`update service_account_keys set last_used_at = ${longAgo} where tenant_id = ${acme.id}`)
  expect((await facts()).unusedKeys).toMatchObject({ rows: [{ ...robot, lastUsedAt: expect.any(String) }] })
})

it('names custom roles without a group, and visible roles of applications', async () => {
  const { rows, total } = (await facts()).rolesWithoutGroups
  expect(rows[0]).toMatchObject({ label: 'Nobody', application: null, environment: null, environmentId: null })
  expect(rows.map(({ label }) => label)).not.toContain('Auditor')
  expect(rows.map(({ label }) => label)).not.toContain('Hidden')
  // The groups of the portal's own roles are not among those of applications.
  expect(rows.map(({ label }) => label)).not.toContain('Security Admin')
  expect(total).toBe(rows.length)
})

it('names domains of providers that are off within one of another provider, and formats of drafts that are taken', async () => {
  expect((await facts()).formatConflicts.rows).toEqual([
    { kind: 'off', format: '@old.acme.example', provider: 'Old', other: 'Main', otherFormat: '@acme.example' },
  ])
  await change(sql`
    insert into identity_provider_drafts (tenant_id, identity_provider_id, name, enabled, config, secrets_id, prefixes, suffixes, changed_by)
    select tenant_id, id, 'Draft', enabled, config, secrets_id, '{}', '{acme.example}', 'ada'
      from identity_providers where tenant_id = ${acme.id} and name = 'Partners'`)
  expect((await facts()).formatConflicts.rows[0]).toMatchObject({
    kind: 'draft',
    format: '@acme.example',
    provider: 'Draft',
    other: 'Main',
  })
  expect((await facts()).providers?.rows).toEqual([
    expect.objectContaining({ name: 'Draft', state: 'draft', from: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) }),
  ])
  await change(sql`delete from identity_provider_drafts where tenant_id = ${acme.id}`)
  expect((await facts()).providers?.rows).toEqual([])
})

it('names providers that need attention, an open setup URL and the recovery codes', async () => {
  const { providers, setup, recoveryCodes } = await facts()
  // Old, whose domain leads to another provider, is in `formatConflicts`.
  expect(providers).toEqual({ rows: [], total: 0 })
  expect(setup).toBeNull()
  expect(recoveryCodes).toMatchObject({ made: null, codesLeft: 0 })
  await change(sql`delete from username_formats where tenant_id = ${acme.id} and value = 'partners.acme.example'`)
  await change(
    sql`update username_formats set value = 'old.example' where tenant_id = ${acme.id} and value = 'old.acme.example'`,
  )
  await tenantScope(server.database, acme.id).transaction((tx) => makeSetupUrl(tx, { token: 'token', by: 'test' }))
  const after = await facts()
  expect(after.providers?.rows.map(({ name, state, formats }) => [name, state, formats])).toEqual([
    ['Old', 'off', 1],
    ['Partners', 'no-format', 0],
  ])
  expect(after.setup).toMatchObject({ madeBy: 'test', openedAt: null })
})

it('names migrations of a newer version', async () => {
  expect((await facts()).newerMigrations).toEqual([])
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(server.database.owner)
  expect((await facts()).newerMigrations).toEqual(['9999-later'])
})

it('ten thousand accounts are answered with few rows', async () => {
  await change(sql`
    insert into service_accounts (tenant_id, id, environment_id, name, key1, key1_algorithm, key1_thumbprint, created_at)
    select ${acme.id}::uuid, gen_random_uuid(), e.id, 'bulk ' || n, 'pem', 'RSA', 'x' || n, now() - interval '1 year'
      from environments e, generate_series(1, 10000) n where e.tenant_id = ${acme.id} and e.slug = 'production'`)
  const { unusedKeys } = await facts()
  expect(unusedKeys.rows).toHaveLength(20)
  expect(unusedKeys.total).toBe(10_001)
})
