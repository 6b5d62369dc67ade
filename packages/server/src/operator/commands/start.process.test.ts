import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { openDatabase, type Database } from '../../kit/database/connect.ts'
import { migrate } from '../../kit/database/migrate.ts'
import {
  findInstalledPostgres,
  startInstalledPostgres,
  type InstalledServer,
} from '../../kit/database/testing/installed-server.ts'
import { findTestRoot } from '../../kit/database/testing/test-root.ts'
import { freePort } from '../demo/free-port.ts'
import { openStore } from '../../app/open.ts'
import type { Environment } from '../../kit/settings/variables.ts'
import { createSecretBox } from '../../kit/secrets/secret-box.ts'
import { readSecretKeys } from '../../kit/secrets/secret-keys.ts'
import { start, type StartedServer } from './start.ts'

const installed = await findInstalledPostgres()
const log = pino({ level: 'silent' })
const text = () => randomBytes(32).toString('base64')

let folder: string
let cluster: InstalledServer
let count = 0
const servers: StartedServer[] = []
const databases: Database[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(await findTestRoot(), 'portico-start-'))
  mkdirSync(join(folder, 'pages'))
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
  await Promise.all(databases.splice(0).map((database) => database.close()))
})
afterAll(async () => {
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A data directory belongs to one database. */
const dataDirOf = ({ DATABASE_URL: url = '' }: Environment): string =>
  join(folder, createHash('sha256').update(url).digest('hex'))

async function run(env: Environment, dataDir = dataDirOf(env)): Promise<StartedServer> {
  const port = await freePort('127.0.0.1', 0)
  const server = await start({ dataDir, host: '127.0.0.1', port, pagesDir: join(folder, 'pages'), env, log })
  servers.push(server)
  return server
}

/** Waits until the server has looked up a session in its database: 401 if it could; a closed connection is 503 once. */
async function expectAnswer(server: StartedServer | undefined): Promise<void> {
  const ask = () =>
    fetch(`${server?.url}/api/portal/cloudsession`, { headers: { cookie: `portico-session=${text()}` } })
  const statuses: number[] = []
  await expect.poll(async () => statuses[statuses.push((await ask()).status) - 1], { timeout: 20_000 }).toBe(401)
  expect(statuses).not.toContain(500)
}

describe.skipIf(installed === undefined)('on a PostgreSQL cluster', () => {
  beforeAll(async () => {
    cluster = await startInstalledPostgres(installed ?? { major: 0, bin: '' })
    await cluster.administer(`create role owner login nosuperuser createrole password 'owns'`)
    await cluster.administer(`create role other login nosuperuser createrole password 'owns'`)
    await cluster.administer(`create role humble login nosuperuser password 'owns'`)
  })

  async function freshDatabase(owner = 'owner'): Promise<{ name: string; url: string }> {
    const name = `deployment${(count += 1)}`
    await cluster.administer(`create database ${name} owner ${owner}`)
    return { name, url: cluster.url(owner, 'owns', name) }
  }

  /** From now on every server has to log in again. */
  const breakConnections = (): Promise<void> =>
    cluster.administer(`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'portico%'`)

  /** A deployment of a program that used one role for all databases. */
  async function oldDeployment(url: string, key: string): Promise<Database> {
    const secretKey = createHash('sha256').update(key).digest()
    const database = await openDatabase({ dataDir: '', databaseUrl: url, secretKey, appRole: 'portico_app', log })
    databases.push(database)
    await migrate(database, log)
    await sql`insert into signing_keys (kid, algorithm, private_jwk, public_jwk)
              values ('old', 'other', ${createSecretBox(secretKey).seal('{}', 'signing-key:old')}, '{}')`.execute(
      database.app,
    )
    return database
  }

  const roleOf = async (url: string, env: Environment = {}): Promise<string> => {
    const given = { DATABASE_URL: url, ...env }
    const { database } = await openStore({ dataDir: dataDirOf(given), env: given, log })
    databases.push(database)
    const { rows } = await sql<{ role: string }>`select current_user::text as role`.execute(database.app)
    return rows[0]?.role ?? ''
  }

  test('a second start with the same key leaves the first server working', async () => {
    const { url } = await freshDatabase()
    const env = { DATABASE_URL: url, PORTICO_SECRET_KEY: text() }
    const first = await run(env)
    const second = await run(env)
    await breakConnections()
    await expectAnswer(first)
    await expectAnswer(second)
  })

  test('a start with a wrong secret key fails, and the running server continues', async () => {
    const { name, url } = await freshDatabase()
    const first = await run({ DATABASE_URL: url, PORTICO_SECRET_KEY: text() })
    const before = await passwordOf(name)
    await expect(run({ DATABASE_URL: url, PORTICO_SECRET_KEY: text() })).rejects.toThrow(/does not fit this database/)
    expect(await passwordOf(name)).toBe(before)
    await breakConnections()
    await expectAnswer(first)
  })

  test('a start without the secret key fails and does not create a new key', async () => {
    const { url } = await freshDatabase()
    await run({ DATABASE_URL: url, PORTICO_SECRET_KEY: text() })
    const dataDir = join(folder, 'empty')
    await expect(run({ DATABASE_URL: url }, dataDir)).rejects.toThrow(/There is no secret key/)
    expect(existsSync(join(dataDir, 'secret.key'))).toBe(false)
  })

  test('of two concurrent first starts with different keys, one serves and the other changes nothing', async () => {
    const { url } = await freshDatabase()
    const starts = await Promise.allSettled(
      [text(), text()].map((key) => run({ DATABASE_URL: url, PORTICO_SECRET_KEY: key })),
    )
    expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await breakConnections()
    await expectAnswer(servers[0])
  })

  test('two deployments on one cluster have separate roles', async () => {
    const [one, two] = [await freshDatabase(), await freshDatabase('other')]
    const first = await run({ DATABASE_URL: one.url, PORTICO_SECRET_KEY: text() })
    const second = await run({ DATABASE_URL: two.url, PORTICO_SECRET_KEY: text() })
    await breakConnections()
    await expectAnswer(first)
    await expectAnswer(second)
  })

  test('PORTICO_APP_ROLE does not take over a role that another database uses', async () => {
    const [one, two] = [await freshDatabase(), await freshDatabase()]
    const first = await run({ DATABASE_URL: one.url, PORTICO_SECRET_KEY: text(), PORTICO_APP_ROLE: 'chosen' })
    await expect(
      run({ DATABASE_URL: two.url, PORTICO_SECRET_KEY: text(), PORTICO_APP_ROLE: 'chosen' }),
    ).rejects.toThrow(/belongs to another database/)
    await breakConnections()
    await expectAnswer(first)
  })

  test.each(['owner', 'postgres'])('the role %s is never made the one the server works as', async (role) => {
    const { url } = await freshDatabase()
    await expect(run({ DATABASE_URL: url, PORTICO_SECRET_KEY: text(), PORTICO_APP_ROLE: role })).rejects.toThrow(
      /Set PORTICO_APP_ROLE/,
    )
  })

  test('an upgrade from the shared role creates a separate one, and an old server keeps its login', async () => {
    const { name, url } = await freshDatabase()
    const key = text()
    const old = await oldDeployment(url, key)
    const env = { DATABASE_URL: url, PORTICO_SECRET_KEY: key }
    const server = await run(env)
    await breakConnections()
    await expectAnswer(server)
    expect(await roleOf(url, env)).toBe(`portico_app_${name}`)
    const { rows } = await sql<{ role: string }>`
      select current_user::text as role from portico_list_tenants() right join (select 1) one on true`.execute(old.app)
    expect(rows).toEqual([{ role: 'portico_app' }])
    expect(await grantsOf(name, `portico_app_${name}`)).toEqual(
      expect.arrayContaining(await grantsOf(name, 'portico_app')),
    )
  })

  test('the shared role stays in use when the owner cannot create roles', async () => {
    await cluster.administer(`alter role humble createrole`)
    const { url } = await freshDatabase('humble')
    const key = text()
    // A role of an earlier test has the same name and the password of another database.
    await cluster.administer(`alter role portico_app rename to portico_app_before`)
    await oldDeployment(url, key)
    await cluster.administer(`alter role humble nocreaterole`)
    const env = { DATABASE_URL: url, PORTICO_SECRET_KEY: key }
    const server = await run(env)
    await breakConnections()
    await expectAnswer(server)
    expect(await roleOf(url, env)).toBe('portico_app')
  })

  test('PORTICO_APP_ROLE works on an existing database, and running servers keep working', async () => {
    const { name, url } = await freshDatabase()
    const env = { DATABASE_URL: url, PORTICO_SECRET_KEY: text() }
    const first = await run(env)
    const second = await run({ ...env, PORTICO_APP_ROLE: 'renamed_app' })
    await breakConnections()
    await expectAnswer(first)
    await expectAnswer(second)
    expect(await roleOf(url, { ...env, PORTICO_APP_ROLE: 'renamed_app' })).toBe('renamed_app')
    expect(await grantsOf(name, 'renamed_app')).toEqual(await grantsOf(name, `portico_app_${name}`))
  })

  async function inDatabase<T>(name: string, query: string): Promise<T[]> {
    const client = new pg.Client({ connectionString: cluster.url('postgres', 'top', name) })
    await client.connect()
    try {
      return (await client.query(query)).rows as T[]
    } finally {
      await client.end()
    }
  }

  async function passwordOf(name: string): Promise<string | undefined> {
    const rows = await inDatabase<{ password: string }>(
      name,
      `select rolpassword as password from pg_authid where rolname = 'portico_app_${name}'`,
    )
    return rows[0]?.password
  }

  const grantsOf = (name: string, role: string): Promise<unknown[]> =>
    inDatabase(
      name,
      `select o.name, a.privilege_type from
         (select oid::regclass::text as name, relacl as acl from pg_class union all
          select oid::regprocedure::text, proacl from pg_proc) o, aclexplode(o.acl) a
        where a.grantee = '${role}'::regrole order by 1, 2`,
    )
})

describe('the secret key', () => {
  test('the content of secret.key is the same key in PORTICO_SECRET_KEY', async () => {
    const dataDir = join(folder, 'keyed')
    readSecretKeys(dataDir, {}).ensure()
    const env = { PORTICO_SECRET_KEY: readFileSync(join(dataDir, 'secret.key'), 'utf8') }
    expect(readSecretKeys('', env).all()[0]).toEqual(readSecretKeys(dataDir, {}).all()[0])
    expect(readSecretKeys('', { PORTICO_SECRET_KEY: env.PORTICO_SECRET_KEY.trim() }).all()[0]).toEqual(
      readSecretKeys(dataDir, {}).all()[0],
    )
  })

  test('a passphrase and a key of an old deployment remain valid', () => {
    for (const given of ['correct horse battery staple, many times', text()]) {
      const before = createHash('sha256').update(given).digest()
      const keys = readSecretKeys('', { PORTICO_SECRET_KEY: given }).all()
      expect(keys.map(({ bytes }) => bytes)).toContainEqual(before)
    }
  })

  test('an embedded deployment moves its key to PORTICO_SECRET_KEY and back', async () => {
    const dataDir = join(folder, 'embedded')
    await (await run({}, dataDir)).stop()
    servers.pop()
    const file = join(dataDir, 'secret.key')
    const key = readFileSync(file, 'utf8')
    rmSync(file)
    await expect(run({}, dataDir)).rejects.toThrow(/There is no secret key/)
    const server = await run({ PORTICO_SECRET_KEY: key.trim() }, dataDir)
    await expectAnswer(server)
    expect(existsSync(file)).toBe(false)
  })
})
