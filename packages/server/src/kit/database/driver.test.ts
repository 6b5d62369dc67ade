import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from './connect.ts'
import { postgresDialect } from './driver.ts'
import { createPool } from './pool.ts'
import { statementName } from './statement-name.ts'
import type { Tables } from './tables.ts'
import { type TestDatabase, createTestDatabase } from './testing/test-database.ts'
import { silentLog } from './testing/silent-log.ts'
import { DatabaseBusy, DatabaseUnavailable } from './unavailable.ts'

let shared: TestDatabase
let database: Database

beforeAll(async () => {
  shared = await createTestDatabase()
  database = await openDatabase({
    dataDir: '',
    databaseUrl: shared.url,
    appDatabaseUrl: shared.appUrl,
    secretKey: Buffer.alloc(32),
    poolSize: 1,
    log: silentLog,
  })
})

afterAll(async () => {
  await database?.close()
  await shared?.close()
})

test('a parameterised statement is prepared once under its name and used again', async () => {
  const ask = (n: number) => sql<{ n: number }>`select ${n}::int + 1 as n`.execute(database.app)
  expect([(await ask(1)).rows, (await ask(2)).rows]).toEqual([[{ n: 2 }], [{ n: 3 }]])
  const { rows } = await sql<{ name: string; uses: number }>`
    select name, generic_plans + custom_plans as uses from pg_prepared_statements
    where statement like 'select $1::int + 1%'`.execute(database.app)
  expect(rows).toEqual([{ name: statementName('select $1::int + 1 as n', [1]), uses: 2 }])
})

test.for([
  ['select 1', [], false],
  ['select $1::int', [1], true],
  ['with a as (select $1::int) select a from a', [1], true],
  ['insert into t (a) values ($1) returning a', [1], true],
  ['insert into t (a) values ($1) returning *', [1], false],
  ['select * from "t" where a = $1', [1], false],
  ['select "t".* from "t" where a = $1', [1], false],
  ['select count(*) from "t" where a = $1', [1], true],
  ['select 2 * $1::int', [1], true],
  ['create table t (a int default $1)', [1], false],
  ['update t set a = $1', [1], true],
] as const)('%s with %j is named: %s', ([text, parameters, named]) => {
  const name = statementName(text, parameters)
  expect(name !== undefined).toBe(named)
  expect(name ?? '').toBe(statementName(text, parameters) ?? '')
  expect((name ?? '').length).toBeLessThanOrEqual(63)
})

test('a very long statement is not named', () => {
  expect(statementName(`select a from t where b in ($1${', $1'.repeat(4000)})`, [1])).toBeUndefined()
})

test('the statements prepared on a connection are bounded', async () => {
  const counts: number[] = []
  for (let n = 0; n < 700; n += 1) {
    await sql`select ${n}::int as ${sql.id(`column_${n}`)}`.execute(database.app)
    if (n % 50 === 0) counts.push(await preparedCount())
  }
  expect(Math.max(...counts)).toBeLessThanOrEqual(301)
  expect(Math.max(...counts)).toBeGreaterThan(100)
})

test('the name of a failed statement can be used again', async () => {
  const ask = () => sql`select name from later where name = ${'a'}`.execute(database.app)
  await expect(ask()).rejects.toThrow(/does not exist/)
  await sql`create table later (name text)`.execute(shared.owner)
  await sql`grant select on later to ${sql.id(database.appRole)}`.execute(shared.owner)
  expect((await ask()).rows).toEqual([])
})

test('a new column does not break statements that old code has prepared', async () => {
  await sql`create table growing (a int)`.execute(shared.owner)
  await sql`grant select on growing to ${sql.id(database.appRole)}`.execute(shared.owner)
  const ask = () => sql`select * from growing where a = ${1}`.execute(database.app)
  await ask()
  await sql`alter table growing add column b int`.execute(shared.owner)
  expect((await ask()).rows).toEqual([])
})

test('values arrive as their JavaScript types', async () => {
  const { rows } = await sql`
    select '\\x0102'::bytea as bytes, 5::int8 as small, 9007199254740993::int8 as large, '2026-01-02'::date as day,
           timestamptz '2026-01-02 03:04:05+01' as moment, ${Buffer.from('ab')}::bytea as given,
           ${new Date(86_400_000)}::timestamptz as instant, '{"a":1}'::jsonb as json`.execute(database.app)
  expect(rows).toEqual([
    {
      bytes: Buffer.from([1, 2]),
      small: 5,
      large: 9007199254740993n,
      day: '2026-01-02',
      moment: new Date('2026-01-02T02:04:05Z'),
      given: Buffer.from('ab'),
      instant: new Date(86_400_000),
      json: { a: 1 },
    },
  ])
})

test('a full pool fails with DatabaseBusy, immediately if the queue is full too', async () => {
  const { promise: until, resolve: free } = withResolvers()
  const { promise: taken, resolve: take } = withResolvers()
  const held = database.app.connection().execute(async () => {
    take()
    await until
  })
  await taken
  const asked = Array.from({ length: 60 }, () =>
    sql`select 1`.execute(database.app).then(
      () => 'answered',
      (error: unknown) => (error instanceof DatabaseBusy ? 'busy' : error),
    ),
  )
  expect(await Promise.race(asked)).toBe('busy')
  // The readiness probe does not wait in that queue.
  await database.ready()
  free()
  await held
  const answers = await Promise.all(asked)
  expect([answers.filter((it) => it === 'answered').length, answers.filter((it) => it === 'busy').length]).toEqual([
    50, 10,
  ])
})

test('waiting too long for a connection fails with DatabaseBusy', async () => {
  await database.app.connection().execute(async () => {
    await expect(sql`select 1`.execute(database.app)).rejects.toThrow(DatabaseBusy)
  })
})

test('the server cancels a statement that runs too long', async () => {
  const limited = database.app.transaction().execute(async (db) => {
    await sql`set local statement_timeout = 20`.execute(db)
    await sql`select pg_sleep(5)`.execute(db)
  })
  await expect(limited).rejects.toThrow(DatabaseUnavailable)
  const { rows } = await sql`select current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle`.execute(database.app)
  expect(rows).toEqual([{ statement: '10s', idle: '30s' }])
})

test('a connection to a server that stops answering is closed, and does not return to the pool', async () => {
  const limits = { size: 1, queueMax: 5, waitMaxMs: 1_000, statementMaxMs: 100 }
  const pool = createPool(() => ({ connectionString: shared.appUrl }), limits, silentLog)
  const db = new Kysely<Tables>({ dialect: postgresDialect({ pool, queueMax: limits.queueMax }) })
  const silent = db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pg_sleep(600)`.execute(tx)
  })
  await expect(silent).rejects.toThrow(DatabaseUnavailable)
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await pool.end()
})

test('a connection closed by the server is a DatabaseUnavailable, and the next query works', async () => {
  const lost = database.app.transaction().execute(async (db) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(shared.owner)
    await sql`select 1`.execute(db)
  })
  await expect(lost).rejects.toThrow(DatabaseUnavailable)
  await sql`select 1`.execute(database.app)
})

test('an unreachable database fails the readiness probe, which recovers with it', async () => {
  await database.ready()
  await terminateAll('portico readiness')
  await expect
    .poll(
      () =>
        database.ready().then(
          () => 'ready',
          () => 'gone',
        ),
      { timeout: 30_000 },
    )
    .toBe('ready')
  await expect(openDatabase({ ...unreachable, log: silentLog })).rejects.toThrow(DatabaseUnavailable)
})

const unreachable = { dataDir: '', databaseUrl: 'postgresql://a:b@127.0.0.1:1/c', secretKey: Buffer.alloc(32) }

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {}
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve }
}

async function preparedCount(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_prepared_statements`.execute(database.app)
  return rows[0]?.n ?? 0
}

async function terminateAll(applicationName: string): Promise<void> {
  const client = new pg.Client({ connectionString: shared.url })
  await client.connect()
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
    applicationName,
  ])
  await client.end()
}
