import { sql } from 'kysely'
import type { Logger } from 'pino'

import { PartFailures } from '../background-work.ts'
import { globalQuery, tenantScope, type TenantTransaction } from '../database/tenant-scope.ts'
import type { SecretKey } from '../secrets/secret-key.ts'
import type { AuditAlarms } from './alarms.ts'
import type { Finding } from './finding.ts'
import { follow } from './follow.ts'
import { checkLink } from './links.ts'
import { addSeal, lastSeal, readSeals, takeChain, type Seal } from './seal-rows.ts'
import type { SealingParts, Watch } from './sealing.ts'

type Parts = SealingParts & {
  readonly log: Logger
  readonly clock: { now(): number }
  readonly auditAlarms: AuditAlarms
}

/** Rows that one checkpoint removes at most, in one transaction; a seal may have more. */
const rowsMax = 10_000

/**
 * Removes what is older than `keepDays`, whole seals at a time: a row stays until all rows under its seal are older. Rows that
 * are not sealed stay, and everything of a tenant whose seals were changed or do not continue what this machine remembers: a
 * checkpoint must not cover up for it. Does every tenant, then throws the errors.
 */
export async function removeOldRows(
  { database, log, clock, auditKeys, auditMemory, auditAlarms }: Parts,
  key: SecretKey,
  keepDays: number,
): Promise<void> {
  const memory = auditMemory?.read()
  const keys = auditKeys?.all() ?? [key]
  const { rows } = await sql<{ tenant_id: string }>`
    select tenant_id from portico_audit_tenants(null)`.execute(globalQuery(database))
  const failures = new PartFailures()
  for (const { tenant_id: tenantId } of rows) {
    const scope = tenantScope(database, tenantId)
    const watch = { keys, remembered: memory?.get(tenantId) }
    try {
      let found: Finding | undefined
      for (let isMore = true; isMore;)
        ({ found, isMore } = await scope.transaction((tx) => cutOnce(tx, key, { keepDays, watch })))
      auditAlarms?.report(log, { by: 'retention', tenantId, found, nowMs: clock.now() })
    } catch (error) {
      failures.add(error, tenantId)
    }
  }
  failures.throwIfAny()
}

type Cut = { readonly isMore: boolean; readonly found?: Finding | undefined }

/** Adds a checkpoint to the chain and removes what it names. `isMore`: there may be more to remove. */
async function cutOnce(
  tx: TenantTransaction,
  key: SecretKey,
  { keepDays, watch }: { readonly keepDays: number; readonly watch: Watch },
): Promise<Cut> {
  if (!(await takeChain(tx))) return { isMore: false }
  const { rows } = await sql<{ now: Date; limit: Date }>`
    select date_trunc('milliseconds', now()) as now, now() - make_interval(days => ${keepDays}) as limit`.execute(tx.db)
  const [{ now, limit } = { now: new Date(0), limit: new Date(0) }] = rows
  const seals = await readSeals(tx, { limit: 100 })
  const through = lastOf(seals, limit)
  const last = await lastSeal(tx)
  if (through === undefined || last === undefined) return { isMore: false }
  const found = await findChange(tx, { seals: seals.slice(0, seals.indexOf(through) + 1), last, watch })
  if (found !== undefined) return { isMore: false, found }
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
  return { isMore: true }
}

/** What of the seals to remove, or of the chain that gets the checkpoint, is not as the key sealed it. */
async function findChange(
  tx: TenantTransaction,
  { seals, last, watch }: { readonly seals: readonly Seal[]; readonly last: Seal; readonly watch: Watch },
): Promise<Finding | undefined> {
  const followed = await follow(tx, watch.keys, { ...watch, last })
  if ('found' in followed) return followed.found
  for (const [at, seal] of seals.entries()) {
    const [found] = await checkLink(tx, watch.keys, { seal, previous: seals[at - 1], isFirst: at === 0 })
    if (found !== undefined) return found
  }
  return undefined
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
