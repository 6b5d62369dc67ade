import { sql } from 'kysely'

import { globalQuery, tenantScope, type TenantTransaction } from '../database/tenant-scope.ts'
import type { Deps } from '../deps.ts'
import type { SecretKey } from '../secrets/secret-key.ts'
import { addSeal, lastSeal, readSeals, takeChain, type Seal } from './seal-rows.ts'

/** Rows that one checkpoint removes at most, in one transaction; a seal may have more. */
const rowsMax = 10_000

/**
 * Removes what is older than `keepDays`, whole seals at a time: a row stays until all rows under its seal are older. Rows that
 * are not sealed stay. Where that fails for a tenant, throws once the others are done.
 */
export async function removeOldRows(
  { database }: Pick<Deps, 'database'>,
  key: SecretKey,
  keepDays: number,
): Promise<void> {
  const { rows } = await sql<{ tenant_id: string }>`
    select tenant_id from portico_audit_tenants(null)`.execute(globalQuery(database))
  const failures: unknown[] = []
  for (const { tenant_id: tenantId } of rows) {
    const scope = tenantScope(database, tenantId)
    try {
      while (await scope.transaction((tx) => cutOnce(tx, key, keepDays)));
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** Adds a checkpoint to the chain and removes what it names. False: there is nothing to remove. */
async function cutOnce(tx: TenantTransaction, key: SecretKey, keepDays: number): Promise<boolean> {
  if (!(await takeChain(tx))) return false
  const { rows } = await sql<{ now: Date; limit: Date }>`
    select date_trunc('milliseconds', now()) as now, now() - make_interval(days => ${keepDays}) as limit`.execute(tx.db)
  const [{ now, limit } = { now: new Date(0), limit: new Date(0) }] = rows
  const through = lastOf(await readSeals(tx, { limit: 100 }), limit)
  const last = await lastSeal(tx)
  if (through === undefined || last === undefined) return false
  await addSeal(tx, key, {
    ...last,
    seq: last.seq + 1,
    sealedAt: now,
    rowCount: 0,
    entries: Buffer.alloc(0),
    cutSeq: through.seq,
    cutMac: through.mac,
    previousMac: last.mac,
  })
  await sql`select portico_audit_cut(${through.seq})`.execute(tx.db)
  return true
}

/** The last of the seals whose rows are all older than `limit`. Checkpoints without rows do not cause another one. */
function lastOf(seals: readonly Seal[], limit: Date): Seal | undefined {
  let rows = 0
  let through: Seal | undefined
  for (const seal of seals) {
    rows += seal.rowCount
    if (seal.lastAt >= limit || (rows > rowsMax && through !== undefined)) break
    if (rows > 0) through = seal
  }
  return through
}
