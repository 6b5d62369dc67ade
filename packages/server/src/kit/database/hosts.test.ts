import { createServer, type AddressInfo, type Server } from 'node:net'

import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { Kysely, sql } from 'kysely'
import { postgresDialect } from './driver.ts'
import { createHosts, type Host, type Login, openClient, type SessionKind } from './hosts.ts'
import { createPool, lifeOf } from './pool.ts'
import type { Tables } from './tables.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { silentLog } from './testing/silent-log.ts'
import { DatabaseReadOnly, DatabaseRefused, DatabaseUnavailable } from './unavailable.ts'

const closed: Host = { host: '127.0.0.1', port: 1 }
const limits = { size: 2, queueMax: 5, waitMaxMs: 5_000, statementMaxMs: 0 }

let database: TestDatabase
let silent: Server
let quiet: Host
let here: Host
let readOnly: string

beforeAll(async () => {
  database = await createTestDatabase()
  const { host, port } = new pg.Client({ connectionString: database.appUrl })
  here = { host, port }
  silent = createServer((socket) => socket.resume())
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
  quiet = { host: '127.0.0.1', port: (silent.address() as AddressInfo).port }
  readOnly = '-c default_transaction_read_only=on'
})
afterAll(async () => {
  await new Promise((end) => silent.close(end))
  await database.close()
})

function loginAt(
  list: readonly Host[],
  { wanted = 'read-write' as SessionKind, connectMaxMs = 300, options = '' } = {},
): Login {
  const { user, password, database: name } = new pg.Client({ connectionString: database.appUrl })
  return {
    user,
    password: password ?? undefined,
    database: name,
    options,
    hosts: createHosts(list, { wanted, connectMaxMs }),
  }
}

test('a closed host and a silent one are passed over, each with its own time-out', async () => {
  const client = await openClient(loginAt([closed, quiet, here]))
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await client.end()
})

test('a host that failed is tried last until ten seconds have passed', () => {
  let nowMs = 0
  const hosts = createHosts([closed, quiet, here], { wanted: 'any', connectMaxMs: undefined, now: () => nowMs })
  hosts.failed(closed)
  nowMs += 1
  hosts.failed(quiet)
  expect(hosts.inOrder()).toEqual([here, closed, quiet])
  nowMs = 10_000
  expect(hosts.inOrder()).toEqual([closed, here, quiet])
  nowMs += 1
  expect(hosts.inOrder()).toEqual([closed, quiet, here])
})

test('a session that only reads is accepted for any and for primary, and not for read-write', async () => {
  for (const wanted of ['any', 'primary'] as const)
    await (await openClient(loginAt([closed, here], { wanted, options: readOnly }))).end()
  await expect(openClient(loginAt([closed, here], { options: readOnly }))).rejects.toThrow(
    /127\.0\.0\.1:1 \(.*ECONNREFUSED.*\), .*(accepts no changes)/,
  )
})

test('a refused login is not tried at the other hosts', async () => {
  const login = { ...loginAt([here, quiet]), user: 'unknown', password: 'wrong' }
  await expect(openClient(login)).rejects.toMatchObject({ code: expect.stringMatching(/^28/) as string })
})

test('a pool finds the host that works', async () => {
  const login = loginAt([closed, quiet, here])
  const pool = createPool(() => login, { ...limits, writes: true }, silentLog)
  const db = new Kysely<Tables>({ dialect: postgresDialect({ pool, queueMax: limits.queueMax }) })
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await pool.end()
})

test('a pool that cannot find any fails with DatabaseUnavailable', async () => {
  const login = loginAt([closed, here], { options: readOnly })
  const pool = createPool(() => login, { ...limits, writes: true }, silentLog)
  const db = new Kysely<Tables>({ dialect: postgresDialect({ pool, queueMax: limits.queueMax }) })
  const failure = sql`select 1`.execute(db)
  await expect(failure).rejects.toThrow(DatabaseUnavailable)
  await expect(failure).rejects.not.toThrow(DatabaseRefused)
  await pool.end()
})

test('a connection is replaced when its life is over, and never within a transaction', async () => {
  const pool = createPool(() => ({ connectionString: database.appUrl }), { ...limits, lifeMaxMs: 50 }, silentLog)
  const db = new Kysely<Tables>({ dialect: postgresDialect({ pool, queueMax: limits.queueMax }) })
  const process = async (on: Kysely<Tables>) =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on)).rows[0]?.pid
  const first = await db.transaction().execute(async (tx) => {
    const begun = await process(tx)
    await sql`select pg_sleep(0.06)`.execute(tx)
    expect(await process(tx)).toBe(begun)
    return begun
  })
  expect(await process(db)).not.toBe(first)
  await pool.end()
})

test('a session that turns out to be read-only replaces all connections of the pool', async () => {
  const pool = createPool(() => ({ connectionString: database.appUrl }), limits, silentLog)
  const db = new Kysely<Tables>({ dialect: postgresDialect({ pool, queueMax: limits.queueMax }) })
  const process = async (on: Kysely<Tables>) =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on)).rows[0]?.pid
  const two = () =>
    db.transaction().execute(async (one) => [await process(one), await db.transaction().execute((tx) => process(tx))])
  const before = await two()
  const write = db.transaction().execute(async (tx) => {
    await sql`set transaction read only`.execute(tx)
    await sql`create table written ()`.execute(tx)
  })
  await expect(write).rejects.toThrow(DatabaseReadOnly)
  const after = await two()
  expect(after.filter((pid) => before.includes(pid))).toEqual([])
  await pool.end()
})

test('lives are spread between half of the maximum and all of it', () => {
  expect([lifeOf(1000, 0), lifeOf(1000, 0.5), lifeOf(1000, 1)]).toEqual([1000, 750, 500])
})
