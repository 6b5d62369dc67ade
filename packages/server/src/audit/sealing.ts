import { sql } from 'kysely'

import { globalQuery, tenantScope, type TenantTransaction } from '../database/tenant-scope.ts'
import type { Deps } from '../deps.ts'
import type { SecretKey } from '../secrets/secret-key.ts'
import { startTurns } from '../turns.ts'
import { packEntries, readEntries } from './entries.ts'
import { settledBefore } from './settled.ts'
import { addSeal, lastSeal, placeOfSeal, takeChain } from './seal-rows.ts'

/** Rows that one seal covers at most: some tens of milliseconds of work in a transaction. */
const rowsMax = 2_000
/** Characters after which a seal ends, however few rows it covers. */
const textMax = 8_000_000

const sealEveryMs = 10_000
/** How often every tenant is looked at: a long transaction may have written rows that look old. */
const allTenantsEveryMs = 10 * 60_000
const minuteMs = 60_000

type Parts = Pick<Deps, 'database' | 'log' | 'clock'>

/**
 * Seals rows of all tenants in the background. Every process does it; of two at one tenant, one waits for its next turn.
 * `keyOf` gives the key, or undefined where this process may not seal. Returns a function that stops it and waits for the
 * seal in progress.
 */
export function startSealing(
  parts: Parts,
  keyOf: () => Promise<SecretKey | undefined>,
  everyMs = sealEveryMs,
): () => Promise<void> {
  let allAtMs = 0
  const turn = async () => {
    const key = await keyOf()
    if (key === undefined) return
    const nowMs = parts.clock.now()
    const isAll = nowMs - allAtMs >= allTenantsEveryMs
    if (isAll) allAtMs = nowMs
    await sealAll(parts, key, isAll ? undefined : new Date(nowMs - everyMs - minuteMs))
  }
  // At once, so that a start makes the key, or says that it is missing.
  return startTurns(turn, { everyMs, log: parts.log, failed: 'sealing the audit log failed; it is tried again' })
}

/**
 * Seals every row that can be sealed, of tenants with rows since then; undefined: of all tenants. Returns how many. Where that
 * fails for a tenant, throws once the others are sealed.
 */
export async function sealAll(parts: Pick<Deps, 'database'>, key: SecretKey, since?: Date): Promise<number> {
  const { rows } = await sql<{ tenant_id: string }>`
    select tenant_id from portico_audit_tenants(${since ?? null})`.execute(globalQuery(parts.database))
  let sealed = 0
  const failures: unknown[] = []
  for (const { tenant_id: tenantId } of rows) {
    const scope = tenantScope(parts.database, tenantId)
    try {
      for (let count = 1; count > 0; sealed += count) count = await scope.transaction((tx) => sealTenant(tx, key))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return sealed
}

/**
 * Adds one seal over the next rows of a tenant. Rows are taken in the order of their transactions, of those alone that began
 * before the oldest that still runs: no row can appear between them later. Returns how many.
 */
export async function sealTenant(tx: TenantTransaction, key: SecretKey): Promise<number> {
  if (!(await takeChain(tx))) return 0
  const last = await lastSeal(tx)
  // A separate statement, so that the next one sees everything that was committed before it.
  const { rows } = await sql<{ before: string; now: Date }>`
    select ${settledBefore}::text as before,
           date_trunc('milliseconds', now()) as now`.execute(tx.db)
  const [{ before, now } = { before: '0', now: new Date(0) }] = rows
  const { entries } = await readEntries(tx, { from: placeOfSeal(last), before, limit: rowsMax, textMax })
  const end = entries.at(-1)
  if (end === undefined) return 0
  await addSeal(tx, key, {
    seq: (last?.seq ?? 0) + 1,
    sealedAt: now,
    rowCount: entries.length,
    lastPosition: end.position,
    lastId: end.id,
    lastAt: new Date(Math.max(...entries.map(({ at }) => at.getTime()), last?.lastAt.getTime() ?? 0)),
    entries: packEntries(entries),
    cutSeq: null,
    cutMac: null,
    previousMac: last?.mac ?? null,
  })
  return entries.length
}
