import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { type Database, openDatabase } from '../connect.ts'
import { migrate } from '../migrate.ts'
import { silentLog } from './silent-log.ts'
import { type TestServer, joinTestServer } from './test-server.ts'

/** A migrated database for one test file. `close()` drops it. */
export interface TestDatabase extends Database {
  /** The owner's URL: DATABASE_URL for a program under test. */
  readonly url: string
  /** The app role's URL: PORTICO_APP_DATABASE_URL for a program under test. */
  readonly appUrl: string
}

const templateLock = 7_067_844

/** Copies the run's migrated template; the first caller of the run makes it with the real `migrate()`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await joinTestServer()
  const name = `${server.prefix}${randomBytes(6).toString('hex')}`
  await server.administer(async (client) => {
    const template = await findTemplate(client, server)
    await client.query(`create database ${name} template ${template}`)
  })
  const database = await open(server, name)
  return {
    ...database,
    url: server.url(name),
    appUrl: server.appUrl(name),
    close: async () => {
      await database.close()
      await server.administer((client) => client.query(`drop database if exists ${name} with (force)`))
      await server.leave()
    },
  }
}

async function findTemplate(client: pg.Client, server: TestServer): Promise<string> {
  const template = `${server.prefix}template`
  await client.query(`select pg_advisory_lock(${templateLock})`)
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount === 0) await makeTemplate(client, server, template)
    return template
  } finally {
    await client.query(`select pg_advisory_unlock(${templateLock})`)
  }
}

/** Under a temporary name until it is finished, so that a failed migration leaves no incomplete template. */
async function makeTemplate(client: pg.Client, server: TestServer, template: string): Promise<void> {
  const unfinished = `${template}_${randomBytes(4).toString('hex')}`
  await client.query(`create database ${unfinished} template template0`)
  await setAppPassword(client, server)
  const database = await open(server, unfinished)
  try {
    await migrate(database, silentLog)
  } finally {
    await database.close()
  }
  await client.query(`alter database ${unfinished} rename to ${template}`)
}

/** One role serves all databases of the server, so its password comes from the run and not from the database. */
async function setAppPassword(client: pg.Client, { appRole, appPassword }: TestServer): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [appRole])
  const verb = rowCount === 0 ? 'create' : 'alter'
  await client.query(`${verb} role ${appRole} login password '${appPassword}'`)
}

function open(server: TestServer, name: string): Promise<Database> {
  return openDatabase({
    dataDir: '',
    databaseUrl: server.url(name),
    appDatabaseUrl: server.appUrl(name),
    secretKey: Buffer.alloc(32),
    log: silentLog,
  })
}
