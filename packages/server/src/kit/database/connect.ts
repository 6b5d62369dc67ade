import { Kysely, sql } from 'kysely'
import {
  type Admitted,
  admittedAs,
  type AppLogin,
  appRoleOf,
  deriveAppPassword,
  ensureAppRole,
  setAppPassword,
  sharedAppRole,
} from './app-role.ts'
import { alignGrants } from './app-role-use.ts'
import type { Belonging } from './belonging.ts'
import { createChanges, type Changes } from './changes.ts'
import { checkServer } from './check-server.ts'
import { readConnectionUrl } from './connection-url.ts'
import { postgresDialect } from './driver.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/start.ts'
import type { Login } from './hosts.ts'
import { listenForChanges } from './listen.ts'
import type { DatabaseLog } from './log.ts'
import { toSecretKeys, type SecretKeys } from '../secrets/secret-keys.ts'
import type { Statement } from './message.ts'
import { createPool, type PoolLimits } from './pool.ts'
import { createProbe } from './probe.ts'
import type { Tables } from './tables.ts'
import { createStatementNames } from './statement-name.ts'
import { createTenantShares, type TenantShares } from './tenant-shares.ts'

/** Which secret key a database was set up with, and whether the server has it. */
export type KeyRecord = {
  /** Throws, without changing anything, when the database was set up with a key that the server does not have. */
  check(owner: Kysely<Tables>): Promise<void>
  /** Records the sealing key in a database that has none recorded. */
  write(owner: Kysely<Tables>): Promise<void>
}

export interface DatabaseSettings {
  /** Portico's data directory; the embedded PostgreSQL lives in it when there is no `databaseUrl`. */
  readonly dataDir: string
  /** DATABASE_URL: the owner of the database, who runs the migrations. */
  readonly databaseUrl?: string | undefined
  /** PORTICO_APP_DATABASE_URL: the login the server works with. Its role is then left alone. */
  readonly appDatabaseUrl?: string | undefined
  /** The keys from which the app role's password is derived. */
  readonly secretKey: SecretKeys | Uint8Array
  /** Checks that the keys fit the database before changing anything in it. */
  readonly keyRecord?: KeyRecord | undefined
  /** Checks that the data directory belongs to the database before changing anything in it. */
  readonly belonging?: Belonging | undefined
  /** PORTICO_LISTEN_DATABASE_URL: where PostgreSQL itself is reached if DATABASE_URL leads to a pooler. */
  readonly listenDatabaseUrl?: string | undefined
  readonly appRole?: string | undefined
  readonly poolSize?: number | undefined
  /** Maximum connections for one tenant's calls; by default two fifths of the pool. */
  readonly tenantPoolSize?: number | undefined
  readonly log: DatabaseLog
}

/** What a transaction waits for: its place among those of its tenant, then a connection of the pool. */
export const waitQueues = ['tenant', 'pool'] as const
export type WaitQueue = (typeof waitQueues)[number]
type Waited = (queue: WaitQueue, seconds: number) => void

export interface Database {
  /** Connected as the app role: row-level security applies. */
  readonly app: Kysely<Tables>
  /** Connected as the owner, for migrations; connects on first use. */
  readonly owner: Kysely<Tables>
  /** The role of `app`, to which migrations grant rights; set by prepareAppRole(). */
  readonly appRole: string
  /** How to connect as the owner, for callers that need a separate connection. */
  ownerConnection(): Login
  /** Limits who may hold a connection; only tenant-scope.ts uses it. */
  readonly tenantShares: TenantShares
  /** A Kysely like `app` whose transactions begin with these statements. Only tenant-scope.ts uses it. */
  openingWith(statements: readonly Statement[]): Kysely<Tables>
  /** Checks the secret key again and enables the app role to log in: the first part of the migration step. */
  prepareAppRole(): Promise<void>
  /** Grants, the record of the secret key, and the note in the data directory: the last part of the migration step. */
  finishMigration(): Promise<void>
  /** Gives the app role the password of the sealing key, if Portico manages the role. */
  renewAppPassword(): Promise<void>
  /** What is committed, here and by other processes, that is held in memory. */
  readonly changes: Changes
  /** Logs in: resolves when the database answers within 2 s; otherwise throws DatabaseUnavailable. Uses no connection of the pool. */
  ready(): Promise<void>
  /** Like ready(), with a new login at most every 5 s. */
  probe(): Promise<void>
  /** Connections of the server's pool, and how many requests wait for one. */
  poolState(): { readonly total: number; readonly idle: number; readonly waiting: number; readonly max: number }
  /** Calls the function after each wait for a connection, including failed waits. */
  watchWaits(waited: Waited): void
  close(): Promise<void>
}

const ownerLimits: PoolLimits = { size: 2, queueMax: 10, waitMaxMs: 10_000, statementMaxMs: 0 }
const databaseName = 'portico'

/**
 * Connects to the database of DATABASE_URL, or starts or joins the embedded PostgreSQL of the data directory.
 * Throws if the server is older than PostgreSQL 15, and DatabaseUnavailable if it cannot be reached.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const place = settings.databaseUrl ? locateServer(settings, settings.databaseUrl) : await startEmbedded(settings)
  try {
    await checkServer(place.maintenance(), place.createIfMissing)
    const database = assemble(settings, place)
    try {
      await settings.belonging?.check(database.owner)
      await settings.keyRecord?.check(database.owner)
      return database
    } catch (error) {
      await database.close()
      throw error
    }
  } catch (error) {
    await place.close()
    throw error
  }
}

interface Place {
  /** The database for the first check: the database itself, or one that always exists. */
  readonly maintenance: () => Login
  readonly createIfMissing: string | undefined
  readonly owner: () => Login
  readonly app: AppPlace
  close(): Promise<void>
}

/** The login the server works with, and the role behind it. */
interface AppPlace {
  readonly role: () => string
  readonly config: () => Login
  prepare(owner: Kysely<Tables>): Promise<void>
  renewPassword(owner: Kysely<Tables>): Promise<void>
  /** After a failed login: finds the current password. False when there is none. */
  findPassword(): Promise<boolean>
}

async function startEmbedded({ dataDir, log }: DatabaseSettings): Promise<Place> {
  const embedded: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir, log })
  const owner = () => embedded.connection('portico', databaseName)
  return {
    maintenance: () => embedded.connection('portico', 'postgres'),
    createIfMissing: databaseName,
    owner,
    app: {
      ...fixedApp(sharedAppRole, () => embedded.connection(sharedAppRole, databaseName)),
      // Peer authentication lets the role in; there is no password.
      prepare: async (db) => {
        const { rows } = await sql`select from pg_catalog.pg_roles where rolname = ${sharedAppRole}`.execute(db)
        if (rows.length > 0) return
        await sql`create role ${sql.id(sharedAppRole)} login nosuperuser nocreatedb nocreaterole noinherit
                  noreplication nobypassrls`.execute(db)
      },
    },
    close: () => embedded.stop(),
  }
}

function locateServer(settings: DatabaseSettings, databaseUrl: string): Place {
  const { appDatabaseUrl } = settings
  const owner = readConnectionUrl(databaseUrl)
  const given = appDatabaseUrl ? readConnectionUrl(appDatabaseUrl) : undefined
  return {
    maintenance: () => owner,
    createIfMissing: undefined,
    owner: () => owner,
    app: given ? fixedApp(given.user ?? sharedAppRole, () => given) : managedApp(settings, owner),
    close: async () => {},
  }
}

/** A login that Portico must not change. */
function fixedApp(role: string, config: () => Login): AppPlace {
  const nothing = async (): Promise<void> => {}
  return { role: () => role, config, prepare: nothing, renewPassword: nothing, findPassword: async () => false }
}

/** The role that Portico creates, with a password derived from the secret key. */
function managedApp({ secretKey, appRole, log }: DatabaseSettings, owner: Login): AppPlace {
  const keys = toSecretKeys(secretKey)
  const name = owner.database ?? ''
  const loginOf = (role: string): AppLogin => ({
    role,
    config: (password) => ({ ...owner, user: role, password }),
    passwords: () => keys.all().map(({ bytes }) => deriveAppPassword(bytes, role, name)),
  })
  const own = loginOf(appRole ?? appRoleOf(name))
  const shared = appRole === undefined ? loginOf(sharedAppRole) : undefined
  let admitted: Admitted | undefined
  let finding: Promise<boolean> | undefined
  const find = async (): Promise<boolean> => {
    keys.refresh()
    const found = (await admittedAs(own)) ?? (shared && (await admittedAs(shared)))
    admitted = found ?? admitted
    return found !== undefined
  }
  const role = (): string => admitted?.role ?? own.role
  return {
    role,
    config: () => ({ ...own.config(admitted?.password ?? own.passwords()[0] ?? ''), user: role() }),
    async prepare(db) {
      admitted = await ensureAppRole(db, own, shared, log)
    },
    async renewPassword(db) {
      const [password = ''] = loginOf(role()).passwords()
      await setAppPassword(db, { role: role(), password })
      admitted = { role: role(), password }
    },
    findPassword: () => (finding ??= find().finally(() => (finding = undefined))),
  }
}

/** The app's login, at the address of PostgreSQL itself. */
function listenConfig({ listenDatabaseUrl }: DatabaseSettings, app: () => Login): () => Login {
  if (!listenDatabaseUrl) return app
  const { user, password, ...place } = readConnectionUrl(listenDatabaseUrl)
  return () => ({ ...app(), ...place, ...(password !== undefined && { user, password }) })
}

function assemble(settings: DatabaseSettings, place: Place): Database {
  const size = settings.poolSize ?? 10
  const limits: PoolLimits = { size, queueMax: size * 50, waitMaxMs: 5_000, statementMaxMs: 10_000, writes: true }
  const tenantLimits = {
    size: Math.min(size, settings.tenantPoolSize || Math.ceil(size * 0.4)),
    queueMax: size * 25,
    waitMaxMs: limits.waitMaxMs,
  }
  const { app } = place
  const appPool = createPool(app.config, limits, settings.log)
  const ownerPool = createPool(place.owner, ownerLimits, settings.log)
  const loginRefused = () => app.findPassword()
  const changes = createChanges((hear) =>
    listenForChanges(listenConfig(settings, app.config), hear, {
      log: settings.log,
      loginRefused,
      notify: async (channel, payload) => void (await sql`select pg_notify(${channel}, ${payload})`.execute(asApp())),
    }),
  )
  const nameOf = createStatementNames()
  let waited: Waited | undefined
  const timed = async <T>(queue: WaitQueue, wait: () => Promise<T>): Promise<T> => {
    if (waited === undefined) return wait()
    const begun = performance.now()
    try {
      return await wait()
    } finally {
      waited(queue, (performance.now() - begun) / 1000)
    }
  }
  const shares = createTenantShares(tenantLimits)
  const asApp = (opening?: readonly Statement[]): Kysely<Tables> =>
    new Kysely({
      dialect: postgresDialect({
        pool: appPool,
        nameOf,
        queueMax: limits.queueMax,
        loginRefused,
        timed: (connect) => timed('pool', connect),
        ...(opening !== undefined && { opening, committed: (told) => changes.committed(told) }),
      }),
    })
  const owner = new Kysely<Tables>({ dialect: postgresDialect({ pool: ownerPool, queueMax: ownerLimits.queueMax }) })
  const probe = createProbe(app.config, { loginRefused })
  let closing: Promise<void> | undefined
  return {
    app: asApp(),
    owner,
    get appRole() {
      return app.role()
    },
    ownerConnection: place.owner,
    tenantShares: { take: (tenantId, asker) => timed('tenant', () => shares.take(tenantId, asker)) },
    openingWith: asApp,
    async prepareAppRole() {
      await settings.keyRecord?.check(owner)
      await app.prepare(owner)
    },
    async finishMigration() {
      await alignGrants(owner, app.role())
      await settings.keyRecord?.write(owner)
      await settings.belonging?.write(owner)
    },
    renewAppPassword: () => app.renewPassword(owner),
    changes,
    ready: () => probe.logIn(),
    probe: () => probe.ask(),
    poolState: () => ({
      total: appPool.totalCount,
      idle: appPool.idleCount,
      waiting: appPool.waitingCount,
      max: size,
    }),
    watchWaits(watcher) {
      waited = watcher
    },
    close: () =>
      (closing ??= Promise.resolve().then(async () => {
        await changes.close()
        await Promise.all([appPool.end(), ownerPool.end(), probe.close()])
        await place.close()
      })),
  }
}
