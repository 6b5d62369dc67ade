import { createHmac } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'

/** The role the server works as: no superuser, not the owner, held by every row-level policy. */
export const defaultAppRole = 'portico_app'

/**
 * The app role's password in one database: HMAC-SHA-256 over role and database name, base64url. Every replica with the
 * same secret key derives the same one, so it is written down nowhere.
 */
export function deriveAppPassword(secretKey: Uint8Array, role: string, database: string): string {
  return createHmac('sha256', secretKey).update(`portico app role\0${role}\0${database}`).digest('base64url')
}

/**
 * Makes the app role, or sets its password, when a login with it fails. `login` is undefined where no password is used
 * (the embedded PostgreSQL). Throws an error that says what to do when the owner may not create roles.
 */
export async function ensureAppRole<T>(
  owner: Kysely<T>,
  role: string,
  login: (pg.ClientConfig & { password: string }) | undefined,
): Promise<void> {
  if (login !== undefined && (await canLogIn(login))) return
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from pg_catalog.pg_roles where rolname = ${role}) as found`.execute(owner)
  const found = rows[0]?.found === true
  if (found && login === undefined) return
  const password = login === undefined ? sql`` : sql` password ${sql.lit(login.password)}`
  const change = found
    ? sql`alter role ${sql.id(role)} login ${password}`
    : sql`create role ${sql.id(role)} login nosuperuser nocreatedb nocreaterole noinherit noreplication nobypassrls ${password}`
  try {
    await change.execute(owner)
  } catch (cause) {
    throw new Error(
      `The role ${role} could not be ${found ? 'given its password' : 'created'}. Let the role in DATABASE_URL create ` +
        `roles, or create one yourself (login, no superuser, no bypassrls) and set PORTICO_APP_DATABASE_URL.`,
      { cause },
    )
  }
  if (login !== undefined && !(await canLogIn(login))) {
    throw new Error(`The role ${role} exists but cannot log in. Look at pg_hba.conf, or set PORTICO_APP_DATABASE_URL.`)
  }
}

/** Whether the server accepts the login; other failures (an unreachable server) are thrown. */
async function canLogIn(login: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...login, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    if (String((error as { code?: string }).code).startsWith('28')) return false
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}
