import pg from 'pg'
import type { DatabaseLog } from './log.ts'
import { valueTypes } from './value-types.ts'

export interface PoolLimits {
  /** Maximum connections. */
  readonly size: number
  /** Maximum requests that wait for a connection; more are rejected immediately. */
  readonly queueMax: number
  /** Maximum wait for a connection, ms. */
  readonly waitMaxMs: number
  /** Maximum duration of one statement on the server, ms; 0 is unlimited. */
  readonly statementMaxMs: number
}

/** The server ends an idle transaction after this time. */
const idleInTransactionMaxMs = 30_000
/** The client gives up a little after the server should have, in case the network lost the answer. */
const answerSlackMs = 2_000

/**
 * A pool whose connections have our limits set, and whose broken connections are logged and replaced. `connection` is
 * called for each new one: the login may change during the life of the pool.
 */
export function createPool(connection: () => pg.ClientConfig, limits: PoolLimits, log: DatabaseLog): pg.Pool {
  const pool = new pg.Pool({
    // pg passes its own options through; its types leave them out.
    Client: class extends pg.Client {
      constructor(options?: pg.ClientConfig) {
        super({ ...options, ...connection() })
      }
    },
    max: limits.size,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: limits.waitMaxMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: valueTypes,
    application_name: 'portico',
    query_timeout: limits.statementMaxMs === 0 ? 0 : limits.statementMaxMs + answerSlackMs,
    // Not as startup parameters: PgBouncer refuses those. The pool awaits the promise, its types do not say so.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: async (client) => {
      await client.query(
        `set statement_timeout = ${limits.statementMaxMs}; ` +
          `set idle_in_transaction_session_timeout = ${idleInTransactionMaxMs}; set timezone = 'UTC'`,
      )
    },
  })
  const report = (error: Error): void => log.warn({ err: error }, 'a database connection broke')
  pool.on('error', report)
  // The pool does not listen for errors of a checked-out connection, and an unhandled error ends the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
