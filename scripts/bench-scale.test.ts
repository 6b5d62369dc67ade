import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createTestServer, smallTenant, type TestServer } from '../packages/server/src/testing/test-server.ts'

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
