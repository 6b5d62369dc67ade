import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope, type TenantTransaction } from '../../database/tenant-scope.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { startDirectory, type Directory } from '../testing/directory.ts'
import { idAt } from './place.ts'

const sent = 2_000
const left = 1_500

let server: TestServer
let directory: Directory
/** Users who are not deleted, in the order of creation. */
let ids: readonly string[]

beforeAll(async () => {
  server = await createTestServer()
  directory = await startDirectory(server, 'pages')
  const other = await startDirectory(server, 'other')
  for (const { tenant, providerId } of [directory, other])
    await tenantScope(server.database, tenant.id).transaction(({ db }) => fill(db, tenant.id, providerId))
  await sql`vacuum analyze scim_users`.execute(server.database.owner)
  ids = (
    await inTenant(({ db }) =>
      sql<{ id: string }>`select id from scim_users where deleted_at is null order by id`.execute(db),
    )
  ).rows.map(({ id }) => id)
})
afterAll(() => server?.close())

/** One of four is deleted. */
async function fill(db: TenantTransaction['db'], tenantId: string, providerId: string) {
  await sql`
    insert into scim_users (tenant_id, id, identity_provider_id, user_name, user_name_key, active, resource)
    select ${tenantId}, md5(${providerId} || n)::uuid, ${providerId}, n, n, true, jsonb_build_object('userName', n::text)
      from generate_series(1, ${sent}::int) n`.execute(db)
  await sql`update scim_users set deleted_at = now() where user_name::int % 4 = 0`.execute(db)
}

const inTenant = <T>(work: (tx: TenantTransaction) => Promise<T>) =>
  tenantScope(server.database, directory.tenant.id).transaction(work)

async function page(startIndex: number, count: number) {
  const { body } = await directory.send('GET', `/Users?startIndex=${startIndex}&count=${count}&attributes=id`)
  const { Resources, totalResults } = body as { Resources: readonly { id: string }[]; totalResults: number }
  return { ids: Resources.map(({ id }) => id), total: totalResults }
}

it('creates of different connections count in 64 rows, so that few wait for each other', async () => {
  const { rows } = await sql<{ body: string }>`
    select prosrc as body from pg_proc where proname = 'portico_count_scim'`.execute(server.database.owner)
  expect(rows[0]?.body.match(/pg_backend_pid\(\) % \d+/g)).toEqual(Array(2).fill('pg_backend_pid() % 64'))
})

describe('a page of users behind many others', () => {
  it('begins at its place, counted from the nearer end', async () => {
    expect(ids).toHaveLength(left)
    const half = left / 2
    for (const startIndex of [1, 200, 201, 202, half - 1, half, half + 1, half + 2, left - 3, left]) {
      const expected = ids.slice(startIndex - 1, startIndex + 4)
      expect(await page(startIndex, 5), String(startIndex)).toEqual({ ids: expected, total: left })
    }
  })

  it('is empty behind the last one', async () => {
    for (const startIndex of [left + 1, left + 500, 2_000_000_000])
      expect(await page(startIndex, 5)).toEqual({ ids: [], total: left })
  })

  it('does not read what is before it', async () => {
    const readFor = (place: number) =>
      inTenant(async (tx) => {
        const found = idAt(tx, { table: 'scim_users', providerId: directory.providerId }, place)
        const { rows } = await sql<{ 'QUERY PLAN': readonly [{ Plan: Node }] }>`
          explain (analyze, format json) select ${found}`.execute(tx.db)
        return scansOf((rows[0] as { 'QUERY PLAN': readonly [{ Plan: Node }] })['QUERY PLAN'][0].Plan)
      })
    const [scan, ...more] = await readFor(left - 3)
    expect(more).toEqual([])
    expect(scan).toMatchObject({ 'Node Type': 'Index Only Scan', 'Actual Rows': 4 })
  })
})

type Node = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Loops': number
  readonly Plans?: readonly Node[]
}

/** The nodes that read users. */
function scansOf(node: Node): readonly Node[] {
  const own = node['Relation Name'] === 'scim_users' && node['Actual Loops'] > 0 ? [node] : []
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)]
}
