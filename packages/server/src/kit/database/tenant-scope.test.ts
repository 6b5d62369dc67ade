import { randomUUID } from 'node:crypto'
import { type QueryExecutorProvider, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from './connect.ts'
import { tenantWall } from './schema/wall.ts'
import { globalQuery, tenantScope } from './tenant-scope.ts'
import { silentLog } from './testing/silent-log.ts'
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
    await tenantScope(database, tenant).transaction(({ db }) => write(db, tenant, 'first'))
  }
})

afterAll(() => database?.close())

describe('the tenant wall', () => {
  test('a scope sees its own rows and no others', async () => {
    expect(await tenantScope(database, acme).transaction(({ db }) => read(db))).toEqual([acme])
    expect(await tenantScope(database, globex).transaction(({ db }) => read(db))).toEqual([globex])
  })

  test('a query without a scope sees nothing', async () => {
    expect(await read(globalQuery(database))).toEqual([])
  })

  test("another tenant's row can be neither changed nor removed", async () => {
    const touched = await tenantScope(database, acme).transaction(async ({ db }) => {
      const changed = await sql`update probe set note = 'taken' where tenant_id = ${globex}`.execute(db)
      const removed = await sql`delete from probe where tenant_id = ${globex}`.execute(db)
      return [changed.numAffectedRows, removed.numAffectedRows]
    })
    expect(touched).toEqual([0n, 0n])
  })

  test('a row of another tenant cannot be written, nor a row moved to it', async () => {
    const scope = tenantScope(database, acme)
    await expect(scope.transaction(({ db }) => write(db, globex, 'foreign'))).rejects.toThrow(/row-level security/)
    const move = scope.transaction(({ db }) => sql`update probe set tenant_id = ${globex}`.execute(db))
    await expect(move).rejects.toThrow(/row-level security/)
  })

  test('the scope leaves nothing set on the connection after commit or failure', async () => {
    const single = await openSingle()
    try {
      const scope = tenantScope(single, acme)
      expect(await scope.transaction(({ db }) => read(db))).toEqual([acme])
      expect(await read(globalQuery(single))).toEqual([])
      await expect(scope.transaction(() => Promise.reject(new Error('given up')))).rejects.toThrow('given up')
      expect(await read(globalQuery(single))).toEqual([])
      expect(await single.app.transaction().execute((db) => read(db))).toEqual([])
    } finally {
      await single.close()
    }
  })

  test('a failed transaction leaves no row', async () => {
    const failed = tenantScope(database, acme).transaction(async ({ db }) => {
      await write(db, acme, 'never')
      throw new Error('given up')
    })
    await expect(failed).rejects.toThrow('given up')
    expect(await tenantScope(database, acme).transaction(({ db }) => read(db))).toEqual([acme])
  })

  test('the app role cannot lift the wall', async () => {
    const { rows } = await sql<{ rolsuper: boolean; rolbypassrls: boolean; owner: boolean }>`
      select rolsuper, rolbypassrls, pg_has_role(oid, (select relowner from pg_class where relname = 'probe'), 'member') as owner
      from pg_roles where rolname = current_user`.execute(database.app)
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, owner: false }])
    for (const attempt of [
      'alter table probe disable row level security',
      'drop policy tenant_wall on probe',
      'truncate probe',
    ]) {
      await expect(sql.raw(attempt).execute(database.app)).rejects.toThrow(/must be owner|permission denied/)
    }
  })

  test('every table with a tenant_id has row-level security', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        and not (c.relrowsecurity and c.relforcerowsecurity and exists
          (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant_wall'))`.execute(database.owner)
    expect(rows).toEqual([])
  })

  test('an invalid UUID never reaches the database', () => {
    expect(() => tenantScope(database, "'; drop table probe; --")).toThrow(RangeError)
  })
})

/** One connection, so that the next query meets what the last one left. */
const openSingle = () =>
  openDatabase({
    dataDir: '',
    databaseUrl: database.url,
    appDatabaseUrl: database.appUrl,
    secretKey: Buffer.alloc(32),
    poolSize: 1,
    log: silentLog,
  })

const write = (db: QueryExecutorProvider, tenant: string, note: string) =>
  sql`insert into probe (tenant_id, note) values (${tenant}, ${note})`.execute(db)

async function read(db: QueryExecutorProvider): Promise<string[]> {
  const { rows } = await sql<{ tenant_id: string }>`select tenant_id from probe`.execute(db)
  return rows.map((row) => row.tenant_id)
}
