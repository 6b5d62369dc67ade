import { listSignIns } from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope, type TenantTransaction } from '../../database/tenant-scope.ts'
import type { ImportedTenant } from '../../tenant-import/import.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'
import { comparedMax, listRecords, type RecordFilter } from './queries.ts'

let server: TestServer
let small: ImportedTenant
let large: ImportedTenant
let admin: Browser
const largeCount = comparedMax + 500

beforeAll(async () => {
  server = await createTestServer()
  small = await server.importTenant(smallTenant('small'))
  large = await server.importTenant(smallTenant('large'))
  admin = await signedIn(server, large, { username: 'admin@large.example', groups: ['admins'] })
  await addRecords(large, largeCount, 'L')
  await addRecords(small, 300, 'S')
  await sql`analyze sign_in_records`.execute(server.database.owner)
}, 60_000)
afterAll(() => server?.close())

/** One attempt a second, the first the oldest: `person0@…` is in the oldest. */
async function addRecords({ id, slug }: ImportedTenant, count: number, letter: string): Promise<void> {
  await sql`
    insert into sign_in_records (tenant_id, id, code, purpose, outcome, username, checks, address, request_id, started_at)
    select ${id}::uuid, gen_random_uuid(), ${letter} || '-' || n, 'login', 'signed-in',
           'person' || n || '@' || ${slug} || '.example', '[]', '10.1.2.3', 'r',
           now() - interval '20 days' + make_interval(secs => n)
      from generate_series(0, ${count}::int - 1) n`.execute(server.database.owner)
}

/** Rows of the table that one page reads: of the whole table, and by an index. */
async function readBy(tenant: ImportedTenant, filter: RecordFilter) {
  return tenantScope(server.database, tenant.id).transaction(async (tx) => {
    // What earlier transactions of the connection read counts too until it is reported, about once a second.
    const before = await rowsRead(tx)
    const page = await listRecords(tx, filter, { limit: 50, cursor: undefined })
    const after = await rowsRead(tx)
    return {
      scanned: after.scanned - before.scanned,
      fetched: after.fetched - before.fetched,
      found: page?.rows.length,
    }
  })
}

async function rowsRead(tx: TenantTransaction): Promise<{ scanned: number; fetched: number }> {
  const { rows } = await sql<{ scanned: number; fetched: number }>`
    select seq_tup_read::int as scanned, idx_tup_fetch::int as fetched
      from pg_stat_xact_user_tables where relname = 'sign_in_records'`.execute(tx.db)
  return rows[0] ?? { scanned: 0, fetched: 0 }
}

describe('the list of sign-ins beside a tenant with thousands', () => {
  it('reads the first page by index: no more rows than it shows, twice', async () => {
    const read = await readBy(small, {})
    expect(read).toMatchObject({ scanned: 0, found: 50 })
    expect(read.fetched).toBeLessThanOrEqual(102)
  })

  it('searches a small tenant among its own rows alone', async () => {
    const read = await readBy(small, { search: 'person17@' })
    expect(read).toMatchObject({ scanned: 0, found: 1 })
    expect(read.fetched).toBeLessThanOrEqual(2 * 300 + 2)
  })

  it('compares a bounded number of attempts in one call, and goes on from there', async () => {
    expect((await readBy(large, { search: 'person0@' })).scanned).toBe(0)
    const ask = async (cursor?: string) => {
      const answer = await admin.core.client.call(listSignIns, { query: { search: 'person0@', cursor } })
      if (!answer.ok) throw new Error(answer.problem.errorMessage)
      return answer.value
    }
    const first = await ask()
    expect(first.signIns).toEqual([])
    expect(first.next).not.toBeNull()
    const second = await ask(first.next ?? '')
    expect(second.signIns.map((one) => one.username)).toEqual(['person0@large.example'])
    expect(second.next).toBeNull()
  })

  it('finds the beginning of an address', async () => {
    expect((await readBy(small, { search: '10.1.' })).found).toBe(50)
    expect((await readBy(small, { search: '10.2.' })).found).toBe(0)
  })
})
