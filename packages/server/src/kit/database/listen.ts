import { randomUUID } from 'node:crypto'

import type pg from 'pg'

import { everything, type Change, type Listening } from './changes.ts'
import { withLogin } from './driver.ts'
import { drop, type Login, openClient } from './hosts.ts'
import type { DatabaseLog } from './log.ts'

/** The channel on which the triggers of the schema notify. */
const channel = 'portico_changes'

/** The channel of {@link prove}, so that processes do not wake each other. */
const proofChannel = 'portico_listening'

/** How often the connection is asked whether it still hears, and how long an answer may take. */
const askEveryMs = 1_000
const answerMaxMs = 2_000
/** After a lost connection; one that cannot hear, because of where it leads, is tried less often. */
const retryAfterMs = 500
const retryDeafMs = 30_000

type Needs = {
  readonly log: DatabaseLog
  readonly loginRefused?: () => Promise<boolean>
  readonly notify: (channel: string, payload: string) => Promise<void>
}

/**
 * Hears the changes of other processes by LISTEN, on a connection that is used for nothing else. The server sends
 * notifications before the answer to a later statement, so each answered question proves that everything committed before
 * it was asked has arrived, and a connection that is cut or silent proves nothing. A new connection may have missed any
 * change, so it begins with `everything`. It counts only after a notification that `notify` sends over the connections on which
 * changes are made has arrived: an address may lead to another database, which answers every question.
 */
export function listenForChanges(
  connection: () => Login,
  hear: (changes: readonly Change[]) => void,
  { log, loginRefused, notify }: Needs,
): Listening {
  let client: pg.Client | undefined
  let completeTo = -Infinity
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let isReported = false
  let asking: Promise<void> = Promise.resolve()
  let working: Promise<void> = work()

  async function work(): Promise<void> {
    let waitMs = askEveryMs
    try {
      if (client === undefined) await begin()
      else await ask()
    } catch (error) {
      lose()
      waitMs = error instanceof Deaf ? retryDeafMs : retryAfterMs
      report(error)
    }
    if (closed) return
    timer = setTimeout(() => {
      working = work()
    }, waitMs)
    timer.unref()
  }

  async function begin(): Promise<void> {
    const opened = await withLogin(() => connect(connection()), loginRefused)
    try {
      const { rows } = await opened.query<{ pid: number }>('select pg_backend_pid() as pid')
      if (rows[0]?.pid !== (opened as unknown as { processID: number }).processID) throw new Deaf(indirect)
      opened.on('notification', ({ channel: on, payload = everything }) => on === channel && hear([payload]))
      opened.on('end', () => opened === client && lose())
      const askedAt = performance.now()
      await opened.query(`listen ${channel}`)
      await prove(opened, notify)
      client = opened
      hear([everything])
      completeTo = askedAt
      isReported = false
    } catch (error) {
      drop(opened)
      throw error
    }
  }

  /** One question after the other; each caller's is asked after the call. */
  function ask(): Promise<void> {
    const next = async (): Promise<void> => {
      const asked = client
      if (asked === undefined) throw new Error('Notifications of other processes are not received.')
      const askedAt = performance.now()
      await asked.query("select 'still listening'")
      if (asked === client) completeTo = askedAt
    }
    return (asking = asking.then(next, next))
  }

  function lose(): void {
    completeTo = -Infinity
    hear([everything])
    if (client !== undefined) drop(client)
    client = undefined
  }

  function report(error: unknown): void {
    if (isReported || closed) return
    isReported = true
    log.warn(
      { err: error },
      'notifications of other processes are not received; sessions and roles are cached for at most 4.5 s',
    )
  }

  return {
    completeTo: () => completeTo,
    async catchUp() {
      if (client === undefined) await retry()
      await ask()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      const open = client
      client = undefined
      completeTo = -Infinity
      if (open !== undefined) drop(open)
      await working.catch(() => {})
      if (client !== undefined) drop(client)
    },
  }

  async function retry(): Promise<void> {
    await working
    if (client !== undefined || closed) return
    clearTimeout(timer)
    working = work()
    await working
  }
}

/** The connection answers, but notifications do not reach it. */
class Deaf extends Error {}

/** A pooler such as PgBouncer names its own process: notifications would get lost in it. */
const indirect =
  'A connection pooler is between Portico and PostgreSQL. Set PORTICO_LISTEN_DATABASE_URL to an address of PostgreSQL itself.'
const elsewhere =
  'A notification that was sent to the database did not arrive. PORTICO_LISTEN_DATABASE_URL leads to another database than DATABASE_URL.'

/** Throws Deaf unless a notification of the database itself arrives in time. */
async function prove(client: pg.Client, notify: Needs['notify']): Promise<void> {
  await client.query(`listen ${proofChannel}`)
  const payload = randomUUID()
  let timer: NodeJS.Timeout | undefined
  let onNotification: ((told: pg.Notification) => void) | undefined
  const arrived = new Promise<void>((resolve, reject) => {
    onNotification = (told) => told.channel === proofChannel && told.payload === payload && resolve()
    client.on('notification', onNotification)
    client.once('end', () => reject(new Error('The connection ended.')))
    timer = setTimeout(() => reject(new Deaf(elsewhere)), answerMaxMs)
  })
  try {
    await Promise.all([arrived, notify(proofChannel, payload)])
  } finally {
    clearTimeout(timer)
    if (onNotification !== undefined) client.off('notification', onNotification)
  }
  await client.query(`unlisten ${proofChannel}`)
}

function connect(login: Login): Promise<pg.Client> {
  return openClient(login, {
    application_name: 'portico changes',
    connectionTimeoutMillis: answerMaxMs,
    query_timeout: answerMaxMs,
    keepAlive: true,
  })
}
