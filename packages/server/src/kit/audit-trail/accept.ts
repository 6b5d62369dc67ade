import { sql } from 'kysely'

import type { Database } from '../database/connect.ts'
import { tenantScope, type TenantTransaction } from '../database/tenant-scope.ts'
import type { SecretKey } from '../secrets/secret-key.ts'
import type { Finding } from './finding.ts'
import { findRemembered, follow } from './follow.ts'
import { rememberedOf, type AuditMemory, type Remembered } from './memory.ts'
import { recordAudit, type AuditedBy } from './record.ts'
import { addSeal, lastSeal, takeChain, type Seal } from './seal-rows.ts'
import { sealTenant } from './sealing.ts'

export type Accepted = {
  /** The mark that was added. */
  readonly mark: Seal
  readonly before: Remembered | undefined
  /** Why the chain did not continue what this machine remembered; undefined: it did, or nothing was remembered. */
  readonly found: Finding | undefined
  /** Rows that were sealed first. */
  readonly rows: number
}

type Parts = {
  readonly database: Database
  readonly memory: AuditMemory
  readonly keys: readonly [SecretKey, ...SecretKey[]]
  readonly reason: string
  readonly by: AuditedBy
}

/**
 * An operator accepts the log of a tenant as it is now: after a restore, or once they know why rows were sealed late. Records who
 * and why, seals the present rows, adds a mark that only a holder of the key can make, and remembers it. Other machines follow
 * the mark, because it is later than what they remember.
 */
export async function acceptLog(parts: Parts, tenantId: string): Promise<Accepted> {
  const { database, memory, keys, reason, by } = parts
  const scope = tenantScope(database, tenantId)
  const before = memory.read()?.get(tenantId)
  const found = await scope.transaction(async (tx) => {
    const last = await lastSeal(tx)
    const compared = before && (await findRemembered(tx, keys, { remembered: before, last }))
    const differs = compared !== undefined && 'found' in compared ? compared.found : undefined
    await recordAudit(tx, by, {
      action: 'audit.accept',
      target: { kind: 'tenant' },
      before: before === undefined ? null : { seal: before.seal, sealedAt: before.sealedAt },
      after: { seal: last?.seq ?? null, sealedAt: last?.sealedAt.toISOString() ?? null, reason },
    })
    return differs
  })
  let rows = 0
  for (let isMore = true; isMore;) {
    const sealed = await scope.transaction((tx) => sealTenant(tx, keys[0]))
    rows += sealed.rows
    isMore = sealed.isMore
  }
  const mark = await scope.transaction((tx) => addMark(tx, keys[0]))
  await memory.update(database, (entries) => entries.set(tenantId, rememberedOf(mark)))
  return { mark, before, found, rows }
}

async function addMark(tx: TenantTransaction, key: SecretKey): Promise<Seal> {
  while (!(await takeChain(tx))) await sql`select pg_sleep(0.05)`.execute(tx.db)
  const last = await lastSeal(tx)
  const { rows } = await sql<{ now: Date }>`select date_trunc('milliseconds', clock_timestamp()) as now`.execute(tx.db)
  const now = rows[0]?.now ?? new Date(0)
  return addSeal(tx, key, {
    seq: (last?.seq ?? 0) + 1,
    sealedAt: now,
    rowCount: 0,
    lastPosition: last?.lastPosition ?? '-1',
    lastId: last?.lastId ?? '00000000-0000-0000-0000-000000000000',
    // Not the last row's, which a wrong clock may have put into the future.
    lastAt: now,
    entries: Buffer.alloc(0),
    cutSeq: null,
    cutMac: null,
    previousMac: last?.mac ?? null,
  })
}

/** What keeps this machine from adding to a tenant's seals; undefined: nothing does. Changes nothing. */
export async function findDifference(
  { database, memory, keys }: Pick<Parts, 'database' | 'memory' | 'keys'>,
  tenantId: string,
): Promise<Finding | undefined> {
  const remembered = memory.read()?.get(tenantId)
  return tenantScope(database, tenantId).transaction(async (tx) => {
    const followed = await follow(tx, keys, { remembered, last: await lastSeal(tx) })
    return 'found' in followed ? followed.found : undefined
  })
}
