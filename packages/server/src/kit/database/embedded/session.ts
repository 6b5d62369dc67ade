import pg from 'pg'
import { readPostmasterFile } from './postmaster-file.ts'

/** Each process that uses the postmaster holds this lock shared; the one that gets it exclusively may stop it. */
const presenceLock = 7_067_842

/** One process's presence on a running postmaster: a connection that holds the lock. */
export interface Session {
  readonly client: pg.Client
  readonly socketFolder: string
  readonly port: number
}

/** `closed`: nothing listens. `busy`: it listens but accepts no connection yet (starting, stopping, full). */
export type Entry = Session | 'busy' | 'closed'

/** Joins the postmaster of a data folder if it runs. Throws if it runs and rejects this user. */
export async function enter(data: string): Promise<Entry> {
  const file = await readPostmasterFile(data)
  if (file === undefined) return 'closed'
  const client = new pg.Client(administration(file.socketFolder, file.port))
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ present: boolean }>(
      `select pg_try_advisory_lock_shared(${presenceLock}) as present`,
    )
    // The lock is unavailable for the moment in which the last user stops the postmaster.
    if (rows[0]?.present) return { client, socketFolder: file.socketFolder, port: file.port }
    await client.end()
    return 'busy'
  } catch (error) {
    client.end().catch(() => {})
    return explain(error as NodeJS.ErrnoException, data)
  }
}

/** Gives up the presence. Returns true when no other process is present; none can join after that. */
export async function leave({ client }: Session): Promise<boolean> {
  await client.query(`select pg_advisory_unlock_shared(${presenceLock})`)
  const { rows } = await client.query<{ alone: boolean }>(`select pg_try_advisory_lock(${presenceLock}) as alone`)
  return rows[0]?.alone === true
}

function administration(host: string, port: number): pg.ClientConfig {
  return {
    host,
    port,
    user: 'portico',
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
  }
}

function explain(error: NodeJS.ErrnoException, data: string): 'busy' | 'closed' {
  const code = error.code ?? ''
  if (['ENOENT', 'ECONNREFUSED', 'ENOTDIR'].includes(code)) return 'closed'
  if (code === 'EACCES' || code.startsWith('28')) {
    throw new Error(`PostgreSQL runs in ${data} under another account and does not admit this one.`, { cause: error })
  }
  return 'busy'
}
