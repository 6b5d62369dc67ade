import pg from 'pg'
import { classifyError } from './unavailable.ts'

const versionMin = 15

/** Throws unless the server is PostgreSQL 15 or newer; makes the database `create` when it is named and missing. */
export async function checkServer(connection: pg.ClientConfig, create: string | undefined): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ number: string; found: boolean }>(
      `select current_setting('server_version_num') as number,
              exists (select from pg_catalog.pg_database where datname = $1) as found`,
      [create ?? ''],
    )
    const major = Math.floor(Number(rows[0]?.number) / 10_000)
    if (major < versionMin) {
      throw new Error(
        `Portico needs PostgreSQL ${versionMin} or newer; the server of DATABASE_URL is version ${major}.`,
      )
    }
    if (create !== undefined && rows[0]?.found !== true) await createDatabase(client, create)
  } catch (error) {
    throw classifyError(error)
  } finally {
    await client.end().catch(() => {})
  }
}

async function createDatabase(client: pg.Client, name: string): Promise<void> {
  try {
    await client.query(`create database ${client.escapeIdentifier(name)}`)
  } catch (error) {
    // Another process that starts at the same moment was faster.
    if (!['42P04', '23505'].includes(String((error as { code?: string }).code))) throw error
  }
}
