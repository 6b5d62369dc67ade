import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope, type TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import { createTestServer, type TestServer } from '../../../testing/test-server.ts'
import { startDirectory, type Directory } from '../testing/directory.ts'
import { createKnownPlaces } from './known-places.ts'
import { placed, type KnownPlace } from './start-index.ts'

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

/** One a second since an hour ago; one of four is deleted. */
async function fill(db: TenantTransaction['db'], tenantId: string, providerId: string) {
  await sql`
    insert into scim_users (tenant_id, id, identity_provider_id, user_name, user_name_key, active, resource)
    select ${tenantId}, overlay(md5(${providerId} || n) placing left(replace(portico_id_at(
             now() - interval '1 hour' + n * interval '1 second')::text, '-', ''), 12) from 1)::uuid, ${providerId}, n, n, true, jsonb_build_object('userName', n::text)
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
    expect(await scansFor(left - 3)).toMatchObject([{ 'Node Type': 'Index Only Scan', 'Actual Rows': 4 }])
  })

  it('is counted from a page that was found before, forward and back', async () => {
    const known = await found(600)
    expect(known.id).toBe(ids[599])
    for (const place of [590, 600, 611]) {
      expect((await found(place, known)).id, String(place)).toBe(ids[place - 1])
      expect(await scansFor(place, known)).toMatchObject([
        { 'Node Type': 'Index Only Scan', 'Actual Rows': Math.abs(place - 600) + 1 },
      ])
    }
    // The known place belongs to another provider with the same places.
    const elsewhere = { ...known, moves: '-1' }
    expect((await found(611, elsewhere)).id).toBe(ids[610])
  })
})

describe('a page found before is not used once places changed:', () => {
  const at = async (place: number) => (await page(place, 1)).ids[0]
  /** What is left, by the list itself. */
  const listed = async () =>
    (
      await inTenant(({ db }) =>
        sql<{ id: string }>`
          select id from scim_users
           where identity_provider_id = ${directory.providerId} and deleted_at is null order by id`.execute(db),
      )
    ).rows.map(({ id }) => id)
  const add = (id: RawBuilder<unknown>) =>
    inTenant(({ db }) =>
      sql`
        insert into scim_users (tenant_id, id, identity_provider_id, user_name, user_name_key, active, resource)
        select ${directory.tenant.id}, id, ${directory.providerId}, id, id, true, '{}'
          from (select ${id} as id) added`.execute(db),
    )
  const expectExact = async () => {
    const now = await listed()
    for (const place of [300, 600, 601, 700]) expect(await at(place), String(place)).toBe(now[place - 1])
  }

  it('by a deletion before it', async () => {
    await expectExact()
    await directory.send('DELETE', `/Users/${ids[4]}`)
    await expectExact()
  })

  it('by one that was added before it, as of a server with another clock', async () => {
    await expectExact()
    const early = '00000000-0000-7000-8000-000000000000'
    await add(sql`${early}::uuid`)
    expect((await listed())[0]).toBe(early)
    await expectExact()
  })

  it('and not by those at the end', async () => {
    await expectExact()
    const before = (await found(600)).moves
    expect((await directory.send('POST', '/Users', { userName: 'last' })).status).toBe(201)
    expect((await found(600)).moves).toBe(before)
    await expectExact()
  })

  it('by one of its last minute that was added before it, as by a slower request', async () => {
    for (const seconds of [30, 29, 28]) await add(sql`portico_id_at(now() - ${seconds} * interval '1 second')`)
    const before = await listed()
    const place = before.length - 1
    expect(await at(place)).toBe(before.at(-2))
    await add(sql`portico_id_at(now() - interval '40 seconds')`)
    expect(await at(place)).toBe(before.at(-3))
  })
})

it('the nearest of the last sixteen places is known, of one state of the list', () => {
  const places = createKnownPlaces()
  const list = { table: 'scim_users', providerId: 'p' } as const
  const keep = (place: number, moves = '1') => places.keep(list, { place, id: String(place), moves })
  for (let place = 1; place <= 17; place += 1) keep(place * 100)
  expect(places.nearest(list, 349)?.place).toBe(300)
  expect(places.nearest(list, 100)?.place).toBe(200)
  expect(places.nearest({ ...list, providerId: 'q' }, 100)).toBeUndefined()
  expect(places.nearest({ ...list, table: 'scim_groups' }, 100)).toBeUndefined()
  keep(900, '2')
  expect(places.nearest(list, 100)?.place).toBe(900)
})

async function found(place: number, known?: KnownPlace): Promise<KnownPlace> {
  const { providerId } = directory
  const [row] = (
    await inTenant((tx) => placed(tx, { table: 'scim_users', providerId }, { place, known }).execute(tx.db))
  ).rows
  return { place, id: row?.id ?? '', moves: row?.moves ?? '' }
}

/** The nodes of the plan that read users. */
function scansFor(place: number, known?: KnownPlace): Promise<readonly Node[]> {
  return inTenant(async (tx) => {
    const read = placed(tx, { table: 'scim_users', providerId: directory.providerId }, { place, known })
    const { rows } = await sql<{ 'QUERY PLAN': readonly [{ Plan: Node }] }>`
      explain (analyze, format json) ${read}`.execute(tx.db)
    return scansOf((rows[0] as { 'QUERY PLAN': readonly [{ Plan: Node }] })['QUERY PLAN'][0].Plan)
  })
}

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
