import { sql } from 'kysely'
import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createOurKeyPair } from '../../kit/keys/key-pair.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { makePng } from '../../testing/make-png.ts'
import { createTestServer, rsaKeys, smallTenant, type TestServer } from '../../testing/test-server.ts'
import { providersWith } from '../demo/provider-entries.ts'
import { demoTenantFiles } from '../demo/tenants.ts'
import { withFiles } from '../tenant-import/files.ts'
import type { ImportedTenant } from '../tenant-import/import.ts'
import { readTenantFile, type WrittenTenant } from './read.ts'
import { textOfTenant } from './text.ts'

let here: TestServer
let there: TestServer
beforeAll(async () => {
  here = await createTestServer()
  there = await createTestServer()
})
afterAll(async () => {
  await here?.close()
  await there?.close()
})

const exported = ({ database, deps }: TestServer, { id }: ImportedTenant) =>
  tenantScope(database, id).transaction((tx) => readTenantFile(tx, deps.secrets))

function readBack(written: WrittenTenant): unknown {
  return withFiles(parse(textOfTenant(written)), (path) => {
    const content = written.images.get(path)
    if (content === undefined) throw new Error(`The file names ${path}, which was not written.`)
    return content
  })
}

/** What an import makes by itself. */
const notInFiles = new Set(['audit', 'federation_keys'])

/** Rows of the tenant by table, for the tables that have some. */
async function rowsOf({ database }: TestServer, { id }: ImportedTenant) {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'tenant_id' order by 1`.execute(database.owner)
  const counts: Record<string, number> = {}
  for (const { name } of tables.rows) {
    const found = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(name)} where tenant_id = ${id}`.execute(database.owner)
    const count = found.rows[0]?.count ?? 0
    if (count > 0 && !notInFiles.has(name)) counts[name] = count
  }
  return counts
}

/** Exports a tenant of one server, imports it on the other, and expects the same text and the same rows there. */
async function travels(file: unknown): Promise<WrittenTenant> {
  const first = await here.importTenant(file)
  const written = await exported(here, first)
  const second = await there.importTenant(readBack(written))
  expect(textOfTenant(await exported(there, second))).toBe(textOfTenant(written))
  expect(await rowsOf(there, second)).toEqual(await rowsOf(here, first))
  return written
}

it.each([
  ['the groups of an application', { groups: { prodution: ['staff'] } }],
  ['the groups of a role', { roles: [{ name: 'clerk', label: 'Clerk', groups: { prodution: ['staff'] } }] }],
  ['the environments of a role', { roles: [{ name: 'clerk', label: 'Clerk', environments: ['prodution'] }] }],
  ['the launch addresses', { launchUrl: { prodution: 'https://wiki.example/' } }],
  ['the texts for people without access', { accessText: { prodution: 'Ask.' } }],
  ['the clients', { signIn: { environments: { prodution: { openid: { redirectUris: ['https://wiki.example/'] } } } } }],
  ['an environment that the application is not in', { environments: ['staging'], groups: { production: ['staff'] } }],
])('a mistyped environment is refused in %s', async (_, more) => {
  const file = smallTenant('typo', { applications: [{ slug: 'wiki', label: 'Wiki', ...more }] })
  await expect(here.importTenant(file)).rejects.toThrow(/names the environment "produc?tion", which/)
})

describe('a tenant that is exported and imported on another server is the same', () => {
  it('with every kind of entry', async () => {
    const { publicPem } = rsaKeys()
    const written = await travels(
      smallTenant('every', {
        tenant: {
          slug: 'every',
          name: 'Every Kind',
          allowProsAccess: true,
          allowProsChange: true,
          customRolesReadonly: true,
          idleTime: '00:45',
          idleTimeReadonly: true,
          announcement: 'Maintenance: on Sunday.',
          announcementUntil: '2199-01-31T08:00:00.000Z',
          accessContact: 'the service desk',
          branding: { name: 'Every', primaryColor: '#0a4fa3', accentColor: '#ffd400', logo: makePng(40, 20) },
        },
        customRoles: [{ label: 'Auditor', groups: { production: ['staff'], frozen: ['staff', 'finance'] } }],
        applications: [
          {
            slug: 'billing',
            label: 'Billing',
            icon: makePng(64, 64),
            launchUrl: { production: 'https://billing.example/', staging: 'https://billing.example/staging' },
            accessText: { staging: 'Ask finance.' },
            signIn: {
              openid: { redirectUris: ['https://{slug}.billing.example/callback'] },
              environments: { frozen: { saml: { entityId: 'urn:billing', acsUrls: ['https://billing.example/acs'] } } },
            },
            roles: [
              { name: 'clerk', label: 'Clerk', groups: { production: ['staff'], staging: ['finance', 'staff'] } },
              { name: 'batch', label: 'Batch', visible: false, environments: ['production'] },
            ],
          },
          { slug: 'wiki', label: 'Wiki', environments: ['staging'], groups: { staging: ['staff'] } },
          { slug: 'vault', label: 'Vault', singleTenant: true, groups: ['finance'] },
        ],
        serviceAccounts: [
          { environment: 'production', name: 'Two keys', key1: publicPem, key2: rsaKeys().publicPem },
          { environment: 'staging', name: 'The second', key2: publicPem, applications: ['billing:clerk', 'wiki'] },
          { environment: 'frozen', name: 'Administers', key1: publicPem, applications: ['portal:security-admin'] },
        ],
        moreAdminGroups: ['operators'],
      }),
    )
    expect([...written.images.keys()].toSorted()).toEqual(['every-app-billing.png', 'every-logo.png'])
    expect(written.missing).toEqual([])
  })

  it('whose providers have names that no variable can have, or the same', async () => {
    const provider = (name: string, suffix: string) => ({
      name,
      type: 'OIDC',
      config: { issuer: 'http://127.0.0.1:9/oidc', clientId: 'portico' },
      clientSecret: `not-a-secret-of-${suffix}`,
      emailSuffixes: [suffix],
    })
    const names = ['365 Login', 'Partners A', 'partners-a', 'موفّر']
    const identityProviders = names.map((name, at) => provider(name, `p${at}.named.example`))
    const text = textOfTenant(await travels(smallTenant('named', { identityProviders })))
    const variables = [...text.matchAll(/env: (\w+)/g)].map(([, name = '']) => name)
    expect(variables.toSorted()).toEqual([
      'TENANT_NAMED_365_LOGIN_CLIENT_SECRET',
      'TENANT_NAMED_CLIENT_SECRET',
      'TENANT_NAMED_PARTNERS_A_CLIENT_SECRET',
      'TENANT_NAMED_PARTNERS_A_CLIENT_SECRET_2',
    ])
    expect(text).not.toContain('not-a-secret')
  })

  it('of the demo, with providers of all types', async () => {
    const pair = await createOurKeyPair({ commonName: 'demo', nowMs: Date.now(), years: 1, bits: 2048 })
    const named = <T>(names: readonly string[], value: T) => Object.fromEntries(names.map((name) => [name, value]))
    const files = demoTenantFiles({
      simulator: 'http://127.0.0.1:9000',
      clientSecrets: named(providersWith('secret'), 'not-a-secret-in-tests'),
      signingKeys: named(providersWith('signing key'), pair),
      publicKeys: { applications: rsaKeys().publicPem },
      nowMs: Date.now(),
    })
    for (const file of files) {
      const written = await travels({ ...file, serviceAccounts: [], people: [] })
      expect(textOfTenant(written)).not.toContain('not-a-secret-in-tests')
    }
  })
})

it('what the file leaves out is named in it', async () => {
  const tenant = await here.importTenant(
    smallTenant('more', { people: [{ username: 'ada@more.example', name: 'Ada' }] }),
  )
  await tenantScope(here.database, tenant.id).transaction(async ({ db }) => {
    await db
      .updateTable('users')
      .set({ active: false, deactivated_at: sql<Date>`now()`, deactivated_by: 'test' })
      .execute()
    await db.updateTable('identity_providers').set({ group_source: 'scim' }).execute()
    await db.updateTable('tenants').set({ deactivated: true }).execute()
  })
  expect(textOfTenant(await exported(here, tenant))).toContain(
    '# Not in this file: identity providers whose groups come from SCIM: 1; deactivated people: 1; that the tenant is deactivated\n',
  )
})
