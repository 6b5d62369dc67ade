import { createHash, createHmac } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { usedElsewhere } from './app-role-use.ts'
import { type Login, openClient } from './hosts.ts'
import type { DatabaseLog } from './log.ts'

/** The role of the embedded PostgreSQL, and of every database from before per-database roles. */
export const sharedAppRole = 'portico_app'

const nameBytesMax = 63

/** The default role of the server in a database. The name includes the database, because roles belong to the cluster. */
export function appRoleOf(database: string): string {
  const name = `${sharedAppRole}_${database}`
  if (Buffer.byteLength(name) <= nameBytesMax) return name
  return `${sharedAppRole}_${createHash('sha256').update(database).digest('hex').slice(0, 32)}`
}

/**
 * The app role's password in one database: HMAC-SHA-256 over role and database name, base64url. Every replica with the
 * same secret key derives the same one, so it is stored nowhere.
 */
export function deriveAppPassword(secretKey: Uint8Array, role: string, database: string): string {
  return createHmac('sha256', secretKey).update(`portico app role\0${role}\0${database}`).digest('base64url')
}

/** The login of one role. Its password is derived from one of the accepted secret keys. */
export interface AppLogin {
  readonly role: string
  config(password: string): Login
  /** One for each accepted secret key, the sealing one first. */
  passwords(): string[]
}

/** The role that is used and its password. */
export type Admitted = { readonly role: string; readonly password: string }

/** The first password with which the login works; undefined if the server rejects all of them. */
export async function admittedAs(login: AppLogin): Promise<Admitted | undefined> {
  for (const password of new Set(login.passwords())) {
    if (await canLogIn(login.config(password))) return { role: login.role, password }
  }
  return undefined
}

/**
 * Creates the app role, or sets its password when login fails. When the owner cannot create roles, a database that was
 * set up with the shared role keeps it (`shared`). Throws an error that says what to do, without changing anything, for
 * a role of another database or a role with more rights than the server should have.
 */
export async function ensureAppRole<T>(
  owner: Kysely<T>,
  login: AppLogin,
  shared: AppLogin | undefined,
  log: DatabaseLog,
): Promise<Admitted> {
  const admitted = await admittedAs(login)
  if (admitted !== undefined) return admitted
  const found = await checkRole(owner, login.role)
  try {
    await createOrAlter(owner, login.role, found, login.passwords()[0] ?? '')
  } catch (cause) {
    const old = shared && (await admittedAs(shared))
    if (old === undefined) throw cannotMake(login.role, found, cause)
    log.warn({ role: old.role }, `the role ${login.role} could not be made; ${old.role} is used as before`)
    return old
  }
  const made = await admittedAs(login)
  if (made === undefined) {
    throw new Error(
      `The role ${login.role} exists but cannot log in. Look at pg_hba.conf, or set PORTICO_APP_DATABASE_URL.`,
    )
  }
  return made
}

/** Whether the role exists. Throws when it is not one that Portico may change. */
async function checkRole<T>(owner: Kysely<T>, role: string): Promise<boolean> {
  const { rows } = await sql<{ wide: boolean; own: boolean }>`
    select rolsuper or rolbypassrls as wide, rolname = current_user as own
      from pg_catalog.pg_roles where rolname = ${role}`.execute(owner)
  const [row] = rows
  if (row === undefined) return false
  if (row.own || row.wide) {
    throw new Error(
      `The role ${role} cannot be the one the server works as: it ${row.own ? 'owns the database' : 'can pass row-level security'}. ` +
        'Set PORTICO_APP_ROLE to another name.',
    )
  }
  if (await usedElsewhere(owner, role)) {
    throw new Error(
      `The role ${role} belongs to another database of this PostgreSQL cluster, whose server would lose its password. ` +
        'Nothing was changed. Set PORTICO_APP_ROLE to another name.',
    )
  }
  return true
}

async function createOrAlter<T>(owner: Kysely<T>, role: string, found: boolean, password: string): Promise<void> {
  const options = sql`login password ${sql.lit(password)}`
  const change = found
    ? sql`alter role ${sql.id(role)} ${options}`
    : sql`create role ${sql.id(role)} nosuperuser nocreatedb nocreaterole noinherit noreplication nobypassrls ${options}`
  await change.execute(owner)
  // Some administrators revoke CONNECT from PUBLIC. Without the right to grant it, this is a notice, not an error.
  await sql`select current_database() as name`.execute(owner).then(async ({ rows }) => {
    const { name } = rows[0] as { name: string }
    await sql`grant connect on database ${sql.id(name)} to ${sql.id(role)}`.execute(owner)
  })
}

/** Gives an existing role another password: part of changing the secret key. */
export async function setAppPassword<T>(owner: Kysely<T>, { role, password }: Admitted): Promise<void> {
  await sql`alter role ${sql.id(role)} password ${sql.lit(password)}`.execute(owner)
}

function cannotMake(role: string, found: boolean, cause: unknown): Error {
  return new Error(
    `The role ${role} could not be ${found ? 'given its password' : 'created'}. Let the role in DATABASE_URL create ` +
      `roles, or create one yourself (login, no superuser, no bypassrls) and set PORTICO_APP_DATABASE_URL.`,
    { cause },
  )
}

/** Whether the server accepts the login; other failures (an unreachable server) are thrown. */
async function canLogIn(login: Login): Promise<boolean> {
  try {
    const client = await openClient(login, { connectionTimeoutMillis: 5000 })
    await client.end().catch(() => {})
    return true
  } catch (error) {
    const code = String((error as { code?: string }).code)
    // 42501: the role may log in but not connect to this database.
    if (code.startsWith('28') || code === '42501') return false
    throw error
  }
}
