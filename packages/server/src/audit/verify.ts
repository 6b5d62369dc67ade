import type { AuditHead, AuditVerification } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { SecretKey } from '../secrets/secret-key.ts'
import { packEntries, readEntries, unpackEntries } from './entries.ts'
import { finding, type Finding } from './finding.ts'
import { compareHead } from './head.ts'
import { isSealedBy, placeOfSeal, readSeals, type Seal } from './seal-rows.ts'

/** Seals, and rows under them, that one call checks at most. */
const sealsMax = 200
const rowsMax = 10_000
/** Characters in rows after which one call ends. */
const textMax = 16_000_000
/** Findings that one call names. */
const findingsMax = 100

type Asked = {
  /** The number of the seal to begin with; undefined: the first. */
  readonly from: number | undefined
  readonly head?: AuditHead | undefined
}

/**
 * Checks one part of a tenant's chain: each seal against its key and the seal before it, and the rows that are there against
 * those that it names. `next`: the seal to continue with; null after the last one, whose answer also says what is not sealed.
 */
export async function verifyPart(
  tx: TenantTransaction,
  keys: readonly SecretKey[],
  { from, head }: Asked,
): Promise<AuditVerification> {
  const seals = await sealsOf(tx, from)
  const [before] = from === undefined ? [] : await readSeals(tx, { from: from - 1, to: from - 1, limit: 1 })
  const findings: Finding[] = []
  if (from === undefined && head !== undefined) findings.push(...wrapped(await compareHead(tx, head, keys)))
  let previous = before
  let [checkedSeals, checkedRows, textLength] = [0, 0, 0]
  for (const [at, seal] of seals.entries()) {
    if (textLength > textMax) break
    const isFirst = from === undefined && at === 0
    findings.push(...(await checkLink(tx, keys, { seal, previous, isFirst })))
    const checked = await checkRows(tx, seal, previous)
    findings.push(...checked.found)
    checkedSeals += 1
    checkedRows += checked.count
    textLength += checked.textLength
    previous = seal
  }
  const last = previous
  const [following] = last === undefined ? [] : await readSeals(tx, { from: last.seq + 1, limit: 1 })
  return {
    checkedSeals,
    checkedRows,
    findings: findings.slice(0, findingsMax),
    next: following === undefined ? null : following.seq,
    unsealed: following === undefined ? await unsealedRows(tx, last) : null,
  }
}

async function sealsOf(tx: TenantTransaction, from: number | undefined): Promise<Seal[]> {
  const seals = await readSeals(tx, { ...(from === undefined ? {} : { from }), limit: sealsMax })
  let rows = 0
  const end = seals.findIndex(({ rowCount }) => (rows += rowCount) > rowsMax)
  return end === -1 ? seals : seals.slice(0, Math.max(1, end))
}

type Link = { readonly seal: Seal; readonly previous: Seal | undefined; readonly isFirst: boolean }

async function checkLink(
  tx: TenantTransaction,
  keys: readonly SecretKey[],
  { seal, previous, isFirst }: Link,
): Promise<Finding[]> {
  const { seq } = seal
  const key = keys.find(({ id }) => id === seal.keyId)
  if (key === undefined) return [finding('key-missing', seq, { key: seal.keyId })]
  if (!isSealedBy(key, tx.tenantId, seal)) return [finding('seal-edited', seq)]
  if (isFirst) return seq === 1 ? [] : wrapped(await checkCut(tx, keys, seal))
  if (previous === undefined || previous.seq !== seq - 1) return [finding('seal-missing', seq - 1)]
  return seal.previousMac?.equals(previous.mac) === true ? [] : [finding('seal-edited', seq - 1)]
}

/** Where the chain does not begin with 1, a checkpoint in it has to name the seal before. */
async function checkCut(tx: TenantTransaction, keys: readonly SecretKey[], first: Seal): Promise<Finding | undefined> {
  const row = await tx.db
    .selectFrom('audit_seals')
    .select('seq')
    .where('tenant_id', '=', tx.tenantId)
    .where('cut_seq', '=', String(first.seq - 1))
    .executeTakeFirst()
  const seq = row === undefined ? undefined : Number(row.seq)
  const [cut] = seq === undefined ? [] : await readSeals(tx, { from: seq, to: seq, limit: 1 })
  const key = keys.find(({ id }) => id === cut?.keyId)
  const isValid = cut !== undefined && key !== undefined && isSealedBy(key, tx.tenantId, cut)
  if (isValid && first.previousMac !== null && cut.cutMac?.equals(first.previousMac) === true) return undefined
  return finding('seal-missing', first.seq - 1)
}

async function checkRows(
  tx: TenantTransaction,
  seal: Seal,
  previous: Seal | undefined,
): Promise<{ found: Finding[]; count: number; textLength: number }> {
  const named = unpackEntries(seal.entries)
  // Rows of a seal that was removed are not inserted ones.
  const isGap = previous !== undefined && previous.seq !== seal.seq - 1
  const range = { from: placeOfSeal(previous), to: placeOfSeal(seal) }
  // More rows than the seal names were inserted; some of them are enough to say so.
  const { entries: there, textLength } = await readEntries(tx, { ...range, limit: named.size + findingsMax })
  const found: Finding[] = []
  const seen = new Set<string>()
  for (const { id, digest, at } of there) {
    seen.add(id)
    const about = { row: id, at: at.toISOString() }
    const wanted = named.get(id)
    if (wanted === undefined) found.push(...(isGap ? [] : [finding('row-inserted', seal.seq, about)]))
    else if (wanted !== digest.toString('hex')) found.push(finding('row-edited', seal.seq, about))
  }
  for (const id of named.keys()) if (!seen.has(id)) found.push(finding('row-missing', seal.seq, { row: id }))
  if (found.length === 0 && !isGap && !packEntries(there).equals(seal.entries))
    found.push(finding('row-order', seal.seq))
  return { found, count: there.length, textLength }
}

/** Rows after the last seal. */
export async function unsealedRows(
  tx: TenantTransaction,
  last: Seal | undefined,
): Promise<{ rows: number; oldestAt: string | null }> {
  const place = placeOfSeal(last)
  const after = place === undefined ? sql`` : sql`and (position, id) > (${place.position}::bigint, ${place.id}::uuid)`
  const { rows } = await sql<{ rows: string; oldest: Date | null }>`
    select count(*) as rows, min(at) as oldest from audit where tenant_id = ${tx.tenantId} ${after}`.execute(tx.db)
  const [{ rows: count, oldest } = { rows: '0', oldest: null }] = rows
  return { rows: Number(count), oldestAt: oldest?.toISOString() ?? null }
}

function wrapped<Value>(value: Value | undefined): Value[] {
  return value === undefined ? [] : [value]
}
