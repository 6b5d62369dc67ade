import { createHash } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { sharedAppRole } from '../app-role.ts'
import { startEmbeddedPostgres } from '../embedded/start.ts'
import { silentLog } from './silent-log.ts'
import type { Rendezvous } from './rendezvous.ts'

/** The database server of a test run, as its owner sees it. */
export interface TestServer {
  readonly prefix: string
  /** The owner's URL of a database. */
  url(database: string): string
  /** The role the tests work as. A given server gets a separate one, so that a real Portico there keeps its login. */
  readonly appRole: string
  readonly appPassword: string
  /** The app role's URL of a database. */
  appUrl(database: string): string
  /** Runs `work` on a connection to a database that always exists. */
  administer<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
  leave(): Promise<void>
}

/** Joins the run's server; the first test file to do so starts it. */
export async function joinTestServer(): Promise<TestServer> {
  const rendezvous = inject('porticoDatabase')
  return rendezvous.databaseUrl === undefined ? joinEmbedded(rendezvous) : joinGiven(rendezvous.databaseUrl, rendezvous)
}

async function joinEmbedded({ dataDir, prefix }: Rendezvous): Promise<TestServer> {
  const embedded = await startEmbeddedPostgres({ dataDir, log: silentLog, durable: false, keepRunning: true })
  const { host } = embedded.connection('portico', 'postgres')
  const url = (user: string, database: string): string =>
    `postgresql://${user}@/${encodeURIComponent(database)}?host=${encodeURIComponent(host)}`
  return {
    prefix,
    url: (database) => url('portico', database),
    appRole: sharedAppRole,
    appPassword: '',
    appUrl: (database) => url(sharedAppRole, database),
    administer: (work) => withClient(url('portico', 'postgres'), work),
    leave: () => embedded.stop(),
  }
}

function joinGiven(databaseUrl: string, { prefix }: Rendezvous): TestServer {
  const at = (database: string): URL => {
    const url = new URL(databaseUrl)
    url.pathname = `/${encodeURIComponent(database)}`
    return url
  }
  // The same in every run, so that two runs on one server do not change each other's password.
  const appRole = 'portico_test_app'
  const appPassword = createHash('sha256').update(`tests\0${databaseUrl}`).digest('base64url')
  return {
    prefix,
    url: (database) => at(database).href,
    appRole,
    appPassword,
    appUrl: (database) => {
      const url = at(database)
      url.username = appRole
      url.password = appPassword
      return url.href
    },
    administer: (work) => withClient(databaseUrl, work),
    leave: async () => {},
  }
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
