import pg from 'pg'
import { classifyError } from './unavailable.ts'

const answerMaxMs = 2_000

export interface Probe {
  ask(): Promise<void>
  close(): Promise<void>
}

/**
 * Asks the database whether it is there, on a connection of its own, so that a full pool does not look like a dead
 * server. Questions asked at once share one answer.
 */
export function createProbe(connection: () => pg.ClientConfig): Probe {
  let client: Promise<pg.Client> | undefined
  let asking: Promise<void> | undefined

  const ask = async (): Promise<void> => {
    try {
      client ??= connect(connection())
      await (await client).query('select 1')
    } catch (error) {
      const broken = client
      client = undefined
      broken?.then((it) => it.end()).catch(() => {})
      throw classifyError(error)
    }
  }
  return {
    ask: () => (asking ??= ask().finally(() => (asking = undefined))),
    close: async () => {
      await asking?.catch(() => {})
      await client?.then((it) => it.end()).catch(() => {})
    },
  }
}

async function connect(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({
    ...config,
    application_name: 'portico readiness',
    connectionTimeoutMillis: answerMaxMs,
    query_timeout: answerMaxMs,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}
