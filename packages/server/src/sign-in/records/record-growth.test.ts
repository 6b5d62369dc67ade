import { listSignIns } from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { candidatesMax } from '../../kit/lists/search.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'
import { comparedMax, listRecords, type RecordFilter } from './queries.ts'

let server: TestServer
let small: ImportedTenant
let large: ImportedTenant
let admin: Browser
const largeCount = comparedMax + candidatesMax + 500
/** The number of oldest attempts of the large tenant that are `early…`; the others are `person…`. */
const earlyCount = candidatesMax + 400

beforeAll(async () => {
  server = await createTestServer()
  small = await server.importTenant(smallTenant('small'))
  large = await server.importTenant(smallTenant('large'))
  admin = await signedIn(server, large, { username: 'admin@large.example', groups: ['admins'] })
  await addRecords(large, largeCount, 'L', earlyCount)
  await addRecords(small, 300, 'S')
  await sql`alter table sign_in_records set (autovacuum_enabled = false)`.execute(server.database.owner)
  await sql`analyze sign_in_records`.execute(server.database.owner)
}, 60_000)
afterAll(() => server?.close())

/** One attempt a second, the first the oldest: the number of a username is its age. */
async function addRecords({ id, slug }: ImportedTenant, count: number, letter: string, early = 0): Promise<void> {
  await sql`
    insert into sign_in_records (tenant_id, id, code, purpose, outcome, username, checks, address, request_id, started_at)
    select ${id}::uuid, gen_random_uuid(), ${letter} || '-' || n, 'login', 'signed-in',
           case when n < ${early}::int then 'early' else 'person' end || n || '@' || ${slug} || '.example', '[]', '10.1.2.3', 'r',
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

  it('searches a small tenant only among its own rows', async () => {
    const read = await readBy(small, { search: 'person17@' })
    expect(read).toMatchObject({ scanned: 0, found: 1 })
    expect(read.fetched).toBeLessThanOrEqual(2 * 300 + 2)
  })

  it('searches a small tenant so also after many searches of a large one, whose plan would not suit', async () => {
    for (let turn = 0; turn < 12; turn += 1) await readBy(large, { search: `person${2_000 + turn}@` })
    for (let turn = 0; turn < 12; turn += 1)
      expect((await readBy(small, { search: 'person17@' })).fetched).toBeLessThanOrEqual(2 * 300 + 2)
  })

  it('finds a rare or absent name of any age with the work of the newest 500', async () => {
    // Each attempt that is compared may be read twice: by the index, and for whether it is visible.
    const most = 2 * (500 + 10)
    for (const [search, found] of [
      ['early7@', 1],
      ['EARLY7@', 1],
      ['none-such', 0],
    ] as const) {
      const read = await readBy(large, { search })
      expect(read, search).toMatchObject({ scanned: 0, found })
      expect(read.fetched, search).toBeLessThanOrEqual(most)
    }
  })

  it('finds the beginning of a code, and no name that only holds the same letters apart', async () => {
    expect((await readBy(large, { search: 'L-20' })).found).toBe(0)
    expect((await readBy(large, { search: 'son77@l' })).found).toBe(0)
    expect((await readBy(large, { search: 'rly77@l' })).found).toBe(1)
  })

  it('finds no names of another tenant', async () => {
    expect((await readBy(small, { search: 'early' })).found).toBe(0)
    expect((await readBy(small, { search: '@large' })).found).toBe(0)
  })

  it('compares a bounded number of attempts in one call, and continues from there', async () => {
    const ask = async (cursor?: string) => {
      const answer = await admin.core.client.call(listSignIns, { query: { search: 'early', cursor } })
      if (!answer.ok) throw new Error(answer.problem.errorMessage)
      return answer.value
    }
    const first = await ask()
    expect(first.signIns).toEqual([])
    expect(first.next).not.toBeNull()
    const second = await ask(first.next ?? '')
    expect(second.signIns[0]?.username).toBe(`early${earlyCount - 1}@large.example`)
    expect(second.signIns).toHaveLength(50)
  })

  it('finds the beginning of an address', async () => {
    expect((await readBy(small, { search: '10.1.' })).found).toBe(50)
    expect((await readBy(small, { search: '10.2.' })).found).toBe(0)
  })
})
