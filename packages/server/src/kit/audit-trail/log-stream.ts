import { sql } from 'kysely'
import type { Logger } from 'pino'

import type { Database } from '../database/connect.ts'
import { globalQuery, tenantScope, type TenantTransaction } from '../database/tenant-scope.ts'
import { PartFailures, startBackgroundWork } from '../background-work.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { SealPlace } from './entries.ts'
import { endOfPosition, settledBefore, settledRows } from './settled.ts'

/** Rows that are read and written together; after a crash at most this many are written twice. One row can have several hundred kilobytes. */
const rowsMax = 100
const writeEveryMs = 2_000

type Parts = { readonly database: Database; readonly log: Logger; readonly metrics?: Metrics }

/**
 * Writes audit rows of all tenants to the server's log (PORTICO_AUDIT_LOG). Every process does it, and one at a time for each tenant.
 * A tenant's rows are in their final order, and none is missed; after a crash the last ones are written again.
 */
export function startLogStream(parts: Parts, everyMs = writeEveryMs): () => Promise<void> {
  const failed = 'writing the audit log to this log failed; it is tried again'
  return startBackgroundWork(() => writeAuditLines(parts), { ...parts, job: 'audit-log-lines', everyMs, failed })
}

/** Writes the lines of every tenant, then throws the errors. Returns how many lines it wrote. */
export async function writeAuditLines({ database, log }: Parts): Promise<number> {
  // Independent of PORTICO_LOG_LEVEL: a collector would not notice a line that is left out.
  const lines = log.child({}, { level: 'info' })
  await begin(database)
  const { rows } = await sql<{ tenant_id: string; slug: string }>`
    select tenant_id, slug from portico_audit_log_tenants()`.execute(globalQuery(database))
  let written = 0
  const failures = new PartFailures()
  for (const { tenant_id: tenantId, slug } of rows) {
    const scope = tenantScope(database, tenantId)
    try {
      for (let count = rowsMax; count === rowsMax; written += count)
        count = await scope.transaction((tx) => writePart(tx, lines, slug))
    } catch (error) {
      failures.add(error, tenantId)
    }
  }
  failures.throwIfAny()
  return written
}

/** Saves where the stream begins: rows written before the setting was first on stay out of the log. */
async function begin({ app }: Database): Promise<void> {
  await sql`
    insert into audit_log_start (position)
    select ${settledBefore} - 1 where not exists (select from audit_log_start)
    on conflict do nothing`.execute(app)
}

/** The next rows of one tenant. The place is noted once they are written, so a crash in between repeats them. */
async function writePart(tx: TenantTransaction, lines: Logger, tenant: string): Promise<number> {
  // A lock without a row: this transaction gets no number until it ends, and so delays no other stream while it writes.
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(7067846, hashtext(${tx.tenantId})) as taken`.execute(tx.db)
  if (rows[0]?.taken !== true) return 0
  const place = await readPlace(tx)
  const found = await settledRows(tx, place, { limit: rowsMax })
  const last = found.at(-1)?.place
  if (last === undefined) return 0
  for (const { row } of found) lines.info({ tenant, tenantId: tx.tenantId, audit: row }, 'audit')
  await flushed(lines)
  await notePlace(tx, last)
  return found.length
}

async function readPlace(tx: TenantTransaction): Promise<SealPlace> {
  const { rows } = await sql<SealPlace>`
    select coalesce(p.position, s.position)::text as position, coalesce(p.id, ${endOfPosition}::uuid) as id
      from audit_log_start s left join audit_log_places p on p.tenant_id = ${tx.tenantId}`.execute(tx.db)
  const [place] = rows
  if (place === undefined) throw new Error('audit_log_start has no row.')
  return place
}

async function notePlace({ db, tenantId }: TenantTransaction, { position, id }: SealPlace): Promise<void> {
  await db
    .insertInto('audit_log_places')
    .values({ tenant_id: tenantId, position, id })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ position, id }))
    .execute()
}

/** Resolves when the lines have left the process. A log that cannot be written rejects, so that the place stays. */
async function flushed(log: Logger): Promise<void> {
  await flush(log)
  // The first may have waited for nothing but a write that was under way before these lines; what is left is in one buffer.
  await flush(log)
}

function flush(log: Logger): Promise<void> {
  return new Promise((resolve, reject) => {
    // The log ends with an fsync, which a pipe or a terminal does not have.
    log.flush((error) => {
      if (
        error === undefined ||
        error === null ||
        ['EINVAL', 'ENOTSUP'].includes((error as { code?: string }).code ?? '')
      )
        resolve()
      else reject(error)
    })
  })
}
