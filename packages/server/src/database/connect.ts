import { Kysely } from 'kysely'
import pg from 'pg'
import { defaultAppRole, deriveAppPassword, ensureAppRole } from './app-role.ts'
import { checkServer } from './check-server.ts'
import { postgresDialect } from './driver.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/start.ts'
import type { DatabaseLog } from './log.ts'
import { createPool, type PoolLimits } from './pool.ts'
import { createProbe } from './probe.ts'
import type { Tables } from './tables.ts'

export interface DatabaseSettings {
  /** Portico's data directory; the embedded PostgreSQL lives in it when there is no `databaseUrl`. */
  readonly dataDir: string
  /** DATABASE_URL: the owner of the database, who runs the migrations. */
  readonly databaseUrl?: string | undefined
  /** PORTICO_APP_DATABASE_URL: the login the server works with. Its role is then left alone. */
  readonly appDatabaseUrl?: string | undefined
  /** The key from which the app role's password is derived. */
  readonly secretKey: Uint8Array
  readonly appRole?: string | undefined
  readonly poolSize?: number | undefined
  readonly log: DatabaseLog
}

export interface Database {
  /** Works as the app role: row-level security holds. */
  readonly app: Kysely<Tables>
  /** Works as the owner, for migrations; connects on first use. */
  readonly owner: Kysely<Tables>
  /** The role of `app`, to which migrations grant. */
  readonly appRole: string
  /** A Kysely like `app` whose transactions open with this SQL. tenant-scope.ts is its one caller. */
  openingWith(begin: string): Kysely<Tables>
  /** Makes the app role able to log in; part of the migration step. */
  prepareAppRole(): Promise<void>
  /** Resolves when the database answers within 2 s; otherwise throws DatabaseUnavailable. Uses no connection of the pool. */
  ready(): Promise<void>
  close(): Promise<void>
}

const ownerLimits: PoolLimits = { size: 2, queueMax: 10, waitMaxMs: 10_000, statementMaxMs: 0 }
const databaseName = 'portico'

/**
 * Connects to the database of DATABASE_URL, or starts or joins the embedded PostgreSQL of the data directory.
 * Throws when the server is older than PostgreSQL 15, and DatabaseUnavailable when it cannot be reached.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const place = settings.databaseUrl ? locateServer(settings, settings.databaseUrl) : await startEmbedded(settings)
  try {
    await checkServer(place.maintenance(), place.createIfMissing)
    return assemble(settings, place)
  } catch (error) {
    await place.close()
    throw error
  }
}

interface Place {
  /** Where the first look goes; the database itself, or one that always exists. */
  readonly maintenance: () => pg.ClientConfig
  readonly createIfMissing: string | undefined
  readonly owner: () => pg.ClientConfig
  readonly app: () => pg.ClientConfig
  readonly appRole: string
  /** False when the administrator gave the app's login. */
  readonly managesAppRole: boolean
  /** The derived login; undefined where peer authentication lets the role in. */
  readonly appLogin: (pg.ClientConfig & { password: string }) | undefined
  close(): Promise<void>
}

async function startEmbedded({ dataDir, log }: DatabaseSettings): Promise<Place> {
  const embedded: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir, log })
  return {
    maintenance: () => embedded.connection('portico', 'postgres'),
    createIfMissing: databaseName,
    owner: () => embedded.connection('portico', databaseName),
    app: () => embedded.connection(defaultAppRole, databaseName),
    appRole: defaultAppRole,
    managesAppRole: true,
    appLogin: undefined,
    close: () => embedded.stop(),
  }
}

function locateServer({ appDatabaseUrl, secretKey, appRole }: DatabaseSettings, databaseUrl: string): Place {
  const owner = readUrl(databaseUrl)
  const given = appDatabaseUrl ? readUrl(appDatabaseUrl) : undefined
  const role = given?.user ?? appRole ?? defaultAppRole
  const derived = { ...owner, user: role, password: deriveAppPassword(secretKey, role, owner.database ?? '') }
  return {
    maintenance: () => owner,
    createIfMissing: undefined,
    owner: () => owner,
    app: () => given ?? derived,
    appRole: role,
    managesAppRole: given === undefined,
    appLogin: given === undefined ? derived : undefined,
    close: async () => {},
  }
}

/** The URL's parts, so that the app's login can differ in two of them. pg fills the gaps as psql does. */
function readUrl(url: string): pg.ClientConfig {
  const { host, port, user, password, database, ssl } = new pg.Client({ connectionString: url })
  return { host, port, user, password: password ?? undefined, database: database ?? user, ssl }
}

function assemble(settings: DatabaseSettings, place: Place): Database {
  const size = settings.poolSize ?? 10
  const limits: PoolLimits = { size, queueMax: size * 50, waitMaxMs: 5_000, statementMaxMs: 10_000 }
  const appPool = createPool(place.app, limits, settings.log)
  const ownerPool = createPool(place.owner, ownerLimits, settings.log)
  const withPool = (pool: pg.Pool, queueMax: number, begin?: string): Kysely<Tables> =>
    new Kysely<Tables>({
      dialect: postgresDialect(begin === undefined ? { pool, queueMax } : { pool, queueMax, begin }),
    })
  const owner = withPool(ownerPool, ownerLimits.queueMax)
  const probe = createProbe(place.app)
  let closing: Promise<void> | undefined
  return {
    app: withPool(appPool, limits.queueMax),
    owner,
    appRole: place.appRole,
    openingWith: (begin) => withPool(appPool, limits.queueMax, begin),
    prepareAppRole: async () => {
      if (place.managesAppRole) await ensureAppRole(owner, place.appRole, place.appLogin)
    },
    ready: () => probe.ask(),
    close: () =>
      (closing ??= Promise.resolve().then(async () => {
        await Promise.all([appPool.end(), ownerPool.end(), probe.close()])
        await place.close()
      })),
  }
}
