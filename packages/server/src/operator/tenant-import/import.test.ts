import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { createTestServer, rsaKeys, smallTenant, type TestServer } from '../../testing/test-server.ts'
import { checkTenantFile } from './tenant-file.ts'
import type { ImportedTenant } from './import.ts'
import { listTenants } from '../../tenant/tenants/queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const tables = [
  'environments',
  'applications',
  'environment_applications',
  'app_roles',
  'app_role_groups',
  'application_access_groups',
  'identity_providers',
  'username_formats',
  'groups',
  'portal_role_groups',
  'service_accounts',
  'service_account_dependencies',
] as const

const countsOf = (tenant: ImportedTenant) =>
  tenantScope(server.database, tenant.id).transaction(async (tx) => {
    const counts: Record<string, number> = {}
    for (const table of tables) {
      const rows = await tx.db.selectFrom(table).select('tenant_id').where('tenant_id', '=', tenant.id).execute()
      counts[table] = rows.length
    }
    return counts
  })

describe('importing a tenant file', () => {
  it('twice is the same as once', async () => {
    const serviceAccounts = [
      { environment: 'production', name: 'robot', key1: rsaKeys().publicPem, applications: ['billing:clerk', 'wiki'] },
    ]
    const file = smallTenant('twice', { serviceAccounts })
    const first = await server.importTenant(file)
    const before = await countsOf(first)
    const second = await server.importTenant(file)
    expect(second).toMatchObject({ id: first.id, created: false })
    expect(await countsOf(second)).toEqual(before)
    expect(before).toMatchObject({
      environments: 3,
      service_accounts: 1,
      service_account_dependencies: 2,
      username_formats: 1,
    })
  })

  it('is all or nothing', async () => {
    const applications = [{ slug: 'ghost', label: 'Ghost', environments: ['nowhere'] }]
    await expect(server.importTenant(smallTenant('half', { applications }))).rejects.toThrow(
      'names the environment "nowhere"',
    )
    expect((await listTenants(server.database)).map((tenant) => tenant.slug)).not.toContain('half')
  })

  it('refuses a username format that another tenant has', async () => {
    await server.importTenant(smallTenant('owner'))
    const thief = smallTenant('thief') as { identityProviders: { emailSuffixes: string[] }[] }
    for (const provider of thief.identityProviders) provider.emailSuffixes = ['owner.example']
    await expect(server.importTenant(thief)).rejects.toThrow('"owner.example" belongs to another identity provider')
  })

  it('keeps the client secret sealed', async () => {
    const tenant = await server.importTenant(smallTenant('sealed'))
    const rows = await tenantScope(server.database, tenant.id).transaction((tx) =>
      tx.db.selectFrom('identity_providers').select(['secrets', 'config']).where('tenant_id', '=', tenant.id).execute(),
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.secrets?.toString('latin1')).not.toContain('not-a-secret-in-tests')
    expect(JSON.stringify(rows[0]?.config)).not.toContain('not-a-secret-in-tests')
  })
})

describe('a file is refused, naming the place, for', () => {
  it.each([
    ['an unknown field', { surprise: 1 }, 'surprise'],
    ['a slug with capitals', { tenant: { slug: 'Acme', name: 'x' } }, 'tenant.slug'],
    ['no environment', { environments: [] }, 'environments'],
    ['an application named portal', { applications: [{ slug: 'portal', label: 'x' }] }, 'applications.0.slug'],
    [
      'a scope without openid',
      {
        identityProviders: [
          {
            name: 'n',
            type: 'OIDC',
            clientSecret: 's',
            config: { issuer: 'https://i.example', clientId: 'c', scope: 'email' },
          },
        ],
      },
      'identityProviders.0.config.scope',
    ],
    [
      'a launch address of another kind',
      { applications: [{ slug: 'a', label: 'x', launchUrl: 'javascript:alert(1)' }] },
      'applications.0.launchUrl',
    ],
  ])('%s', (_, change, place) => {
    expect(() => checkTenantFile(smallTenant('bad', change))).toThrow(`${place}:`)
  })
})

it('writes only through the queries of the nouns', async () => {
  const files = (await readdir(import.meta.dirname)).filter((file) => /(?<!\.test)\.ts$/.test(file))
  const sources = await Promise.all(files.map((file) => readFile(join(import.meta.dirname, file), 'utf8')))
  expect(files.filter((_, index) => /tx\.db|\bsql`/.test(sources[index] ?? ''))).toEqual([])
})
