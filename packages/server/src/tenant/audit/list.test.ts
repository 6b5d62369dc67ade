import { apiPrefix, exportAudit, listAudit, type AuditRow, type QueryOf } from '@portico/core/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { addAuditRows } from '../../testing/audit-rows.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'
import { auditPage, comparedMax, type AuditFilter } from './list-queries.ts'

type Query = NonNullable<QueryOf<typeof listAudit>>

const rowCount = 30_000
let server: TestServer
let large: ImportedTenant
let small: ImportedTenant
let admin: Browser
let endsAtMs = 0

beforeAll(async () => {
  server = await createTestServer()
  large = await server.importTenant(smallTenant('large'))
  small = await server.importTenant(smallTenant('small'))
  endsAtMs = Date.now() - 60_000
  await addAuditRows(server, large.id, { count: rowCount, endsAtMs })
  await addAuditRows(server, small.id, { count: 300, endsAtMs })
  await sql`analyze audit`.execute(server.database.owner)
  admin = await signedIn(server, large, { username: 'ada@large.example', groups: ['admins'] })
})
afterAll(() => server?.close())

async function page(query: Query = {}) {
  const answer = await admin.core.client.call(listAudit, { query })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.value
}
/** Every row, page by page. */
async function all(query: Query = {}): Promise<{ rows: AuditRow[]; pages: number }> {
  const rows: AuditRow[] = []
  let cursor: string | undefined
  for (let pages = 1; ; pages += 1) {
    const { entries, next } = await page({ ...query, cursor })
    rows.push(...entries)
    if (next === null) return { rows, pages }
    cursor = next
  }
}
const targets = (rows: readonly AuditRow[]) => rows.map(({ target }) => target.name)
const before = new Date(Date.now() + 3_600_000).toISOString()

describe('the audit log', () => {
  it('is listed newest first, each row whole', async () => {
    const { entries } = await page({ limit: '3', action: 'service-account' })
    expect(targets(entries)).toEqual([`robot ${rowCount - 2}`, `robot ${rowCount - 4}`, `robot ${rowCount - 6}`])
    expect(entries[0]).toMatchObject({
      actor: { kind: 'user', id: 'p48', name: 'Person 48' },
      action: 'service-account.update',
      target: { kind: 'service-account', id: `t${rowCount - 2}` },
      before: { name: 'old' },
      after: { name: 'new' },
      requestId: `request ${rowCount - 2}`,
      address: '192.0.2.7',
    })
  })

  it('is read page after page, in both directions, each row once', async () => {
    const wanted = { search: 'robot 777', until: before }
    const { rows } = await all({ ...wanted, limit: '70' })
    const names = targets(rows)
    expect(new Set(names).size).toBe(names.length)
    const numbers = Array.from({ length: rowCount }, (_, n) => n)
    expect(names).toHaveLength(numbers.filter((n) => `${n % 50} ${n}`.includes('777')).length)
    expect(targets((await all({ ...wanted, limit: '70', sort: 'at' })).rows)).toEqual(names.toReversed())
  })

  it.each<[string, Query, number]>([
    ['the id of who did it', { actor: 'p7' }, rowCount / 50],
    ['their name', { actor: 'Person 7' }, rowCount / 50],
    ['the beginning of an action', { action: 'rare' }, rowCount / 100],
    ['an action that does not exist', { action: 'nothing.like-this' }, 0],
    ['a kind of object', { targetKind: 'rarity' }, rowCount / 100],
    ['the id of an object', { target: 't17' }, 1],
    ['its name', { target: 'robot 17' }, 1],
    ['a request', { requestId: 'request 17' }, 1],
    ['words of names in any case', { search: 'ROBOT 17777' }, 1],
    ['words of both names', { search: 'person robot 17777' }, 1],
    ['two conditions', { actor: 'Person 7', action: 'rare' }, rowCount / 100],
    ['conditions that exclude each other', { actor: 'Person 8', action: 'rare' }, 0],
  ])('is filtered by %s', async (_, query, count) => {
    expect((await all({ limit: '1000', ...query })).rows).toHaveLength(count)
  })

  it.each(['0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-12:00', '0000-01-01T00:00:00Z'])(
    'has no rows since %s, which PostgreSQL cannot hold',
    async (since) => {
      const answer = await admin.core.client.call(listAudit, { query: { since } })
      expect(answer).toMatchObject({ problem: { status: 400, details: [{ fieldID: 'since' }] } })
    },
  )

  it('is filtered by time, from one moment and before another', async () => {
    const at = (n: number) => new Date(endsAtMs - (rowCount - n) * 1000).toISOString()
    expect(targets((await all({ since: at(10), until: at(13) })).rows)).toEqual(['robot 12', 'robot 11', 'robot 10'])
  })

  it.each<[string, Record<string, string>]>([
    ['cursor', { cursor: 'x' }],
    ['since', { since: '2026-11-01' }],
    ['since', { since: '0000-01-01T00:00:00Z' }],
    ['limit', { limit: '1001' }],
    ['action', { action: "'" }],
    ['search', { search: '\0' }],
  ])('an invalid %s is refused: %j', async (field, query) => {
    const answer = await admin.core.client.call(listAudit, { query })
    expect(answer).toMatchObject({
      ok: false,
      problem: { status: 400, details: [{ fieldID: field }] },
    })
  })

  it('holds the sign-in of the administrator, with the network address', async () => {
    const { entries } = await page({ action: 'session.begin', actor: 'ada@large.example' })
    expect(entries.every(({ address }) => address === null || address !== '')).toBe(true)
  })

  it('is only for administrators', async () => {
    const bob = await signedIn(server, large, { username: 'bob@large.example', groups: ['staff'] })
    for (const endpoint of [listAudit, exportAudit])
      expect((await bob.send(apiPrefix + endpoint.path)).status).toBe(403)
  })
})

describe('the export', () => {
  const lines = async (query = '') => {
    const response = await admin.send(`${apiPrefix}${exportAudit.path}${query}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    const text = await response.text()
    return text === ''
      ? []
      : text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as AuditRow)
  }

  it('has every row once, oldest first, one JSON object a line', async () => {
    const rows = await lines('?action=service-account')
    const names = targets(rows)
    expect(names[0]).toBe('robot 0')
    expect(names).toEqual(targets((await all({ action: 'service-account', limit: '1000' })).rows).toReversed())
  })

  it('takes the filters of the list', async () => {
    expect(targets(await lines('?search=robot+17777'))).toEqual(['robot 17777'])
    expect(await lines('?actor=unknown')).toEqual([])
  })

  it('ends when the session ends', async () => {
    const eve = await signedIn(server, large, { username: 'eve@large.example', groups: ['admins'] })
    const response = await eve.send(apiPrefix + exportAudit.path)
    const reader = response.body!.getReader()
    await reader.read()
    await tenantScope(server.database, large.id).transaction(({ db }) =>
      sql`update sessions set ended_at = now() where tenant_id = ${large.id} and ended_at is null
           and user_id = (select id from users where tenant_id = ${large.id} and username = 'eve@large.example')`.execute(
        db,
      ),
    )
    const readOn = async () => {
      while (!(await reader.read()).done);
    }
    await expect(readOn()).rejects.toThrow()
  })
})

it('a page of long rows is short and continues, so that no answer is too long for memory', async () => {
  const tenant = await server.importTenant(smallTenant('long'))
  const reader = await signedIn(server, tenant, { username: 'ada@long.example', groups: ['admins'] })
  await tenantScope(server.database, tenant.id).transaction(({ db }) =>
    sql`insert into audit (tenant_id, id, actor_kind, actor_name, action, target_kind, after, request_id)
        select ${tenant.id}::uuid, gen_random_uuid(), 'system', 'x', 'test.long', 'test', jsonb_build_array(n, repeat('x', 100000)), 'r'
          from generate_series(1, 250) n`.execute(db),
  )
  const lengths: number[] = []
  const found: unknown[] = []
  for (let cursor: string | undefined; ;) {
    const answer = await reader.core.client.call(listAudit, { query: { action: 'test.long', limit: '1000', cursor } })
    if (!answer.ok) throw new Error(answer.problem.errorMessage)
    lengths.push(answer.value.entries.length)
    found.push(...answer.value.entries.map(({ after }) => (after as unknown[])[0]))
    if (answer.value.next === null) break
    cursor = answer.value.next
  }
  expect(lengths).toEqual([100, 100, 50])
  expect(new Set(found).size).toBe(250)
  const exported = await (await reader.send(`${apiPrefix}${exportAudit.path}?action=test.long`)).text()
  expect(exported.trimEnd().split('\n')).toHaveLength(250)
})

describe('the list in a log of many rows', () => {
  /** Rows of the table that one page reads: of the whole table, and by an index. */
  const readBy = (tenant: ImportedTenant, filter: AuditFilter) =>
    tenantScope(server.database, tenant.id).transaction(async (tx) => {
      const start = await rowsRead(tx)
      const { rows } = await auditPage(tx, filter, { limit: 50, isOldestFirst: false, after: undefined })
      const end = await rowsRead(tx)
      return { scanned: end.scanned - start.scanned, fetched: end.fetched - start.fetched, found: rows.length }
    })

  async function rowsRead(tx: TenantTransaction): Promise<{ scanned: number; fetched: number }> {
    const { rows } = await sql<{ scanned: number; fetched: number }>`
      select seq_tup_read::int as scanned, idx_tup_fetch::int as fetched
        from pg_stat_xact_user_tables where relname = 'audit'`.execute(tx.db)
    return rows[0] ?? { scanned: 0, fetched: 0 }
  }

  it.each<[string, AuditFilter, number]>([
    ['nothing', {}, 50],
    ['an actor by id', { actor: 'p7' }, 50],
    ['an actor by name', { actor: 'Person 7' }, 50],
    ['a rare action', { action: 'rare' }, 50],
    ['an absent action', { action: 'absent' }, 0],
    ['a kind', { targetKind: 'rarity' }, 50],
    ['a target by id', { target: 't17' }, 1],
    ['a target by name', { target: 'robot 17' }, 1],
    ['a request', { requestId: 'request 17' }, 1],
    ['a time', { until: new Date(Date.now() - 20_000_000).toISOString() }, 50],
    ['a rare word', { search: '17777' }, 1],
    ['an absent word', { search: 'nothing-like-this' }, 0],
  ])('a page filtered by %s comes from an index', async (_, filter, found) => {
    const read = await readBy(large, filter)
    expect(read).toMatchObject({ scanned: 0, found })
    // The rows that are shown, their entries in two indexes, and one row more for whether the list continues.
    expect(read.fetched).toBeLessThanOrEqual(4 * 51)
  })

  it('compares a bounded number of rows in one call, and continues from there', async () => {
    expect(comparedMax).toBeLessThan(rowCount)
    // Words of two letters are in no index.
    const query = { search: 'xq', limit: '1000' }
    expect(await page(query)).toMatchObject({ entries: [], next: expect.any(String) as string })
    expect(await all(query)).toEqual({ rows: [], pages: 2 })
    expect((await all({ search: 'on', actor: 'Person 7', limit: '1000' })).rows).toHaveLength(rowCount / 50)
  })

  it('shows no row of another tenant, whatever the filter names', async () => {
    expect((await readBy(small, { search: 'robot 17777' })).found).toBe(0)
    expect((await readBy(small, { target: 't17777' })).found).toBe(0)
    expect((await readBy(small, { requestId: 'request 17777' })).found).toBe(0)
  })
})
