import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from './connect.ts'
import { tenantScope } from './tenant-scope.ts'
import { silentLog } from './testing/silent-log.ts'
import { type TestDatabase, createTestDatabase } from './testing/test-database.ts'
import { createTenantShares } from './tenant-shares.ts'
import { DatabaseBusy } from './unavailable.ts'

let shared: TestDatabase
let database: Database
const [loud, quiet] = [randomUUID(), randomUUID()]
const gate = 4_711

beforeAll(async () => {
  shared = await createTestDatabase()
  const { url: databaseUrl, appUrl: appDatabaseUrl } = shared
  const settings = { dataDir: '', databaseUrl, appDatabaseUrl, secretKey: Buffer.alloc(32), log: silentLog }
  database = await openDatabase({ ...settings, poolSize: 5, tenantPoolSize: 2 })
})
afterAll(async () => {
  await database?.close()
  await shared?.close()
})

test("while one tenant's slow statements hold its whole share, another tenant's call is admitted at once", async () => {
  let finished = 0
  const slow = await shared.owner.transaction().execute(async (holder) => {
    await sql`select pg_advisory_xact_lock(${gate})`.execute(holder)
    const calls = Array.from({ length: 12 }, () =>
      tenantScope(database, loud)
        .transaction(({ db }) => sql`select pg_advisory_xact_lock_shared(${gate})`.execute(db))
        .then(() => (finished += 1)),
    )
    await expect.poll(waiting).toBe(2)
    // Three of the pool's five connections are free although ten calls wait for one.
    await Promise.all(
      Array.from({ length: 6 }, () => tenantScope(database, quiet).transaction(({ db }) => sql`select 1`.execute(db))),
    )
    expect(finished).toBe(0)
    expect(await waiting()).toBe(2)
    return calls
  })
  await Promise.all(slow)
  expect(finished).toBe(12)
})

async function waiting(): Promise<number | undefined> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted and objid = ${gate}`.execute(
    shared.owner,
  )
  return rows[0]?.n
}

test('a statement of a tenant ends sooner than the longest that the pool allows', async () => {
  const { rows } = await tenantScope(database, quiet).transaction(({ db }) =>
    sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db),
  )
  expect(rows).toEqual([{ limit: '5s' }])
})

test('connections are given in the order of the requests, and a full queue rejects immediately', async () => {
  const shares = createTenantShares({ size: 1, queueMax: 2, waitMaxMs: 60_000 })
  const order: string[] = []
  const free = await shares.take('a')
  const queued = ['first', 'second'].map((name) =>
    shares.take('a').then((release) => {
      order.push(name)
      release()
    }),
  )
  await expect(shares.take('a')).rejects.toThrow(DatabaseBusy)
  ;(await shares.take('b'))()
  expect(order).toEqual([])
  free()
  await Promise.all(queued)
  expect(order).toEqual(['first', 'second'])
  ;(await shares.take('a'))()
})

test('a call that waits too long is rejected, and its connection is not lost', async () => {
  const shares = createTenantShares({ size: 1, queueMax: 2, waitMaxMs: 1 })
  const free = await shares.take('a')
  await expect(shares.take('a')).rejects.toThrow(DatabaseBusy)
  free()
  ;(await shares.take('a'))()
})

test('visitors hold and wait for at most half of the connections of a tenant, and members are not blocked', async () => {
  const shares = createTenantShares({ size: 4, queueMax: 50, waitMaxMs: 60_000 })
  const admitted: (() => void)[] = []
  const flood = Array.from({ length: 40 }, () => shares.take('a', 'visitors').then((release) => admitted.push(release)))
  const members = await Promise.all([shares.take('a'), shares.take('a')])
  expect(admitted).toHaveLength(2)
  // A third member waits for one of the four places, and no visitor who came before it is served first.
  const order: string[] = []
  const third = shares.take('a').then((release) => {
    order.push('member')
    return release
  })
  const next = flood[2]?.then(() => order.push('visitor'))
  admitted[0]?.()
  const release = await third
  expect(order).toEqual(['member'])
  for (const free of [release, ...members]) free()
  for (let at = 1; at < flood.length; at += 1) {
    await flood[at]
    admitted[at]?.()
  }
  await next
  expect(admitted).toHaveLength(40)
})
