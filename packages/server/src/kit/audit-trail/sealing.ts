import { sql } from 'kysely'
import type { Logger } from 'pino'

import type { Database } from '../database/connect.ts'
import { globalQuery, tenantScope, type TenantTransaction } from '../database/tenant-scope.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { SecretKey } from '../secrets/secret-key.ts'
import { PartFailures, startBackgroundWork } from '../background-work.ts'
import { packEntries, readEntries, type SealEntry } from './entries.ts'
import type { AuditAlarms } from './alarms.ts'
import { finding, type Finding } from './finding.ts'
import { follow } from './follow.ts'
import type { AuditKeys } from './keys.ts'
import { remember, rememberedOf, type AuditMemory, type Remembered } from './memory.ts'
import { addSeal, lastSeal, placeOfSeal, takeChain, type Seal } from './seal-rows.ts'
import { settledBefore } from './settled.ts'
import { oldUnsealed, unsealedRows, waitMaxMs } from './unsealed.ts'

/** Rows that one seal covers at most: some tens of milliseconds of work in a transaction. */
const rowsMax = 2_000
/** Characters after which a seal ends, however few rows it covers. */
const textMax = 8_000_000

const sealEveryMs = 10_000
/** How often every tenant is looked at: a long transaction may have written rows that look old. */
const allTenantsEveryMs = 10 * 60_000
const minuteMs = 60_000

/** Without a memory, as in tests of the seals themselves, nothing is compared. */
export type SealingParts = {
  readonly database: Database
  readonly auditKeys?: AuditKeys
  readonly auditMemory?: AuditMemory
  readonly auditAlarms?: AuditAlarms
}
type Parts = SealingParts & { readonly log: Logger; readonly clock: { now(): number }; readonly metrics?: Metrics }

/**
 * Seals rows of all tenants in the background. Every process does it; of two at one tenant, one waits for its next turn.
 * `keyOf` gives the key, or undefined where this process may not seal. Returns a function that stops it and seals what was
 * written until then: rows that wait for the next start would be sealed late.
 */
export function startSealing(
  parts: Parts,
  keyOf: () => Promise<SecretKey | undefined>,
  everyMs = sealEveryMs,
): () => Promise<void> {
  let allAtMs = 0
  let isWorking = false
  const turn = async () => {
    isWorking = false
    const key = await keyOf()
    parts.metrics?.audit({ isSealing: key !== undefined, ...parts.auditAlarms?.counts() })
    if (key === undefined) return
    const nowMs = parts.clock.now()
    const isAll = nowMs - allAtMs >= allTenantsEveryMs
    if (isAll) allAtMs = nowMs
    await sealAll(parts, key, isAll ? undefined : new Date(nowMs - everyMs - minuteMs))
    parts.metrics?.audit({ isSealing: true, ...parts.auditAlarms?.counts() })
    isWorking = true
  }
  // At once, so that a start makes the key, or says that it is missing.
  const stop = startBackgroundWork(turn, {
    ...parts,
    job: 'sealing',
    everyMs,
    failed: 'sealing the audit log failed; it is tried again',
  })
  return async () => {
    await stop()
    // Not where the database does not answer: the process has to end.
    if (isWorking) await turn().catch((error: unknown) => parts.log.warn({ err: error }, 'the last sealing failed'))
  }
}

/**
 * Seals every row that can be sealed, of tenants with rows since then; undefined: of all tenants. Does every tenant, then throws
 * the errors. Returns how many rows it sealed.
 */
export async function sealAll(parts: SealingParts & Partial<Parts>, key: SecretKey, since?: Date): Promise<number> {
  const { rows } = await sql<{ tenant_id: string }>`
    select tenant_id from portico_audit_tenants(${since ?? null})`.execute(globalQuery(parts.database))
  const memory = parts.auditMemory?.read()
  const keys = parts.auditKeys?.all() ?? [key]
  let sealed = 0
  const ends = new Map<string, Seal>()
  const failures = new PartFailures()
  for (const { tenant_id: tenantId } of rows) {
    const scope = tenantScope(parts.database, tenantId)
    const isWatched = parts.auditMemory !== undefined
    const end = () => remembered(ends.get(tenantId)) ?? memory?.get(tenantId)
    const watch = () => (isWatched ? { keys, remembered: end() } : undefined)
    try {
      let found: Finding | undefined
      for (let isMore = true; isMore;) {
        const done = await scope.transaction((tx) => sealTenant(tx, key, watch()))
        ;({ found } = done)
        if (done.end !== undefined) ends.set(tenantId, done.end)
        sealed += done.rows
        isMore = done.isMore
      }
      if (since === undefined && found === undefined)
        found = await scope.transaction(async (tx) => waitingRows(tx, ends.get(tenantId)))
      report(parts, tenantId, found)
    } catch (error) {
      failures.add(error, tenantId)
    }
  }
  if (parts.auditMemory !== undefined) await remember(parts.database, parts.auditMemory, ends)
  if (since === undefined)
    for (const [tenantId, { seal, sealedAt: at }] of memory ?? [])
      if (!rows.some((row) => row.tenant_id === tenantId)) report(parts, tenantId, finding('tenant-gone', seal, { at }))
  failures.throwIfAny()
  return sealed
}

const remembered = (seal: Seal | undefined) => seal && rememberedOf(seal)

function report({ auditAlarms, log, clock }: Partial<Parts>, tenantId: string, found: Finding | undefined): void {
  if (log !== undefined && clock !== undefined)
    auditAlarms?.report(log, { by: 'sealing', tenantId, found, nowMs: clock.now() })
}

export type Watch = {
  readonly keys: readonly SecretKey[]
  readonly remembered: Remembered | undefined
  /** An operator accepts rows that are older than those before them. */
  readonly isAccepting?: true
}
type Sealed = {
  readonly rows: number
  /** There may be more to seal, or to follow. */
  readonly isMore: boolean
  /** The seal to remember. */
  readonly end?: Seal
  /** Why the server adds nothing to this chain. */
  readonly found?: Finding
}

/**
 * Adds one seal over the next rows of a tenant. Rows are taken in the order of their transactions, only of those that began
 * before the oldest that still runs: no row can appear between them later. `watch`: adds only to a chain that continues what
 * this machine remembers, and no rows that should have been under an earlier seal.
 */
export async function sealTenant(tx: TenantTransaction, key: SecretKey, watch?: Watch): Promise<Sealed> {
  if (!(await takeChain(tx))) return { rows: 0, isMore: false }
  const last = await lastSeal(tx)
  const followed = watch === undefined ? undefined : await follow(tx, watch.keys, { ...watch, last })
  if (followed !== undefined && 'found' in followed) return { rows: 0, isMore: false, found: followed.found }
  const end = followed?.end
  if (followed?.isComplete === false) return { rows: 0, isMore: true, ...(end && { end }) }
  // A separate statement, so that the next one sees everything that was committed before it.
  const { rows } = await sql<{ before: string; now: Date }>`
    select ${settledBefore}::text as before,
           date_trunc('milliseconds', now()) as now`.execute(tx.db)
  const [{ before, now } = { before: '0', now: new Date(0) }] = rows
  const { entries } = await readEntries(tx, { from: placeOfSeal(last), before, limit: rowsMax, textMax })
  const lastEntry = entries.at(-1)
  if (lastEntry === undefined) return { rows: 0, isMore: false, ...(end && { end }) }
  const early = watch === undefined || watch.isAccepting ? undefined : backdated(entries, last)
  if (early !== undefined) return { rows: 0, isMore: false, found: early }
  const added = await addSeal(tx, key, {
    seq: (last?.seq ?? 0) + 1,
    sealedAt: now,
    rowCount: entries.length,
    lastPosition: lastEntry.position,
    lastId: lastEntry.id,
    lastAt: new Date(Math.max(...entries.map(({ at }) => at.getTime()), last?.lastAt.getTime() ?? 0)),
    entries: packEntries(entries),
    cutSeq: null,
    cutMac: null,
    previousMac: last?.mac ?? null,
  })
  return { rows: entries.length, isMore: true, end: added }
}

/** A row after the last seal whose time is long before that of rows under it should have been sealed with those. */
function backdated(entries: readonly SealEntry[], last: Seal | undefined): Finding | undefined {
  if (last === undefined) return undefined
  const row = entries.find(({ at }) => at.getTime() < last.lastAt.getTime() - waitMaxMs)
  return row && finding('row-backdated', last.seq, { row: row.id, at: row.at.toISOString() })
}

/** A row that no seal covers after so long. */
async function waitingRows(tx: TenantTransaction, last: Seal | undefined): Promise<Finding | undefined> {
  return oldUnsealed(await unsealedRows(tx, last ?? (await lastSeal(tx))))
}
