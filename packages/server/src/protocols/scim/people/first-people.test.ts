import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { tenantScope } from '../../../kit/database/tenant-scope.ts'
import { createTestServer, type TestServer } from '../../../testing/test-server.ts'
import { startDirectory, type Directory } from '../testing/directory.ts'

// The first minutes of a directory: thousands of people whom the database's statistics do not know yet.

let server: TestServer
let directory: Directory
beforeAll(async () => {
  server = await createTestServer()
  await sql`alter table users set (autovacuum_enabled = false)`.execute(server.database.owner)
  directory = await startDirectory(server, 'first')
  await sql`analyze users`.execute(server.database.owner)
  await inTenant(
    sql`insert into users (tenant_id, id, identity_provider_id, subject, username, name, nickname)
        select ${directory.tenant.id}, gen_random_uuid(), ${directory.providerId}, 'scim: ' || n, 'person' || n, n, n
          from generate_series(1, 3000) n`,
  )
})
afterAll(() => server?.close())

const inTenant = <Row>(statement: ReturnType<typeof sql<Row>>) =>
  tenantScope(server.database, directory.tenant.id).transaction(({ db }) => statement.execute(db))

it('a search for who a new person is does not read the people sent before', async () => {
  const plan = await inTenant(
    sql<{ 'QUERY PLAN': readonly [{ Plan: { 'Shared Hit Blocks': number; 'Actual Rows': number } }] }>`
      explain (analyze, buffers, format json)
      select from generate_series(1, 100) n, portico_scim_matches(${directory.providerId}, array['2000', n::text], 'PERSON' || n)`,
  )
  const { Plan } = plan.rows[0]?.['QUERY PLAN'][0] ?? {}
  expect(Plan?.['Actual Rows']).toBe(300)
  // For one search; reading all people takes more than 3,000.
  expect((Plan?.['Shared Hit Blocks'] ?? Infinity) / 100).toBeLessThan(100)
})
