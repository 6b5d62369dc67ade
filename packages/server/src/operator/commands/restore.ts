import { Kysely } from 'kysely'
import type pg from 'pg'

import { AuditKeyMissing } from '../../kit/audit-trail/keys.ts'
import { AuditMemoryLost } from '../../kit/audit-trail/memory.ts'
import { listCameBack, writeCameBack } from '../backup/came-back.ts'
import { endRestored } from '../backup/end-restored.ts'
import { checkBackup } from '../backup/read.ts'
import { choosePresentKey, keysToRead } from '../backup/restore-keys.ts'
import type { Header } from '../backup/frames.ts'
import { loadRows } from '../backup/restore.ts'
import { listTables } from '../backup/tables.ts'
import { postgresDialect } from '../../kit/database/driver.ts'
import { type Login, openClient } from '../../kit/database/hosts.ts'
import { renewIdentity, replacedIdentity } from '../../kit/database/identity.ts'
import { isOfEarlierBuild, applyInTransaction, lockMigrations, migrate } from '../../kit/database/migrate.ts'
import { migrations } from '../../kit/database/migrations/index.ts'
import { openKeysToRestore, openToRestore, type OpenedStore, type Place } from '../../app/open.ts'
import { pauseRestored } from '../../applications/provisioning/restored.ts'
import { keyRecord } from '../../app/key-record.ts'
import type { Tables } from '../../kit/database/tables.ts'
import { recordBackup } from '../key-rotation/backup-record.ts'
import { resealIn, type Resealed, type ResealPlaces } from '../key-rotation/reseal.ts'
import { createSecretBox } from '../../kit/secrets/secret-box.ts'
import type { SecretKey } from '../../kit/secrets/secret-key.ts'
import { fixedKeys } from '../../kit/secrets/secret-keys.ts'
import { listTenants } from '../../tenant/tenants/queries.ts'
import { acceptTenants } from './audit.ts'
import { auditRestore, restoredLines, type Restored } from './restored.ts'

export type RestoreOptions = {
  readonly keepSessions?: boolean | undefined
  /** Files with secret keys that were replaced since the backup. */
  readonly oldKey?: readonly string[] | undefined
}

/** `warning`: the restored audit log was not accepted, and what to do. */
export type RanRestore = { readonly lines: readonly string[]; readonly warning: string | undefined }

/**
 * Loads a backup into a database without tenants. Reads the whole file before it changes anything; creates schema and rows
 * in one transaction, so that a failed restore leaves the database as it was.
 */
export async function runRestore(place: Place, file: string, options: RestoreOptions = {}): Promise<RanRestore> {
  const keys = await openKeysToRestore(place)
  const readable = keysToRead(place, keys, options.oldKey ?? [])
  const { header } = await checkBackup(file, readable)
  if (isOfEarlierBuild(new Set(header.migrations)))
    throw new Error(
      'A build before the first release wrote this backup, and its schema differs. Restore it with that build.',
    )
  const unknown = header.migrations.filter((name) => !(name in migrations))
  if (unknown.length > 0)
    throw new Error(
      `The backup is newer than this version of Portico (${unknown.join(', ')}). Use the version that wrote it.`,
    )
  const isResealed = choosePresentKey(place, keys, header)
  const store = await openToRestore(place, keys)
  const { database } = store
  try {
    await checkEmpty(database.ownerConnection())
    await database.prepareAppRole()
    const restored = await inTransaction(database.ownerConnection(), (client) =>
      restoreAll(client, file, {
        header,
        readable,
        sealing: isResealed ? keys.all()[0] : undefined,
        appRole: database.appRole,
        keepSessions: options.keepSessions ?? false,
        dataDir: place.dataDir,
      }),
    )
    await keyRecord(keys).check(database.owner)
    await migrate(database, place.log)
    if (header.madeAt !== undefined) await recordBackup(database.owner, header.keys, new Date(header.madeAt))
    await auditRestore(database, restored, header)
    const accepted = await acceptRestored(store)
    if (restored.paused > 0)
      place.log.warn({ connections: restored.paused, reason: 'restored' }, 'provisioning of applications was paused')
    writeCameBack(place.dataDir, restored.cameBack)
    return { lines: [...restoredLines(place, restored, header), ...accepted.lines], warning: accepted.warning }
  } finally {
    await database.close()
  }
}

/** The restored log ends earlier than what machines remember of it: the operator who restores accepts that. */
async function acceptRestored(store: OpenedStore): Promise<RanRestore> {
  try {
    const tenants = await listTenants(store.database)
    const lines = await acceptTenants(store, tenants, { reason: 'Restored from a backup.', isAll: true })
    return { lines: lines.map((line) => `audit log: ${line}`), warning: undefined }
  } catch (error) {
    if (!(error instanceof AuditKeyMissing || error instanceof AuditMemoryLost)) throw error
    const next = 'Then run portico-server audit accept --reason "Restored from a backup."'
    return { lines: [], warning: `The restored audit log was not accepted. ${error.message} ${next}` }
  }
}

type Restoring = {
  readonly header: Header
  readonly readable: readonly SecretKey[]
  /** The key that seals the restored secrets again; undefined: they stay as they are. */
  readonly sealing: SecretKey | undefined
  readonly appRole: string
  readonly keepSessions: boolean
  readonly dataDir: string
}

async function restoreAll(client: pg.Client, file: string, restoring: Restoring): Promise<Restored> {
  const { header, readable, sealing, appRole, keepSessions, dataDir } = restoring
  const db = kyselyOn(client)
  await lockMigrations(db)
  await refuseTenants(client)
  const replaced = await replacedIdentity(client)
  await dropEmptySchema(client, header)
  await applyInTransaction(db, header.migrations, appRole)
  const loaded = await loadRows(client, file, { header, keys: readable })
  const later = Object.keys(migrations)
    .toSorted()
    .filter((name) => !header.migrations.includes(name))
  await applyInTransaction(db, later, appRole)
  await renewIdentity(client, replaced)
  const paused = await pauseRestored(client)
  const ended = await endRestored(client, { keepSessions })
  const resealed = sealing && { to: sealing.id, ...(await resealRestored(client, db, sealing, readable)) }
  return { ...loaded, paused, ended, keepSessions, resealed, cameBack: await listCameBack(client, dataDir) }
}

/** Seals every secret with the present key, and records it as the only one. */
async function resealRestored(
  client: pg.Client,
  db: Kysely<never>,
  sealing: SecretKey,
  readable: readonly SecretKey[],
): Promise<Resealed> {
  const { rows } = await client.query<{ id: string }>('select tenant_id as id from public.tenants')
  const keys = fixedKeys([sealing, ...readable.filter(({ id }) => id !== sealing.id)])
  const places: ResealPlaces = {
    tenants: rows.map(({ id }) => id),
    work: async (tenantId, work) => {
      await client.query(`select set_config('portico.tenant', $1, true)`, [tenantId ?? ''])
      return work(db as unknown as Kysely<Tables>)
    },
  }
  const resealed = await resealIn(places, createSecretBox(keys), keys)
  await client.query('delete from public.secret_keys')
  await client.query(`insert into public.secret_keys (id, state) values ($1, 'current')`, [sealing.id])
  return resealed
}

async function checkEmpty(connection: Login): Promise<void> {
  const client = await openClient(connection)
  try {
    await refuseTenants(client)
  } finally {
    await client.end()
  }
}

async function refuseTenants(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(`select to_regclass('public.tenants') is not null as found`)
  if (rows[0]?.found !== true) return
  const { rowCount } = await client.query('select from public.tenants limit 1')
  if (rowCount !== 0)
    throw new Error(
      'The database holds tenants. Nothing was changed. Restore into an empty database: see --data and DATABASE_URL.',
    )
}

/** A server that was started once leaves a schema without tenants: drops Portico's tables and functions only. */
async function dropEmptySchema(client: pg.Client, { tables }: Header): Promise<void> {
  const { rows: started } = await client.query(`select where to_regclass('public.tenants') is not null`)
  // Tables that are newer than the backup have to go too.
  const present = started.length > 0 ? await listTables(client) : []
  const { rows } = await client.query<{ text: string }>(
    `select 'drop table ' || c.oid::regclass || ' cascade' as text from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and (c.relname = any ($1) or exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant_wall'))
     union all
     select 'drop function ' || p.oid::regprocedure || ' cascade' from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.proname like 'portico\\_%'`,
    [['kysely_migration', 'kysely_migration_lock', ...[...tables, ...present].map(({ name }) => name)]],
  )
  await client.query(`set local lock_timeout = '10s'`)
  for (const { text } of rows) await client.query(text)
}

async function inTransaction<T>(connection: Login, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openClient(connection, { application_name: 'portico restore' })
  try {
    await client.query(`begin; set local statement_timeout = 0; set local timezone = 'UTC'`)
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    // Ending the connection rolls back what was not committed.
    await client.end().catch(() => {})
  }
}

/** Kysely on a connection whose transaction is already open. */
function kyselyOn(client: pg.Client): Kysely<never> {
  const connection = {
    query: (query: pg.QueryConfig) => client.query(query),
    getTransactionStatus: () => client.getTransactionStatus(),
    release: () => {},
  }
  const pool = { waitingCount: 0, connect: async () => connection } as unknown as pg.Pool
  return new Kysely<never>({ dialect: postgresDialect({ pool, queueMax: Infinity }) })
}
