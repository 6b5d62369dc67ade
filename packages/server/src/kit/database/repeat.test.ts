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
const waiting = async () => {
  const here = sql<{ n: number }>`
    select count(*)::int as n from pg_locks where not granted
       and pid in (select pid from pg_stat_activity where datname = current_database())`
  return (await here.execute(database.owner)).rows[0]?.n
}

/** Holds the row `one`, and asks for `two` when another transaction waits for `one`. Answers whether the other lost. */
async function crossing(): Promise<{ otherLost: Promise<boolean> }> {
  let hold = () => {}
  const held = new Promise<void>((resolve) => (hold = resolve))
  const done = database.owner.transaction().execute(async (tx) => {
    await count(tx as unknown as Kysely<never>, 'one')
    hold()
    await expect.poll(waiting, { interval: 5, timeout: 60_000 }).toBe(1)
    await count(tx as unknown as Kysely<never>, 'two')
  })
  const otherLost = done.then(
    () => true,
    (error: { code?: string }) => {
      if (error.code === '40P01') return false
      throw error
    },
  )
  await held
  return { otherLost }
}

/** Does it crossed by another transaction, until it is the one that loses: who waits for a second first, does. */
async function losing<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const before = await counts()
    const { otherLost } = await crossing()
    const answer = await work()
    if (!(await otherLost)) continue
    expect(await counts()).toEqual(before.map((one) => one + 2))
    return answer
  }
}

test('a transaction that loses a deadlock is done again, once', async () => {
  let times = 0
  const answer = await losing(() => {
    times = 0
    return tenantScope(database, randomUUID()).transaction(async ({ db }) => {
      times += 1
      await count(db as unknown as Kysely<never>, 'two')
      await count(db as unknown as Kysely<never>, 'one')
      return 'done'
    })
  })
  expect([answer, times]).toEqual(['done', 2])
})

test('so is a statement outside of a transaction', async () => {
  await losing(() => sql`select portico_count_both()`.execute(globalQuery(database)))
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
