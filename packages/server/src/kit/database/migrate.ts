import { setTimeout as delay } from 'node:timers/promises'

import { type Kysely, type Migration, type MigrationProvider, type MigrationResult, Migrator, sql } from 'kysely'
import { settleAuditPositions } from './audit-positions.ts'
import type { Database } from './connect.ts'
import type { DatabaseLog } from './log.ts'
import { migrations as allMigrations } from './migrations/index.ts'

type Migrations = Record<string, Migration>

const migrationLock = 7_067_843

/** How migrations take the locks of tables that running servers use. */
export interface LockWait {
  /** A request that comes while a migration waits for a lock waits behind it: then the migration steps back. */
  readonly maxMs: number
  /** The pause before the next try, which doubles up to ten times this. */
  readonly pauseMs: number
  /** All tries together. */
  readonly inAllMs: number
}

/** `maxMs` is well below PostgreSQL's deadlock_timeout of 1 s, after which PostgreSQL would end the request of a running server instead. */
const usualWait: LockWait = { maxMs: 400, pauseMs: 500, inAllMs: 10 * 60_000 }

/**
 * Brings the schema up to date: checks the secret key, creates the app role, then applies the migrations in the order
 * of their names, all in one transaction under one lock; where a table's lock cannot be had in time, all of it is rolled back and
 * tried again. When several processes call it, one applies and the others
 * find nothing to do. Leaves a schema that is newer than this program: old code runs on it while replicas are replaced.
 * Returns the names of the migrations that this call applied.
 */
export async function migrate(
  database: Database,
  log: DatabaseLog,
  migrations: Migrations = allMigrations,
  wait: LockWait = usualWait,
): Promise<string[]> {
  return database.owner.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${migrationLock})`.execute(connection)
    try {
      await database.prepareAppRole()
      const applied = await applyPending(database, log, { migrations, wait })
      await settleAuditPositions(connection as unknown as Kysely<never>)
      await database.finishMigration()
      return applied
    } finally {
      await sql`select pg_advisory_unlock(${migrationLock})`.execute(connection)
    }
  })
}

/** Keeps every process from migrating until the transaction that is open on `db` ends. */
export async function lockMigrations(db: Kysely<never>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(db)
}

/** The names of migrations that this program has and the database does not have. */
export async function pendingMigrations(database: Database, migrations: Migrations = allMigrations): Promise<string[]> {
  const applied = await appliedMigrations(database)
  return Object.keys(migrations)
    .toSorted()
    .filter((name) => !applied.has(name))
}

/** The names of migrations that the database has and this program does not have: a newer version works with it. */
export async function newerMigrations(database: Database, migrations: Migrations = allMigrations): Promise<string[]> {
  return [...(await appliedMigrations(database))].filter((name) => !(name in migrations)).toSorted()
}

async function applyPending(
  database: Database,
  log: DatabaseLog,
  { migrations, wait }: { migrations: Migrations; wait: LockWait },
): Promise<string[]> {
  const applied = await appliedMigrations(database)
  const pending = Object.keys(migrations).filter((name) => !applied.has(name))
  if (pending.length === 0) return []
  checkOrder(pending, applied, migrations)
  const results = await withLocks(database, log, { migrations, wait })
  const names = results.map(({ migrationName }) => migrationName)
  log.info({ migrations: names }, 'the database schema was brought up to date')
  return names
}

/** All pending migrations or none, tried until their locks can be had. */
async function withLocks(
  database: Database,
  log: DatabaseLog,
  { migrations, wait }: { migrations: Migrations; wait: LockWait },
): Promise<readonly MigrationResult[]> {
  const provider = provide(migrations, database.appRole, wait.maxMs)
  const begunAt = performance.now()
  for (let pauseMs = wait.pauseMs; ; pauseMs = Math.min(pauseMs * 2, wait.pauseMs * 10)) {
    const { error, results = [] } = await new Migrator({ db: database.owner, provider }).migrateToLatest()
    if (error === undefined) return results
    const failed = results.find(({ status }) => status === 'Error')?.migrationName
    if (!losesLock(error) || performance.now() - begunAt > wait.inAllMs) {
      const name = failed === undefined ? 'migrations' : `migration ${failed}`
      throw new Error(`The ${name} failed, and the schema is as it was before: ${reasonOf(error)}`, { cause: error })
    }
    const transactions = await openTransactions(database)
    log.warn({ migration: failed, transactions }, 'a table is in use; the migrations are tried again')
    await delay(pauseMs * (0.5 + Math.random() / 2))
  }
}

/** A lock that was not free in time, or a deadlock with a request that had it. */
function losesLock(error: unknown): boolean {
  return ['55P03', '40P01'].includes(String((error as { code?: unknown }).code))
}

/** Who may hold the locks: transactions that have been open for longer than a request's. */
async function openTransactions({ owner }: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string; pid: number; secs: number }>`
    select application_name as name, pid, extract(epoch from now() - xact_start)::int as secs
      from pg_catalog.pg_stat_activity
     where datname = current_database() and xact_start < now() - interval '1 second' and pid <> pg_backend_pid()
     order by xact_start limit 5`.execute(owner)
  return rows.map(({ name, pid, secs }) => `${name === '' ? 'unnamed' : name} (process ${pid}, ${secs} s)`)
}

/**
 * Applies named migrations in the transaction that is open on `db`, and records them like Kysely's Migrator. The Migrator
 * itself would end the transaction, in which a restore creates both schema and rows.
 */
export async function applyInTransaction(db: Kysely<never>, names: readonly string[], appRole: string): Promise<void> {
  await sql`create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
    db,
  )
  await sql`create table if not exists kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0)`.execute(
    db,
  )
  await sql`insert into kysely_migration_lock (id) values ('migration_lock') on conflict do nothing`.execute(db)
  const named = await provide(allMigrations, appRole).getMigrations()
  for (const name of names) {
    await named[name]?.up(db)
    await sql`insert into kysely_migration (name, timestamp) values (${name}, now()::text)`.execute(db)
  }
}

/** Another version may have added to the schema, but only after everything that this one knows. */
function checkOrder(pending: readonly string[], applied: ReadonlySet<string>, migrations: Migrations): void {
  const unknown = [...applied].filter((name) => !(name in migrations)).toSorted()
  const known = [...applied].filter((name) => name in migrations).toSorted()
  const skipped = pending.filter((name) => name < (known.at(-1) ?? ''))
  if (unknown.length === 0 && skipped.length === 0) return
  const others = unknown.length > 0 ? unknown : known.filter((name) => name > (skipped[0] ?? ''))
  throw new Error(
    `Another version of Portico applied ${others.join(', ')} to this database, without ${pending.join(', ')}. ` +
      'Start the newest version that has worked with this database.',
  )
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Each migration finds the app role's name on its connection; wall.ts grants to it. `lockMaxMs` 0: it waits for locks without end. */
function provide(migrations: Migrations, appRole: string, lockMaxMs = 0): MigrationProvider {
  const named = Object.entries(migrations).map(([name, migration]): [string, Migration] => [
    name,
    {
      async up(db: Kysely<never>) {
        await sql`
          select set_config('portico.app_role', ${appRole}, true), set_config('lock_timeout', ${String(lockMaxMs)}, true)`.execute(
          db,
        )
        await migration.up(db)
      },
    },
  ])
  return { getMigrations: async () => Object.fromEntries(named) }
}

/** The names of the migrations that the database has. Throws for a database of a build before the first release. */
export async function appliedMigrations({ owner }: Pick<Database, 'owner'>): Promise<Set<string>> {
  const { rows: tables } = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(owner)
  if (tables[0]?.found !== true) return new Set()
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(owner)
  const names = new Set(rows.map(({ name }) => name))
  if (isOfEarlierBuild(names))
    throw new Error(
      'A build before the first release made this database, and its schema differs. Use an empty database.',
    )
  return names
}

/** Builds before the first release had many migrations instead of the baseline; this is the first of them. */
export const isOfEarlierBuild = (names: ReadonlySet<string>): boolean => names.has('0001-tenants')
