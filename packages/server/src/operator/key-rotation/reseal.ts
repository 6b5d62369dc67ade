import { type Kysely, sql } from 'kysely'

import type { Database } from '../../kit/database/connect.ts'
import { globalQuery, tenantScope } from '../../kit/database/tenant-scope.ts'
import type { Tables } from '../../kit/database/tables.ts'
import { listTenants } from '../../tenant/tenants/queries.ts'
import { sealedColumns, type SealedColumn, type SealedRow } from './sealed-columns.ts'
import { opensWith, type SecretBox } from '../../kit/secrets/secret-box.ts'
import type { SecretKeys } from '../../kit/secrets/secret-keys.ts'

export type Resealed = {
  readonly resealed: number
  /** Number of texts that no key can decrypt: they were lost before. */
  readonly unreadable: number
}

const batchRows = 200

/** Where sealed texts are: rows of a tenant, or of the deployment (undefined). */
export type ResealPlaces = {
  readonly tenants: readonly string[]
  readonly work: <T>(tenantId: string | undefined, work: (db: Kysely<Tables>) => Promise<T>) => Promise<T>
}

/**
 * Reseals everything that is not sealed with the sealing key. Leaves a text that a server writes concurrently;
 * each batch is a transaction, so it can be stopped at any time and started again.
 */
export async function resealAll(database: Database, secrets: SecretBox, keys: SecretKeys): Promise<Resealed> {
  const tenants = (await listTenants(database)).map(({ id }) => id)
  return resealIn({ tenants, work: (tenantId, work) => inTransaction(database, tenantId, work) }, secrets, keys)
}

export async function resealIn(
  { tenants, work: workIn }: ResealPlaces,
  secrets: SecretBox,
  keys: Pick<SecretKeys, 'all'>,
): Promise<Resealed> {
  const total = { resealed: 0, unreadable: 0 }
  for (const column of sealedColumns) {
    for (const tenantId of column.tenant ? tenants : [undefined]) {
      const work = (last: string | undefined) =>
        workIn(tenantId, (db) => resealBatch(db, column, tenantId, last, { secrets, keys }))
      for (let last: string | undefined, more = true; more;) {
        const batch = await work(last)
        total.resealed += batch.resealed
        total.unreadable += batch.unreadable
        last = batch.last
        more = last !== undefined
      }
    }
  }
  return total
}

function inTransaction<T>(
  database: Database,
  tenantId: string | undefined,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  if (tenantId === undefined) return globalQuery(database).transaction().execute(work)
  return tenantScope(database, tenantId).transaction(({ db }) => work(db))
}

/** The next rows after `last`; answers the last key, undefined at the end. */
async function resealBatch(
  db: Kysely<Tables>,
  { table, column, key, more, context }: SealedColumn,
  tenantId: string | undefined,
  last: string | undefined,
  { secrets, keys }: { secrets: SecretBox; keys: Pick<SecretKeys, 'all'> },
): Promise<Resealed & { last: string | undefined }> {
  const [sealing] = keys.all()
  if (sealing === undefined) throw new Error('There is no secret key.')
  const text = (name: string) => sql`${sql.ref(name)}::text as ${sql.id(name)}`
  const mine = tenantId === undefined ? sql`true` : sql`tenant_id = ${tenantId}`
  const after = (operator: '>' | '=', value: string) =>
    sql`${sql.ref(key.name)} ${sql.raw(operator)} ${value}::text::${sql.raw(key.type)}`
  const { rows } = await sql<SealedRow & { sealed: Buffer }>`
    select ${sql.join([...more, key.name].map(text))}, ${sql.ref(column)} as sealed from ${sql.table(table)}
     where ${mine} and ${sql.ref(column)} is not null and ${last === undefined ? sql`true` : after('>', last)}
     order by ${sql.ref(key.name)} limit ${batchRows}`.execute(db)
  const counts = { resealed: 0, unreadable: 0 }
  for (const row of rows) {
    const sealedFor = context(row)
    if (opensWith(sealing, row.sealed, sealedFor)) continue
    const plain = openOrNot(secrets, row.sealed, sealedFor)
    if (plain === undefined) {
      counts.unreadable += 1
      continue
    }
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${secrets.seal(plain, sealedFor)}
               where ${mine} and ${after('=', row[key.name] ?? '')} and ${sql.ref(column)} = ${row.sealed}`.execute(db)
    counts.resealed += 1
  }
  return { ...counts, last: rows.length < batchRows ? undefined : rows.at(-1)?.[key.name] }
}

function openOrNot(secrets: SecretBox, sealed: Buffer, context: string): string | undefined {
  try {
    return secrets.open(sealed, context)
  } catch {
    return undefined
  }
}
