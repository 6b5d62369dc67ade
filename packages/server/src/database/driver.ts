import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { everything, type Change } from './changes.ts'
import { statementName } from './statement-name.ts'
import { breaksConnection, classifyError, DatabaseBusy } from './unavailable.ts'

/** Maximum statements prepared on one connection before it is replaced, which bounds the server's memory. */
const preparedMax = 300

export interface DialectSettings {
  readonly pool: pg.Pool
  readonly queueMax: number
  /** Opens a transaction; other statements may follow `begin` in the same message. */
  readonly begin?: string
  /** Called when the server rejects the login: true to try once more. */
  readonly loginRefused?: () => Promise<boolean>
  /** Called after each commit with what it changed (changes.ts), and before its promise resolves. */
  readonly committed?: (changes: readonly Change[]) => void
}

/**
 * Kysely's PostgreSQL dialect with our driver: parameterised statements are named, a lost database becomes
 * DatabaseUnavailable, and a connection in doubt is closed instead of going back to the pool.
 */
export function postgresDialect(settings: DialectSettings): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => createDriver(settings),
  }
}

function createDriver({ pool, queueMax, begin = 'begin', loginRefused, committed }: DialectSettings): Driver {
  return {
    init: async () => {},
    destroy: async () => {},
    async acquireConnection() {
      if (pool.waitingCount >= queueMax) throw new DatabaseBusy('Too many requests wait for a database connection.')
      try {
        return new Connection(await withLogin(() => pool.connect(), loginRefused))
      } catch (error) {
        throw classifyError(error)
      }
    },
    async beginTransaction(connection, settings) {
      await run(connection, begin + characteristics(settings))
    },
    async commitTransaction(connection) {
      if (committed === undefined) return run(connection, 'commit')
      try {
        committed(await (connection as Connection).commitTelling())
      } catch (error) {
        // The commit may have taken place without its answer.
        committed([everything])
        throw error
      }
    },
    async rollbackTransaction(connection) {
      // A broken connection has nothing to roll back; the caller should see the first error.
      if (!(connection as Connection).broken) await run(connection, 'rollback')
    },
    async releaseConnection(connection) {
      ;(connection as Connection).release()
    },
    savepoint: (connection, name) => run(connection, `savepoint ${quote(name)}`),
    rollbackToSavepoint: (connection, name) => run(connection, `rollback to ${quote(name)}`),
    releaseSavepoint: (connection, name) => run(connection, `release ${quote(name)}`),
  }
}

/** Tries again after a rejected login (SQLSTATE class 28) if `refused` finds another password: it changes with the secret key. */
export async function withLogin<T>(connect: () => Promise<T>, refused?: () => Promise<boolean>): Promise<T> {
  try {
    return await connect()
  } catch (error) {
    const { code, cause } = error as { code?: string; cause?: { code?: string } }
    if (refused === undefined || !(code ?? cause?.code ?? '').startsWith('28') || !(await refused())) throw error
    return connect()
  }
}

const prepared = Symbol('names of statements prepared on a connection')
type Client = pg.PoolClient & { [prepared]?: Set<string> }

class Connection implements DatabaseConnection {
  readonly #client: Client
  readonly #names: Set<string>
  broken = false

  constructor(client: Client) {
    this.#client = client
    this.#names = client[prepared] ??= new Set()
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const name = statementName(sql, parameters)
    if (name !== undefined) this.#names.add(name)
    try {
      const values = [...parameters]
      const result = await this.#client.query<pg.QueryResultRow>(
        name === undefined ? { text: sql, values } : { name, text: sql, values },
      )
      return toResult<R>(result)
    } catch (error) {
      this.broken ||= breaksConnection(error)
      throw classifyError(error)
    }
  }

  /** Commits, and answers what the triggers of migration 0043 told in this transaction, in the same message. */
  async commitTelling(): Promise<readonly Change[]> {
    try {
      const answers = await this.#client.query("select current_setting('portico.told', true) as told; commit")
      const [{ rows }] = answers as unknown as [pg.QueryResult<{ told: string | null }>]
      return rows[0]?.told?.split(' ').filter((change) => change !== '') ?? []
    } catch (error) {
      this.broken ||= breaksConnection(error)
      throw classifyError(error)
    }
  }

  // eslint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported: page through large results.')
  }

  release(): void {
    this.#client.release(this.broken || this.#names.size > preparedMax)
  }
}

const countedCommands = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

function toResult<R>({ command, rowCount, rows }: pg.QueryResult): QueryResult<R> {
  const result = { rows: (rows ?? []) as R[] }
  return countedCommands.has(command) ? { ...result, numAffectedRows: BigInt(rowCount ?? 0) } : result
}

async function run(connection: DatabaseConnection, sql: string): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw(sql))
}

function characteristics({ isolationLevel, accessMode }: TransactionSettings): string {
  const isolation = isolationLevel ? `; set transaction isolation level ${isolationLevel}` : ''
  return isolation + (accessMode ? `; set transaction ${accessMode}` : '')
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
