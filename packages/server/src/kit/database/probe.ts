import type pg from 'pg'
import { withLogin } from './driver.ts'
import { checkWritable, type Login, openClient } from './hosts.ts'
import { classifyError, DatabaseUnavailable } from './unavailable.ts'

const answerMaxMs = 2_000
/** A login costs the server a process and a password check, so all probes within this time share one. */
const loginEveryMs = 5_000

export interface Probe {
  /** Logs in again. */
  logIn(): Promise<void>
  /** Asks on the connection of the last login, and logs in again after 5 s. Concurrent callers share an answer. */
  ask(): Promise<void>
  close(): Promise<void>
}

/**
 * Checks on a separate connection that the database answers and can be written to, so that a full pool does not look like a dead server.
 * Logs in each time: an open connection does not reveal a changed password, a dropped role or a server at its
 * connection limit.
 */
export function createProbe(
  connection: () => Login,
  { now = () => performance.now(), loginRefused }: { now?: () => number; loginRefused?: () => Promise<boolean> } = {},
): Probe {
  let client: pg.Client | undefined
  let failure: unknown
  let loggedInAt = -Infinity
  let asking: Promise<void> | undefined

  const fail = async (error: unknown): Promise<never> => {
    const broken = client
    client = undefined
    failure = classifyError(error)
    void broken?.end().catch(() => {})
    throw failure
  }
  const logIn = async (): Promise<void> => {
    loggedInAt = now()
    const before = client
    try {
      client = await withLogin(() => connect(connection()), loginRefused)
      await checkWritable(client)
    } catch (error) {
      return await fail(error)
    } finally {
      if (before !== client) void before?.end().catch(() => {})
    }
  }
  const ask = async (): Promise<void> => {
    if (now() - loggedInAt >= loginEveryMs) return logIn()
    if (client === undefined) throw failure ?? new DatabaseUnavailable('The database does not answer.')
    await checkWritable(client).catch(fail)
  }
  return {
    logIn,
    ask: () => (asking ??= ask().finally(() => (asking = undefined))),
    close: async () => {
      await asking?.catch(() => {})
      await client?.end().catch(() => {})
    },
  }
}

function connect(login: Login): Promise<pg.Client> {
  return openClient(login, {
    application_name: 'portico readiness',
    connectionTimeoutMillis: answerMaxMs,
    query_timeout: answerMaxMs,
  })
}
