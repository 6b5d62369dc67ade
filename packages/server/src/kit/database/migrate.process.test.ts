import { randomUUID } from 'node:crypto'
import { type Migration, sql } from 'kysely'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deriveAppPassword } from './app-role.ts'
import { secretKeyOf } from '../secrets/secret-key.ts'
import { fixedKeys } from '../secrets/secret-keys.ts'
import { type Database, type DatabaseSettings, openDatabase } from './connect.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { definerFunction, ownerDoor, tenantWall } from './schema/wall.ts'
import { tenantScope } from './tenant-scope.ts'
import { type InstalledServer, findInstalledPostgres, startInstalledPostgres } from './testing/installed-server.ts'
import { silentLog } from './testing/silent-log.ts'
import { findTestRoot } from './testing/test-root.ts'

const secretKey = Buffer.alloc(32, 7)
const installed = await findInstalledPostgres()
if (installed === undefined)
  process.stderr.write(
    'DATABASE_URL is not tried: no PostgreSQL 15 or newer in /usr/lib/postgresql that this user can run.\n',
  )

const probe: Migration = {
  async up(db) {
    await sql`create table probe (tenant_id uuid primary key)`.execute(db)
    await tenantWall(db, 'probe')
    await ownerDoor(db, 'probe')
    await definerFunction(db, {
      name: 'portico_all_probes',
      args: '',
      returns: 'setof uuid',
      body: 'select tenant_id from public.probe',
    })
  },
}

describe.skipIf(installed === undefined)('a server of DATABASE_URL whose owner is not a superuser', () => {
  let server: InstalledServer
  let opened: Database[] = []
  let settings: DatabaseSettings

  beforeAll(async () => {
    server = await startInstalledPostgres(installed ?? { major: 0, bin: '' })
    await server.administer(`create role owner login nosuperuser createrole password 'owns'`)
    await server.administer(`create role humble login nosuperuser password 'owns'`)
  })
  afterAll(() => server?.stop())

  async function freshDatabase(name: string, owner = 'owner'): Promise<void> {
    await server.administer(`create database ${name} owner ${owner}`)
    settings = { dataDir: '', databaseUrl: server.url(owner, 'owns', name), secretKey, log: silentLog }
  }
  async function open(changes: Partial<DatabaseSettings> = {}): Promise<Database> {
    const database = await openDatabase({ ...settings, ...changes })
    opened.push(database)
    return database
  }
  async function closeAll(): Promise<void> {
    await Promise.all(opened.map((database) => database.close()))
    opened = []
  }

  test('four replicas migrate at once: one applies, three find nothing to do', async () => {
    await freshDatabase('replicas')
    const replicas = await Promise.all([open(), open(), open(), open()])
    expect(await pendingMigrations(replicas[0] ?? (await open()))).toEqual(Object.keys(migrations))
    let applied = 0
    const log = { ...silentLog, info: () => void (applied += 1) }
    await Promise.all(replicas.map((replica) => migrate(replica, log)))
    expect(applied).toBe(1)
    for (const replica of replicas) {
      await replica.ready()
      expect(await pendingMigrations(replica)).toEqual([])
    }
    await closeAll()
  })

  test('both walls hold, and a SECURITY DEFINER function passes the second', async () => {
    await freshDatabase('walls')
    const database = await open()
    await migrate(database, silentLog, { probe })
    const [acme, globex] = [randomUUID(), randomUUID()].toSorted() as [string, string]
    for (const id of [acme, globex]) {
      await tenantScope(database, id).transaction(({ db }) => sql`insert into probe values (${id})`.execute(db))
    }
    const all = sql<{ tenant_id: string }>`select tenant_id from probe`
    expect((await all.execute(database.app)).rows).toEqual([])
    expect((await tenantScope(database, acme).transaction(({ db }) => all.execute(db))).rows).toEqual([
      { tenant_id: acme },
    ])
    const { rows } = await sql<{ id: string }>`select * from portico_all_probes() as id order by id`.execute(
      database.app,
    )
    expect(rows).toEqual([{ id: acme }, { id: globex }])
    await closeAll()
  })

  test('only the app role can call a SECURITY DEFINER function', async () => {
    await freshDatabase('strangers')
    const database = await open()
    await migrate(database, silentLog, { probe })
    const stranger = await open({ appDatabaseUrl: server.url('humble', 'owns', 'strangers') })
    await expect(sql`select * from portico_all_probes()`.execute(stranger.app)).rejects.toThrow(/permission denied/)
    await closeAll()
  })

  test('a new secret key gives the app role a new password at the next migration step', async () => {
    await freshDatabase('rotated')
    await migrate(await open(), silentLog)
    await closeAll()
    const database = await open({ secretKey: Buffer.alloc(32, 8) })
    await expect(database.ready()).rejects.toThrow()
    await migrate(database, silentLog)
    await database.ready()
    await closeAll()
  })

  test('a connection made after the password changed logs in with the new one', async () => {
    await freshDatabase('renewed')
    const keys = fixedKeys([secretKeyOf(secretKey), secretKeyOf(Buffer.alloc(32, 8))])
    const [running, other] = [
      await open({ secretKey: keys, poolSize: 1 }),
      await open({ secretKey: Buffer.alloc(32, 8) }),
    ]
    await migrate(running, silentLog)
    await migrate(other, silentLog)
    await other.renewAppPassword()
    const { rows } = await sql`select 1 as one`.execute(running.app)
    expect(rows).toEqual([{ one: 1 }])
    await running.ready()
    await closeAll()
  })

  test('the role of PORTICO_APP_DATABASE_URL keeps its password and gets the grants', async () => {
    await freshDatabase('given')
    const database = await open({ appDatabaseUrl: server.url('humble', 'owns', 'given') })
    expect(database.appRole).toBe('humble')
    await migrate(database, silentLog, { probe })
    expect((await sql`select * from portico_all_probes()`.execute(database.app)).rows).toEqual([])
    await closeAll()
  })

  test('an owner who cannot create roles gets an error that says what to do', async () => {
    await server.administer(`drop role if exists other_app`)
    await freshDatabase('humbled', 'humble')
    const database = await open({ appRole: 'other_app' })
    await expect(migrate(database, silentLog)).rejects.toThrow(/PORTICO_APP_DATABASE_URL/)
    await closeAll()
  })

  test('a failed migration leaves nothing behind, and older code does not change a newer schema', async () => {
    await freshDatabase('versions')
    const database = await open()
    const broken: Migration = {
      up: (db) => sql`create table half ()`.execute(db).then(() => Promise.reject(new Error('broken'))),
    }
    await expect(migrate(database, silentLog, { '1': probe, '2': broken })).rejects.toThrow(/migration 2 failed/)
    expect(
      (await sql`select to_regclass('half') as half, to_regclass('probe') as probe`.execute(database.owner)).rows,
    ).toEqual([{ half: null, probe: null }])
    await migrate(database, silentLog, { '1': probe, '2': { up: async () => {} } })
    await migrate(database, silentLog, { '1': probe })
    expect(await pendingMigrations(database, { '1': probe, '3': probe })).toEqual(['3'])
    await closeAll()
  })

  test('a database of a build before the first release fails with one sentence, and is not changed', async () => {
    await freshDatabase('earlier')
    const database = await open()
    await migrate(database, silentLog, { '0001-tenants': probe })
    const sentence =
      'A build before the first release made this database, and its schema differs. Use an empty database.'
    await expect(migrate(database, silentLog)).rejects.toThrow(sentence)
    await expect(pendingMigrations(database)).rejects.toThrow(sentence)
    const { rows } = await sql`select to_regclass('tenants') as tenants`.execute(database.owner)
    expect(rows).toEqual([{ tenants: null }])
    await closeAll()
  })

  test('each process returns the migrations that it applied', async () => {
    await freshDatabase('answers')
    const replicas = await Promise.all([open(), open()])
    const applied = await Promise.all(replicas.map((replica) => migrate(replica, silentLog)))
    expect(applied.flat()).toEqual(Object.keys(migrations))
    await closeAll()
  })

  test('a schema that another version migrated differently fails with one sentence, which gives the reason', async () => {
    await freshDatabase('branches')
    const database = await open()
    const none: Migration = { up: async () => {} }
    await migrate(database, silentLog, { '1': none, '2-theirs': none })
    await expect(migrate(database, silentLog, { '1': none, '3-ours': none })).rejects.toThrow(
      'Another version of Portico applied 2-theirs to this database, without 3-ours. Start the newest version that has worked with this database.',
    )
    await sql`create table probe ()`.execute(database.owner)
    await expect(migrate(database, silentLog, { '1': none, '2-theirs': none, '3': probe })).rejects.toThrow(
      'The migration 3 failed, and the schema is as it was before: relation "probe" already exists',
    )
    await closeAll()
  })
})

test('the embedded database is migrated and used as the app role', async () => {
  const folder = await mkdtemp(join(await findTestRoot(), 'portico-migrate-'))
  const dataDir = join(folder, 'data')
  const open = () => openDatabase({ dataDir, secretKey, log: silentLog })
  try {
    const replicas = await Promise.all([open(), open()])
    await Promise.all(replicas.map((replica) => migrate(replica, silentLog)))
    for (const { app } of replicas) {
      const { rows } = await sql`select current_user as role, current_database() as name`.execute(app)
      expect(rows).toEqual([{ role: 'portico_app', name: 'portico' }])
    }
    for (const replica of replicas) await replica.close()
    const again = await open()
    expect(await pendingMigrations(again)).toEqual([])
    await again.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('the app password depends on key, role and database', () => {
  const passwords = [
    deriveAppPassword(secretKey, 'a', 'b'),
    deriveAppPassword(Buffer.alloc(32), 'a', 'b'),
    deriveAppPassword(secretKey, 'a2', 'b'),
    deriveAppPassword(secretKey, 'a', 'b2'),
    deriveAppPassword(secretKey, 'ab', ''),
  ]
  expect(new Set(passwords).size).toBe(5)
  expect(deriveAppPassword(secretKey, 'a', 'b')).toBe(passwords[0])
  expect(passwords[0]).toMatch(/^[\w-]{43}$/)
})
