import { Kysely, type Transaction, sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { postgresDialect } from './driver.ts'
import { sendLast, sendLater } from './later.ts'
import { createPool } from './pool.ts'
import type { Tables } from './tables.ts'
import { silentLog } from './testing/silent-log.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

let shared: TestDatabase
let pool: pg.Pool
let db: Kysely<Tables>
let sent: MockInstance
const messages = () => sent.mock.calls.length
const told: (readonly string[])[] = []

beforeAll(async () => {
  shared = await createTestDatabase()
  await sql`create table notes (note text primary key)`.execute(shared.owner)
  const limits = { size: 1, queueMax: 5, waitMaxMs: 1_000, statementMaxMs: 5_000 }
  pool = createPool(() => ({ connectionString: shared.url }), limits, silentLog)
  const opening = [{ sql: "select set_config('portico.tenant', $1, true)", parameters: ['acme'], isSilent: true }]
  const committed = (changes: readonly string[]) => void told.push(changes)
  db = new Kysely({ dialect: postgresDialect({ pool, queueMax: 5, opening, committed }) })
  const client = await pool.connect()
  sent = vi.spyOn(client, 'query')
  client.release()
})
afterAll(async () => {
  await pool?.end()
  await shared?.close()
})
beforeEach(async () => {
  await sql`truncate notes`.execute(shared.owner)
  sent.mockClear()
  told.length = 0
})

const write = (note: string) => sql<{ note: string }>`insert into notes (note) values (${note}) returning note`
const all = sql<{ note: string; tenant: string }>`
  select note, current_setting('portico.tenant') as tenant from notes where note <> ${''} order by note`
const transaction = <T>(work: (tx: Transaction<Tables>) => Promise<T>) => db.transaction().execute(work)

test('a transaction begins with its first statement, in one message', async () => {
  const found = await transaction(async (tx) => [(await write('a').execute(tx)).rows, (await all.execute(tx)).rows])
  expect(found).toEqual([[{ note: 'a' }], [{ note: 'a', tenant: 'acme' }]])
  expect(messages()).toBe(3)
})

test('a transaction without statements sends none', async () => {
  await transaction(async () => {})
  await expect(transaction(() => Promise.reject(new Error('given up')))).rejects.toThrow('given up')
  expect(messages()).toBe(0)
})

test('statements that wait run in their order, in the message of the next one or of the commit', async () => {
  const [first, second] = await transaction(async (tx) => {
    const waiting = await sendLater(tx, write('b'))
    const read = (await all.execute(tx)).rows
    await sendLater(tx, write('c'))
    return [await waiting.rows(), read]
  })
  expect([first, second]).toEqual([[{ note: 'b' }], [{ note: 'b', tenant: 'acme' }]])
  expect(messages()).toBe(2)
  expect(told).toHaveLength(1)
  expect(await notes()).toEqual(['b', 'c'])
})

test('asking for the result of a statement that waits sends it', async () => {
  expect(await transaction(async (tx) => (await sendLater(tx, write('d'))).rows())).toEqual([{ note: 'd' }])
  expect(messages()).toBe(2)
})

test('a statement that waits and fails rolls everything back, also with the commit, and the connection stays usable', async () => {
  const failing = transaction(async (tx) => {
    await write('e').execute(tx)
    await sendLater(tx, write('e'))
  })
  await expect(failing).rejects.toThrow(/duplicate key/)
  expect(await notes()).toEqual([])
  await transaction(async (tx) => void (await write('e').execute(tx)))
  expect(await notes()).toEqual(['e'])
})

test('after a failed message its statements can be sent again, prepared or not', async () => {
  const three = (broken: string) =>
    transaction(async (tx) => {
      await sendLater(tx, sql`select ${1}::int as one`)
      await sendLater(tx, sql`select ${broken}::int as two`)
      return (await sql`select ${3}::int as three`.execute(tx)).rows
    })
  await expect(three('no number')).rejects.toThrow(/invalid input syntax/)
  await expect(three('no number')).rejects.toThrow(/invalid input syntax/)
  expect([await three('2'), await three('2')]).toEqual([[{ three: 3 }], [{ three: 3 }]])
})

test('the last statement is committed in its own message, and nothing follows it', async () => {
  const { rows } = await transaction((tx) => sendLast(tx, write('f')))
  expect(rows).toEqual([{ note: 'f' }])
  expect(messages()).toBe(1)
  expect(told).toHaveLength(1)
  const followed = transaction(async (tx) => {
    await sendLast(tx, write('g'))
    await write('h').execute(tx)
  })
  await expect(followed).rejects.toThrow('committed with its last statement')
  expect(await notes()).toEqual(['f', 'g'])
})

async function notes(): Promise<string[]> {
  const { rows } = await sql<{ note: string }>`select note from notes order by note`.execute(shared.owner)
  return rows.map(({ note }) => note)
}
