import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestServer, smallTenant, type TestServer } from '../packages/server/src/testing/test-server.ts'

/** It writes past the tenant wall, which the owner of a given server's database may not. */
const it = test.skipIf(process.env['TEST_DATABASE_URL'] !== undefined)

let server: TestServer
let client: pg.Client
beforeAll(async () => {
  server = await createTestServer()
  for (const slug of ['acme', 'globex']) await server.importTenant(smallTenant(slug))
  client = new pg.Client({ connectionString: server.database.url })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await server?.close()
})

it('npm run bench:scale fills a deployment that the schema of today takes, here a thousandth of it', async () => {
  const { fill, signInPerson } = await import('../bench/support/fill.mjs')
  const size = { tenants: 20, users: 1000, records: 900, accounts: 20, doomedProviders: 2, doomedUsers: 100 }
  const { doomed } = await fill(client, size)
  expect(doomed).toHaveLength(2)
  const cookie = `portico-session=${await signInPerson(client, 'acme')}`
  const get = async (path: string) => {
    const url = server.deps.settings.baseUrl + path
    const response = await server.fetch(new Request(url, { headers: { cookie } }))
    expect(response.status).toBe(200)
    return response.json()
  }
  const { signIns } = (await get('/api/portal/admin/sign-ins?search=person17@')) as { signIns: unknown[] }
  expect(signIns).toHaveLength(1)
  const { applications } = (await get('/api/portal/launcher/applications')) as { applications: unknown[] }
  expect(applications.length).toBeGreaterThan(1)
  const { rows } = await client.query('select count(*)::int as n from users')
  expect(rows[0].n).toBeGreaterThanOrEqual(1200)
})

it('npm run bench:scale fills a tenant of many groups, here a hundredth of it, and reads its lists', async () => {
  const { fillAccess } = await import('../bench/support/fill-access.mjs')
  const { details, lists } = await import('../bench/support/large-tenant-calls.mjs')
  const tenant = await fillAccess(client, {
    slug: 'many',
    groups: 100,
    people: 300,
    members: 5,
    customRoles: 20,
    audit: 30,
  })
  const get = async (path: string) => {
    const headers = { cookie: `portico-session=${tenant.token}` }
    const response = await server.fetch(new Request(server.deps.settings.baseUrl + path, { headers }))
    expect([response.status, path]).toEqual([200, path])
    return (await response.json()) as { total?: number; allowed?: boolean; entries?: unknown[] }
  }
  const found: Record<string, unknown> = {}
  for (const [name, { path, searches }] of Object.entries(lists(tenant)))
    found[name] = await Promise.all(
      [path, ...Object.values(searches).map((words) => `${path}&search=${words}`)].map(async (each) => {
        const { total, entries } = await get(each)
        return total ?? entries?.length
      }),
    )
  expect(found).toMatchObject({
    people: [300, 300, 10, 0],
    groups: [100, 100, 10],
    'custom roles': [20, 10, 10],
    'openers of one that all open': [300, 300, 10],
    'audit log': [30, 30, 10],
  })
  for (const path of Object.values(details(tenant))) await get(path)
  expect(await get(details(tenant)['explain an application'])).toMatchObject({ allowed: true })
})

it('npm run bench:scale gives a provider SCIM users and a group, here a thousandth of it', async () => {
  const { fillScim } = await import('../bench/support/fill-scim.mjs')
  const { rows } = await client.query<{ id: string }>(`select id from identity_providers order by id limit 1`)
  const providerId = rows[0]?.id ?? ''
  const { groupId } = await fillScim(client, { providerId, users: 1000, members: 50 })
  const counts = await client.query(
    `select (select sum(count)::int from scim_counts where identity_provider_id = $1) as counted,
            (select count(*)::int from scim_users where identity_provider_id = $1) as users,
            (select count(*)::int from scim_members where group_id = $2) as members`,
    [providerId, groupId],
  )
  expect(counts.rows).toEqual([{ counted: 1001, users: 1000, members: 50 }])
})
