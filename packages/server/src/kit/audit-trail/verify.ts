import type { AuditHead, AuditVerification } from '@portico/core/contract'
import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { SecretKey } from '../secrets/secret-key.ts'
import { packEntries, readEntries, unpackEntries, type SealEntry } from './entries.ts'
import { finding, type Finding } from './finding.ts'
import { findRemembered } from './follow.ts'
import { compareHead } from './head.ts'
import { checkLink, lastMark } from './links.ts'
import type { Remembered } from './memory.ts'
import { lastSeal, placeOfSeal, readSeals, type Seal } from './seal-rows.ts'
import { oldUnsealed, unsealedRows, waitMaxMs } from './unsealed.ts'

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
  /** What this machine remembers of the tenant's chain; undefined: nothing. */
  readonly remembered?: Remembered | undefined
}

/**
 * Checks one part of a tenant's chain: each seal against its key and the seal before it, and the rows that are there against
 * those that it names. The first part compares the chain with the head and with what this machine remembers. `next`: the seal to
 * continue with; null after the last one, whose answer also says what is not sealed.
 */
export async function verifyPart(
  tx: TenantTransaction,
  keys: readonly SecretKey[],
  { from, head, remembered }: Asked,
): Promise<AuditVerification> {
  const seals = await sealsOf(tx, from)
  const [before] = from === undefined ? [] : await readSeals(tx, { from: from - 1, to: from - 1, limit: 1 })
  const findings: Finding[] = []
  if (from === undefined && head !== undefined) findings.push(...wrapped(await compareHead(tx, head, keys)))
  if (from === undefined && remembered !== undefined) {
    const compared = await findRemembered(tx, keys, { remembered, last: await lastSeal(tx) })
    if ('found' in compared) findings.push(compared.found)
  }
  // What an operator has accepted is not reported again as sealed late.
  const accepted = (await lastMark(tx, keys))?.seq ?? 0
  let previous = before
  let [checkedSeals, checkedRows, textLength] = [0, 0, 0]
  for (const [at, seal] of seals.entries()) {
    if (textLength > textMax) break
    const isFirst = from === undefined && at === 0
    findings.push(...(await checkLink(tx, keys, { seal, previous, isFirst })))
    const checked = await checkRows(tx, seal, previous)
    findings.push(...checked.found)
    if (seal.seq > accepted) findings.push(...wrapped(checked.late))
    checkedSeals += 1
    checkedRows += checked.count
    textLength += checked.textLength
    previous = seal
  }
  const last = previous
  const [following] = last === undefined ? [] : await readSeals(tx, { from: last.seq + 1, limit: 1 })
  const unsealed = following === undefined ? await unsealedRows(tx, last) : undefined
  if (unsealed !== undefined) findings.push(...wrapped(oldUnsealed(unsealed)))
  if (last === undefined && unsealed?.rows === 0) findings.push(finding('log-empty', null))
  return {
    checkedSeals,
    checkedRows,
    findings: findings.slice(0, findingsMax),
    next: following === undefined ? null : following.seq,
    unsealed: unsealed === undefined ? null : { rows: unsealed.rows, oldestAt: unsealed.oldestAt },
    remembered: remembered === undefined ? null : { seal: remembered.seal, since: remembered.since },
  }
}

async function sealsOf(tx: TenantTransaction, from: number | undefined): Promise<Seal[]> {
  const seals = await readSeals(tx, { ...(from === undefined ? {} : { from }), limit: sealsMax })
  let rows = 0
  const end = seals.findIndex(({ rowCount }) => (rows += rowCount) > rowsMax)
  return end === -1 ? seals : seals.slice(0, Math.max(1, end))
}

async function checkRows(
  tx: TenantTransaction,
  seal: Seal,
  previous: Seal | undefined,
): Promise<{ found: Finding[]; late: Finding | undefined; count: number; textLength: number }> {
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
  return { found, late: sealedLate(seal, there), count: there.length, textLength }
}

/** Rows that waited so long for their seal that they may have been changed before, or sealed a second time. */
function sealedLate({ seq, sealedAt }: Seal, entries: readonly SealEntry[]): Finding | undefined {
  const late = entries.filter(({ at }) => at.getTime() < sealedAt.getTime() - waitMaxMs)
  if (late.length === 0) return undefined
  const oldest = new Date(Math.min(...late.map(({ at }) => at.getTime())))
  const about = { rows: late.length, at: oldest.toISOString(), sealedAt: sealedAt.toISOString() }
  return finding('sealed-late', seq, about)
}

function wrapped<Value>(value: Value | undefined): Value[] {
  return value === undefined ? [] : [value]
}
