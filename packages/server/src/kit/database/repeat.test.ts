import { randomUUID } from 'node:crypto'

import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { globalQuery, tenantScope } from './tenant-scope.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await sql`create table pairs (name text primary key, count int not null default 0)`.execute(database.owner)
  await sql`insert into pairs values ('one'), ('two')`.execute(database.owner)
  await sql`grant select, update on pairs to ${sql.id(database.appRole)}`.execute(database.owner)
  await sql`
    create function portico_count_both() returns void language sql as
    $$update pairs set count = count + 1 where name = 'two'; update pairs set count = count + 1 where name = 'one'$$`.execute(
    database.owner,
  )
})
afterAll(() => database.close())

const count = (db: Kysely<never>, name: string) =>
  sql`update pairs set count = count + 1 where name = ${name}`.execute(db)
const counts = async () =>
  (await sql<{ count: number }>`select count from pairs order by name`.execute(database.owner)).rows.map(
    (row) => row.count,
  )
const waiting = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from pg_locks where not granted`.execute(database.owner)).rows[0]
    ?.n

/** Holds the row `one`, and asks for `two` when another transaction waits for `one`: the first that waits finds the deadlock. */
async function crossing(): Promise<{ done: Promise<void> }> {
  let hold = () => {}
  const held = new Promise<void>((resolve) => (hold = resolve))
  const done = database.owner.transaction().execute(async (tx) => {
    await count(tx as unknown as Kysely<never>, 'one')
    hold()
    await expect.poll(waiting, { interval: 5 }).toBe(1)
    await count(tx as unknown as Kysely<never>, 'two')
  })
  await held
  return { done }
}

test('a transaction that loses a deadlock is done again, once', async () => {
  const before = await counts()
  const { done } = await crossing()
  let times = 0
  const answer = await tenantScope(database, randomUUID()).transaction(async ({ db }) => {
    times += 1
    await count(db as unknown as Kysely<never>, 'two')
    await count(db as unknown as Kysely<never>, 'one')
    return 'done'
  })
  await done
  expect([answer, times]).toEqual(['done', 2])
  expect(await counts()).toEqual(before.map((one) => one + 2))
})

test('so is a statement outside of a transaction', async () => {
  const before = await counts()
  const { done } = await crossing()
  await sql`select portico_count_both()`.execute(globalQuery(database))
  await done
  expect(await counts()).toEqual(before.map((one) => one + 2))
})

test('a transaction that fails otherwise is not', async () => {
  let times = 0
  const failing = tenantScope(database, randomUUID()).transaction(async ({ db }) => {
    times += 1
    await sql`select 1 / 0`.execute(db)
  })
  await expect(failing).rejects.toThrow(/division by zero/)
  expect(times).toBe(1)
})
