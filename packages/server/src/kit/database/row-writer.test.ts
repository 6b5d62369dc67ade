import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createRowWriter } from './row-writer.ts'
import type { TenantTransaction } from './tenant-scope.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { silentLog } from './testing/silent-log.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const tenantId = '01890000-0000-7000-8000-000000000000'
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.close())

/** What is written of rows of JSON, and in how many attempts. */
async function written(
  rows: readonly string[],
  insert: (tx: TenantTransaction, rows: readonly string[]) => Promise<unknown>,
) {
  const kept: string[] = []
  let attempts = 0
  const writer = createRowWriter<string>(database, silentLog, {
    what: 'rows',
    async insert(tx, some) {
      attempts += 1
      await insert(tx, some)
      kept.push(...some)
    },
  })
  for (const row of rows) writer.add(tenantId, row)
  await writer.settled()
  return { kept, attempts }
}

describe('rows that are written together', () => {
  const good = Array.from({ length: 300 }, (_, at) => `${at}`)

  it.each([
    ['one', ['"\\ud800"']],
    ['some', ['"\\ud800"', '{', '"\\u0000"']],
  ])('are all there but for %s that cannot be stored', async (_, bad) => {
    const rows = [...bad, ...good, ...bad]
    const { kept, attempts } = await written(rows, ({ db }, some) =>
      sql`select row::jsonb from unnest(${some}::text[]) row`.execute(db),
    )
    expect(kept).toEqual(good)
    expect(attempts).toBeLessThan(good.length / 2)
  })

  it('are not tried again where the database is not available', async () => {
    const unavailable = async () => {
      throw new DatabaseUnavailable('The database does not answer.')
    }
    expect(await written(good, unavailable)).toEqual({ kept: [], attempts: 1 })
  })
})
