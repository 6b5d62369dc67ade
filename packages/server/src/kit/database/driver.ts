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
import { sending, type Sending, type SentQuery } from './later.ts'
import { type Prepared, sendMessage, type Statement } from './message.ts'
import type { Pool } from './pool.ts'
import { createStatementNames, type StatementNames } from './statement-name.ts'
import { statementSpan } from './statement-span.ts'
import { repeated } from './repeat.ts'
import { errorType } from '../tracing/spans.ts'
import { breaksConnection, classifyError, DatabaseBusy, DatabaseReadOnly } from './unavailable.ts'

/** Maximum statements prepared on one connection before it is replaced, which bounds the server's memory. */
const preparedMax = 300

export interface DialectSettings {
  readonly pool: pg.Pool & Partial<Pick<Pool, 'renew'>>
  /** Shared by all who use the pool. */
  readonly nameOf?: StatementNames
  readonly queueMax: number
  /** Statements that follow `begin` in the same message. */
  readonly opening?: readonly Statement[]
  /** Called when the server rejects the login: true to try again. */
  readonly loginRefused?: () => Promise<boolean>
  /** Runs what waits for a connection. */
  readonly timed?: <T>(connect: () => Promise<T>) => Promise<T>
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

function createDriver(settings: DialectSettings): Driver {
  const { pool, queueMax, opening = [], loginRefused, committed, nameOf = createStatementNames() } = settings
  const { timed = (connect) => connect() } = settings
  return {
    init: async () => {},
    destroy: async () => {},
    async acquireConnection() {
      if (pool.waitingCount >= queueMax) throw new DatabaseBusy('Too many requests wait for a database connection.')
      try {
        const client = await timed(() => withLogin(() => pool.connect(), loginRefused))
        return new Connection(client, { nameOf, committed, isReadOnly: () => pool.renew?.() })
      } catch (error) {
        throw classifyError(error)
      }
    },
    async beginTransaction(connection, settings) {
      ;(connection as Connection).begin([beginWith(settings), ...opening])
    },
    async commitTransaction(connection) {
      await (connection as Connection).commit()
    },
    async rollbackTransaction(connection) {
      await (connection as Connection).rollback()
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

const statements = Symbol('statements prepared on a connection')
type Client = pg.PoolClient & { [statements]?: Prepared }

const named = (sql: string, name: string): Statement => ({ sql, parameters: [], name, isSilent: true })
const commit = named('commit', 'p_commit')
const rollback = named('rollback', 'p_rollback')
/** What the triggers of the schema told in this transaction. */
const told: Statement = {
  sql: "select current_setting('portico.told', true) as told",
  parameters: [],
  name: 'p_told',
}

type Waiting = { readonly statement: Statement; readonly how: Extract<Sending, { kind: 'later' }> }

class Connection implements DatabaseConnection {
  readonly #client: Client
  readonly #prepared: Prepared
  readonly #committed: DialectSettings['committed']
  readonly #isReadOnly: () => void
  /** What begins the transaction, until its first statement is sent. */
  #opening: readonly Statement[] = []
  /** Sent with the next statement. */
  #waiting: readonly Waiting[] = []
  /** The last statement was sent with the commit. */
  #isOver = false
  broken = false

  constructor(
    client: Client,
    {
      nameOf,
      committed,
      isReadOnly,
    }: { nameOf: StatementNames; committed: DialectSettings['committed']; isReadOnly: () => void },
  ) {
    this.#client = client
    this.#committed = committed
    this.#isReadOnly = isReadOnly
    this.#prepared = client[statements] ??= { nameOf, names: new Set(), doubtful: new Set() }
  }

  /** A statement outside a transaction is rolled back by itself, so it can be repeated. */
  executeQuery<R>(query: SentQuery): Promise<QueryResult<R>> {
    const isOutside = this.#opening.length === 0 && this.#client.getTransactionStatus() === 'I'
    return isOutside ? repeated(() => this.#execute(query)) : this.#execute(query)
  }

  async #execute<R>({ sql, parameters, [sending]: how }: SentQuery): Promise<QueryResult<R>> {
    const statement = { sql, parameters }
    if (how?.kind === 'later') {
      this.#waiting = [...this.#waiting, { statement, how }]
      return { rows: [] }
    }
    if (how?.kind === 'last') return toResult<R>((await this.#finish(statement)) as pg.QueryResult)
    const isWaiting = this.#opening.length + this.#waiting.length > 0
    if (how?.kind === 'now') {
      if (isWaiting) await this.#send()
      return { rows: [] }
    }
    if (parameters.length > 0 || (isWaiting && !sql.includes(';')))
      return toResult<R>((await this.#send(statement))[0] as pg.QueryResult)
    // Perhaps several statements, which only a message of their own can hold.
    if (isWaiting) await this.#send()
    return toResult<R>(await this.#guarded([statement], () => this.#client.query<pg.QueryResultRow>(sql)))
  }

  /** Goes along with the first statement of the transaction. */
  begin(opening: readonly Statement[]): void {
    this.#opening = opening
    this.#isOver = false
  }

  /** A transaction without statements sends none. */
  async commit(): Promise<void> {
    if (this.#isOver) this.#isOver = false
    else if (this.#opening.length > 0 && this.#waiting.length === 0) this.#opening = []
    else await this.#finish()
  }

  /** Commits, with a last statement, whose result it answers, and passes on what the transaction told. */
  async #finish(...last: readonly Statement[]): Promise<pg.QueryResult | undefined> {
    const end = this.#committed === undefined ? [commit] : [told, commit]
    try {
      const results = await this.#send(...last, ...end)
      this.#isOver = last.length > 0
      this.#committed?.(changesIn(results[last.length]))
      return results[0]
    } catch (error) {
      // The commit may have taken place without its answer.
      this.#committed?.([everything])
      throw error
    }
  }

  /** A broken connection has nothing to roll back; the caller should see the first error. */
  async rollback(): Promise<void> {
    const isOpen = this.#opening.length === 0 && !this.#isOver
    this.#isOver = false
    this.#opening = []
    for (const { how } of this.#waiting) how.fail(new Error('The transaction was rolled back.'))
    this.#waiting = []
    if (isOpen && !this.broken) await this.#send(rollback)
  }

  /** The results of `last`, sent with all that waits. */
  async #send(...last: readonly Statement[]): Promise<pg.QueryResult[]> {
    if (this.#isOver) throw new Error('The transaction was committed with its last statement.')
    const [opening, waiting] = [this.#opening, this.#waiting]
    this.#opening = []
    this.#waiting = []
    const message = [...opening, ...waiting.map(({ statement }) => statement), ...last]
    try {
      const results = await this.#guarded(message, () => sendMessage(this.#client, message, this.#prepared))
      const [first, after] = [opening.length, opening.length + waiting.length]
      waiting.forEach(({ how }, at) => how.settle(toResult(results[first + at] as pg.QueryResult)))
      return results.slice(after)
    } catch (error) {
      for (const { how } of waiting) how.fail(error)
      throw error
    }
  }

  async #guarded<T>(message: readonly Statement[], send: () => Promise<T>): Promise<T> {
    const span = statementSpan(message, this.#prepared.nameOf)
    try {
      return await send()
    } catch (error) {
      span?.failed(errorType(error))
      this.broken ||= breaksConnection(error)
      const kind = classifyError(error)
      if (kind instanceof DatabaseReadOnly) this.#isReadOnly()
      throw kind
    } finally {
      span?.end()
    }
  }

  // eslint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported: page through large results.')
  }

  release(): void {
    const { names, doubtful } = this.#prepared
    this.#client.release(this.broken || names.size + doubtful.size > preparedMax)
  }
}

function changesIn(result: pg.QueryResult | undefined): readonly Change[] {
  const [row] = (result?.rows ?? []) as { told?: string | null }[]
  return row?.told?.split(' ').filter((change) => change !== '') ?? []
}

const countedCommands = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

function toResult<R>({ command, rowCount, rows }: pg.QueryResult): QueryResult<R> {
  const result = { rows: (rows ?? []) as R[] }
  return countedCommands.has(command) ? { ...result, numAffectedRows: BigInt(rowCount ?? 0) } : result
}

async function run(connection: DatabaseConnection, sql: string): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw(sql))
}

function beginWith({ isolationLevel, accessMode }: TransactionSettings): Statement {
  const mode = [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' ')
  return named(`begin ${mode}`.trim(), `p_begin ${mode}`.trim())
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
