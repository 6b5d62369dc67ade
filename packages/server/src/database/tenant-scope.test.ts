import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tenantWall } from './migrations/wall.ts'
import { globalQuery, tenantScope } from './tenant-scope.ts'
import { type TestDatabase, createTestDatabase } from './testing/test-database.ts'

let database: TestDatabase
const [acme, globex] = [randomUUID(), randomUUID()]

beforeAll(async () => {
  database = await createTestDatabase()
  await database.owner.transaction().execute(async (db) => {
    await sql`select set_config('portico.app_role', ${database.appRole}, true)`.execute(db)
    await sql`create table probe (tenant_id uuid not null, note text not null, primary key (tenant_id, note))`.execute(
      db,
    )
    await tenantWall(db, 'probe')
  })
  for (const tenant of [acme, globex]) {
    await tenantScope(database, tenant).transaction(({ db }) => write(asNever(db), tenant, 'first'))
  }
})

afterAll(() => database?.close())

const write = (db: Kysely<never>, tenant: string, note: string) =>
  sql`insert into probe (tenant_id, note) values (${tenant}, ${note})`.execute(db)
const read = async (db: Kysely<never>): Promise<string[]> => {
  const { rows } = await sql<{ tenant_id: string }>`select tenant_id from probe`.execute(db)
  return rows.map((row) => row.tenant_id)
}
const asNever = (db: unknown): Kysely<never> => db as Kysely<never>

describe('the second wall', () => {
  test('a scope sees its own rows and no others', async () => {
    expect(await tenantScope(database, acme).transaction(({ db }) => read(asNever(db)))).toEqual([acme])
  })

  test('a query without a scope sees nothing', async () => {
    expect(await read(asNever(globalQuery(database)))).toEqual([])
  })

  test("another tenant's row can be neither changed nor removed", async () => {
    const touched = await tenantScope(database, acme).transaction(async ({ db }) => {
      const changed = await sql`update probe set note = 'taken' where tenant_id = ${globex}`.execute(db)
      const removed = await sql`delete from probe where tenant_id = ${globex}`.execute(db)
      return [changed.numAffectedRows, removed.numAffectedRows]
    })
    expect(touched).toEqual([0n, 0n])
  })
})
