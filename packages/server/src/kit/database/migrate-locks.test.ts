import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { silentLog } from './testing/silent-log.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await sql`create table pairs (name text primary key, count int not null default 0)`.execute(database.owner)
  await sql`insert into pairs values ('one'), ('two')`.execute(database.owner)
  await sql`grant select, update on pairs to ${sql.id(database.appRole)}`.execute(database.owner)
})
afterAll(() => database.close())

/** An open transaction of a request that has read the table. */
async function readingPairs(): Promise<{ end(): Promise<void> }> {
  const open = await database.app.startTransaction().execute()
  await sql`select from pairs`.execute(open)
  return { end: () => open.commit().execute() }
}

test('a migration that cannot lock a table steps back, lets requests pass, and is tried again', async () => {
  const reader = await readingPairs()
  const tries: object[] = []
  const log = { ...silentLog, warn: (details: object) => void tries.push(details) }
  const grows = {
    '9998-other': { up: (db: Kysely<never>) => sql`create table others ()`.execute(db).then(() => {}) },
    '9999-grows': { up: (db: Kysely<never>) => sql`alter table pairs add column more int`.execute(db).then(() => {}) },
  }
  const all = { ...migrations, ...grows }
  const migrated = migrate(database, log, all, { maxMs: 50, pauseMs: 20, inAllMs: 60_000 })
  await expect.poll(() => tries.length).toBeGreaterThan(2)
  // Without the time-out it would wait behind the migration, which waits for the reader.
  await sql`update pairs set count = 1`.execute(database.app)
  await reader.end()
  expect(await migrated).toEqual(['9998-other', '9999-grows'])
  expect(tries[0]).toMatchObject({ migration: '9999-grows' })
})

test('a migration gives up in the end, and leaves the schema as it was', async () => {
  const reader = await readingPairs()
  const all = {
    ...migrations,
    '9998-other': { up: async () => {} },
    '9999-grows': { up: async () => {} },
    '9999-more': { up: (db: Kysely<never>) => sql`drop table pairs`.execute(db).then(() => {}) },
  }
  await expect(migrate(database, silentLog, all, { maxMs: 20, pauseMs: 10, inAllMs: 100 })).rejects.toThrow(
    /migration 9999-more failed, and the schema is as it was before: .*lock timeout/,
  )
  await reader.end()
  expect((await sql`select from pairs`.execute(database.owner)).rows).toHaveLength(2)
})

test('in a deadlock with a request, the migration gives way and the request is answered', async () => {
  const request = await database.app.startTransaction().execute()
  await sql`select from pairs`.execute(request)
  let answered: Promise<unknown> | undefined
  const all = {
    ...migrations,
    '9998-other': { up: async () => {} },
    '9999-grows': { up: async () => {} },
    '9999-locks': {
      up: async (db: Kysely<never>) => {
        await sql`alter table tenants add column if not exists more int`.execute(db)
        if (answered === undefined) {
          answered = sql`select from tenants`.execute(request).then(() => request.commit().execute())
          await expect.poll(() => waitingFor(db, 'tenants'), { interval: 5 }).toBe(1)
        }
        await sql`alter table pairs add column if not exists most int`.execute(db)
      },
    },
  }
  expect(await migrate(database, silentLog, all)).toEqual(['9999-locks'])
  await answered
})

async function waitingFor(db: Kysely<never>, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_catalog.pg_locks where not granted and relation = ${table}::regclass`.execute(db)
  return rows[0]?.n ?? 0
}
