import pg from 'pg'
import { checkWritable, type Host, type Hosts, isWorthAnother, limitOf, type Login } from './hosts.ts'
import type { DatabaseLog } from './log.ts'
import { reasonOf } from './unavailable.ts'
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
  /** Maximum life of a connection, ms; by default half an hour. */
  readonly lifeMaxMs?: number
  /** Whether sessions that only read are refused. */
  readonly writes?: boolean
}

/** The server ends an idle transaction after this time. */
const idleInTransactionMaxMs = 30_000
/** The client gives up a little after the server should have, in case the network lost the answer. */
const answerSlackMs = 2_000
const lifeMaxMs = 30 * 60_000

export interface Pool extends pg.Pool {
  /** Replaces every connection that is open now, each after its transaction: its server is the wrong one. */
  renew(): void
}

/** What the pool knows of one of its connections. */
type Born = { readonly atMs: number; readonly endsAtMs: number }

/**
 * A pool whose connections have our limits set, and whose broken connections are logged and replaced. `connection` is
 * called for each new one: the login may change during the life of the pool.
 */
export function createPool(connection: () => Login, limits: PoolLimits, log: DatabaseLog): Pool {
  const born = new WeakMap<pg.PoolClient, Born>()
  let renewedAtMs = -Infinity

  /** One connection to one host: the next in order, which the pool's next attempt finds changed if this one fails. */
  class HostClient extends pg.Client {
    readonly #hosts: Hosts | undefined
    readonly #host: Host | undefined
    constructor(options?: pg.ClientConfig) {
      const { hosts, ...login } = connection()
      const [host] = hosts?.inOrder() ?? []
      super({ ...options, ...login, ...host, ...(hosts && limitOf(hosts, options ?? {})) })
      this.#hosts = hosts
      this.#host = host
    }
    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): void | Promise<pg.Client> {
      if (callback === undefined) return super.connect()
      super.connect((error: Error) => {
        if (error) this.failed(error)
        callback(error)
      })
    }
    failed(error: unknown): void {
      if (this.#host !== undefined && isWorthAnother(error)) this.#hosts?.failed(this.#host)
    }
  }

  class FreshPool extends pg.Pool implements Pool {
    override connect(): Promise<pg.PoolClient>
    override connect(callback: Parameters<pg.Pool['connect']>[0]): void
    override connect(callback?: Parameters<pg.Pool['connect']>[0]): void | Promise<pg.PoolClient> {
      return callback === undefined ? this.#take() : super.connect(callback)
    }

    /** A connection that may still be used, made at each host once. */
    async #take(): Promise<pg.PoolClient> {
      const begunAtMs = performance.now()
      const hosts = connection().hosts?.inOrder().length ?? 1
      for (let failures = 0; ;) {
        try {
          const client = await super.connect()
          if (isFresh(born.get(client), renewedAtMs)) return client
          client.release(true)
        } catch (error) {
          failures += 1
          const isLate = performance.now() - begunAtMs >= limits.waitMaxMs
          if (failures >= hosts || isLate || !isWorthAnother(error)) throw error
        }
      }
    }

    renew(): void {
      renewedAtMs = performance.now()
    }
  }

  const pool = new FreshPool({
    // pg passes its own options through; its types leave them out.
    Client: HostClient,
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
      const atMs = performance.now()
      born.set(client as pg.PoolClient, { atMs, endsAtMs: atMs + lifeOf(limits.lifeMaxMs ?? lifeMaxMs) })
      await client.query(
        `set statement_timeout = ${limits.statementMaxMs}; ` +
          `set idle_in_transaction_session_timeout = ${idleInTransactionMaxMs}; set timezone = 'UTC'`,
      )
      try {
        if (limits.writes) await checkWritable(client)
      } catch (error) {
        ;(client as unknown as HostClient).failed(error)
        throw error
      }
    },
  })
  pool.on('error', (error) => log.warn({ reason: reasonOf(error) }, 'a database connection broke'))
  // The pool does not listen for errors of a checked-out connection, and an unhandled error ends the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Between half of the maximum and all of it, so that connections which were made together do not end together. */
export function lifeOf(maxMs: number, random = Math.random()): number {
  return maxMs * (1 - random / 2)
}

function isFresh(born: Born | undefined, renewedAtMs: number): boolean {
  return born !== undefined && born.atMs > renewedAtMs && performance.now() < born.endsAtMs
}
