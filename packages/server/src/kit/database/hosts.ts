import pg from 'pg'
import { classifyError, DatabaseReadOnly, DatabaseRefused, DatabaseUnavailable, reasonOf } from './unavailable.ts'

/** libpq's `target_session_attrs`, without the values for programs that only read. */
export const sessionKinds = ['any', 'read-write', 'primary'] as const
export type SessionKind = (typeof sessionKinds)[number]

export interface Host {
  readonly host: string | undefined
  readonly port: number
}

/** How to log in: at one of `hosts`, or at `host` and `port` where there are none. */
export type Login = pg.ClientConfig & { readonly hosts?: Hosts }

/** The servers of one connection URL, of which one has the wanted kind of session. Everything that connects shares what is known of them. */
export interface Hosts {
  readonly wanted: SessionKind
  /** How long each host may take to connect; undefined or 0: as long as the caller waits. */
  readonly connectMaxMs: number | undefined
  /** In the order of the URL, after them those that failed lately. */
  inOrder(): readonly Host[]
  failed(host: Host): void
}

/** A dead host costs every new connection its time-out, so it is tried last for this long (as in PostgreSQL's JDBC driver). */
const lastAfterFailureMs = 10_000

export function createHosts(
  list: readonly Host[],
  {
    wanted,
    connectMaxMs,
    now = () => performance.now(),
  }: Pick<Hosts, 'wanted' | 'connectMaxMs'> & { now?: () => number },
): Hosts {
  const failedAt = new Map<Host, number>()
  const failure = (host: Host): number => {
    const at = failedAt.get(host) ?? -Infinity
    return now() - at < lastAfterFailureMs ? at : -Infinity
  }
  return {
    wanted,
    connectMaxMs,
    inOrder: () => list.toSorted((one, other) => (failure(one) === failure(other) ? 0 : failure(one) - failure(other))),
    failed: (host) => void failedAt.set(host, now()),
  }
}

/**
 * A connection, at the first host that has the wanted kind of session. The time-out of `options` holds for each host. A login that
 * a host refuses is not tried at the others (PostgreSQL manual, "Specifying Multiple Hosts").
 */
export async function openClient({ hosts, ...login }: Login, options: pg.ClientConfig = {}): Promise<pg.Client> {
  if (hosts === undefined) return connect({ ...login, ...options })
  const failures: string[] = []
  let last: unknown
  for (const host of hosts.inOrder()) {
    try {
      return await connect({ ...login, ...options, ...host, ...limitOf(hosts, options) }, hosts.wanted)
    } catch (error) {
      if (!isWorthAnother(error)) throw error
      hosts.failed(host)
      failures.push(`${placeOf(host)} (${reasonOf(error)})`)
      last = error
    }
  }
  if (failures.length === 1) throw last
  throw new DatabaseUnavailable(`None of the database's hosts can be used: ${failures.join(', ')}.`, { cause: last })
}

/** Whether another host may succeed where this one failed. */
export function isWorthAnother(error: unknown): boolean {
  const kind = classifyError(error)
  return kind instanceof DatabaseUnavailable && !(kind instanceof DatabaseRefused)
}

export function limitOf(
  { connectMaxMs }: Hosts,
  { connectionTimeoutMillis: wait = 0 }: pg.ClientConfig,
): pg.ClientConfig {
  const limits = [connectMaxMs ?? 0, wait].filter((ms) => ms > 0)
  return limits.length === 0 ? {} : { connectionTimeoutMillis: Math.min(...limits) }
}

export const placeOf = ({ host, port }: Host): string =>
  host?.includes(':') ? `[${host}]:${port}` : `${host ?? 'localhost'}:${port}`

async function connect(config: pg.ClientConfig, wanted: SessionKind = 'any'): Promise<pg.Client> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  try {
    await client.connect()
    await checkSession(client, wanted)
    return client
  } catch (error) {
    drop(client)
    throw error
  }
}

const questions = { 'read-write': 'show transaction_read_only', primary: 'select pg_is_in_recovery()' }

async function checkSession(client: pg.ClientBase, wanted: SessionKind): Promise<void> {
  if (wanted === 'any') return
  const { rows } = await client.query<[string | boolean]>({ text: questions[wanted], rowMode: 'array' })
  if (rows[0]?.[0] === 'on' || rows[0]?.[0] === true) throw new DatabaseReadOnly()
}

/** Throws DatabaseReadOnly unless the session can write. */
export const checkWritable = (client: pg.ClientBase): Promise<void> => checkSession(client, 'read-write')

/** Ends a connection without waiting: the other side may be silent. */
export function drop(client: pg.Client): void {
  void client.end().catch(() => {})
  const { stream } = (client as unknown as { connection: { stream: { destroySoon?(): void; destroy(): void } } })
    .connection
  setTimeout(() => stream.destroy(), 100).unref()
}
