import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

import { sql } from 'kysely'

import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { SecretKey } from '../secrets/secret-key.ts'

/** One link of a tenant's chain: over rows, or a checkpoint where retention removed the seals up to `cutSeq`. */
export type Seal = {
  readonly seq: number
  readonly sealedAt: Date
  readonly rowCount: number
  /** The last row under this seal, or under one before it. */
  readonly lastPosition: string
  readonly lastId: string
  /** The latest time of a row under it. */
  readonly lastAt: Date
  readonly entries: Buffer
  readonly cutSeq: number | null
  readonly cutMac: Buffer | null
  readonly keyId: string
  readonly previousMac: Buffer | null
  readonly mac: Buffer
}

type Unsigned = Omit<Seal, 'mac' | 'keyId'>

/** HMAC-SHA-256 over everything that the seal says, its tenant and place in the chain included. */
export function macOf(key: SecretKey, tenantId: string, seal: Unsigned): Buffer {
  const { seq, sealedAt, rowCount, lastPosition, lastId, lastAt, entries, cutSeq, cutMac, previousMac } = seal
  const text = JSON.stringify([
    'portico audit seal 1',
    tenantId,
    seq,
    sealedAt.toISOString(),
    rowCount,
    lastPosition,
    lastId,
    lastAt.toISOString(),
    createHash('sha256').update(entries).digest('hex'),
    cutSeq,
    cutMac?.toString('hex') ?? null,
    key.id,
    previousMac?.toString('hex') ?? null,
  ])
  return createHmac('sha256', key.bytes).update(text).digest()
}

export function isSealedBy(key: SecretKey, tenantId: string, seal: Seal): boolean {
  return seal.mac.length === 32 && timingSafeEqual(macOf(key, tenantId, seal), seal.mac)
}

export async function addSeal(tx: TenantTransaction, key: SecretKey, seal: Unsigned): Promise<Seal> {
  const mac = macOf(key, tx.tenantId, seal)
  await tx.db
    .insertInto('audit_seals')
    .values({
      tenant_id: tx.tenantId,
      seq: seal.seq,
      sealed_at: seal.sealedAt,
      row_count: seal.rowCount,
      last_position: seal.lastPosition,
      last_id: seal.lastId,
      last_at: seal.lastAt,
      entries: seal.entries,
      cut_seq: seal.cutSeq,
      cut_mac: seal.cutMac,
      key_id: key.id,
      previous_mac: seal.previousMac,
      mac,
    })
    .execute()
  return { ...seal, keyId: key.id, mac }
}

/** Seals from `from` on, in the order of the chain, or from the end of the chain. */
export async function readSeals(
  tx: TenantTransaction,
  { from, to, limit, isReverse = false }: { from?: number; to?: number; limit: number; isReverse?: boolean },
): Promise<Seal[]> {
  const rows = await tx.db
    .selectFrom('audit_seals')
    .select(['seq', 'sealed_at', 'row_count', 'last_id', 'last_at', 'entries', 'cut_seq', 'cut_mac', 'key_id'])
    .select(['previous_mac', 'mac', sql<string>`last_position::text`.as('last_position')])
    .where('tenant_id', '=', tx.tenantId)
    .$if(from !== undefined, (some) => some.where('seq', '>=', from ?? 0))
    .$if(to !== undefined, (some) => some.where('seq', '<=', to ?? 0))
    .orderBy('seq', isReverse ? 'desc' : 'asc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    seq: Number(row.seq),
    sealedAt: row.sealed_at,
    rowCount: row.row_count,
    lastPosition: row.last_position,
    lastId: row.last_id,
    lastAt: row.last_at,
    entries: row.entries,
    cutSeq: row.cut_seq === null ? null : Number(row.cut_seq),
    cutMac: row.cut_mac,
    keyId: row.key_id,
    previousMac: row.previous_mac,
    mac: row.mac,
  }))
}

export async function lastSeal(tx: TenantTransaction): Promise<Seal | undefined> {
  return (await readSeals(tx, { limit: 1, isReverse: true }))[0]
}

/** The place after which rows are not sealed. */
export function placeOfSeal(seal: Seal | undefined) {
  return seal === undefined ? undefined : { position: seal.lastPosition, id: seal.lastId }
}

/** Keeps other processes from adding to the tenant's chain until the transaction ends; false: one of them is adding. */
export async function takeChain(tx: TenantTransaction): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(7067844, hashtext(${tx.tenantId})) as taken`.execute(tx.db)
  return rows[0]?.taken === true
}
