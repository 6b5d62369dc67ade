import type pg from 'pg'
import { type Login, openClient, placeOf } from './hosts.ts'
import { classifyError, DatabaseRefused, DatabaseUnavailable, isTlsFault, reasonOf } from './unavailable.ts'

const versionMin = 15

/** Throws unless the server is PostgreSQL 15 or newer; makes the database `create` when it is named and missing. */
export async function checkServer(connection: Login, create: string | undefined): Promise<void> {
  const client = await openClient(connection, { connectionTimeoutMillis: 10_000 }).catch((error: unknown) => {
    throw explained(classifyError(error), connection)
  })
  try {
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
    throw explained(classifyError(error), connection)
  } finally {
    await client.end().catch(() => {})
  }
}

/** With the place, so that an operator sees a mistake in DATABASE_URL; never with the password. */
function explained(error: unknown, { hosts, host, port = 5432, user, database }: Login): unknown {
  if (!(error instanceof DatabaseUnavailable)) return error
  const places = hosts?.inOrder() ?? [{ host, port }]
  const place = places.map(placeOf).join(', ')
  if (error instanceof DatabaseRefused)
    return new DatabaseRefused(
      `PostgreSQL at ${place} refuses ${user} for the database ${database} (${reasonOf(error)}). Check DATABASE_URL.`,
      { cause: error },
    )
  if (places.length > 1) return error
  if (isTlsFault(error.cause))
    return new DatabaseUnavailable(
      `The TLS connection to PostgreSQL at ${place} failed (${reasonOf(error)}). Check sslmode and sslrootcert in DATABASE_URL, and the certificate of the server.`,
      { cause: error },
    )
  return new DatabaseUnavailable(`PostgreSQL at ${place} does not answer (${reasonOf(error)}).`, { cause: error })
}

async function createDatabase(client: pg.Client, name: string): Promise<void> {
  try {
    await client.query(`create database ${client.escapeIdentifier(name)}`)
  } catch (error) {
    // Another process that starts at the same moment was faster.
    if (!['42P04', '23505'].includes(String((error as { code?: string }).code))) throw error
  }
}
