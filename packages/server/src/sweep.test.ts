import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { sweep } from './sweep.ts'
import { createTestServer, signedIn, smallTenant, type TestServer } from './testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

it('sweeping removes sessions that ended a day ago, and no others', async () => {
  const acme = await server.importTenant(smallTenant('acme'))
  await signedIn(server, acme, { username: 'old@acme.example', groups: [] })
  await sql`update sessions set expires_at = now() - interval '2 days'`.execute(server.database.owner)
  await signedIn(server, acme, { username: 'new@acme.example', groups: [] })
  await sweep(server.deps)
  const left = await sql<{ n: number }>`select count(*)::int as n from sessions`.execute(server.database.owner)
  expect(left.rows).toEqual([{ n: 1 }])
})
