import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { SecretKey } from '../secrets/secret-key.ts'
import { finding, type Finding } from './finding.ts'
import { isSealedBy, readSeals, type Seal } from './seal-rows.ts'

type Link = { readonly seal: Seal; readonly previous: Seal | undefined; readonly isFirst: boolean }

/** Whether a seal is what its key sealed, and continues the one before it. */
export async function checkLink(
  tx: TenantTransaction,
  keys: readonly SecretKey[],
  { seal, previous, isFirst }: Link,
): Promise<Finding[]> {
  const { seq } = seal
  const found = checkSeal(tx.tenantId, keys, seal)
  if (found !== undefined) return [found]
  if (isFirst) {
    const cut = seq === 1 ? undefined : await checkCut(tx, keys, seal)
    return cut === undefined ? [] : [cut]
  }
  if (previous === undefined || previous.seq !== seq - 1) return [finding('seal-missing', seq - 1)]
  return seal.previousMac?.equals(previous.mac) === true ? [] : [finding('seal-edited', seq - 1)]
}

/** Whether a seal is what its key sealed. */
export function checkSeal(tenantId: string, keys: readonly SecretKey[], seal: Seal): Finding | undefined {
  const key = keys.find(({ id }) => id === seal.keyId)
  if (key === undefined) return finding('key-missing', seal.seq, { key: seal.keyId })
  return isSealedBy(key, tenantId, seal) ? undefined : finding('seal-edited', seal.seq)
}

/** Where the chain does not begin with 1, a checkpoint in it has to name the seal before. */
async function checkCut(tx: TenantTransaction, keys: readonly SecretKey[], first: Seal): Promise<Finding | undefined> {
  const row = await tx.db
    .selectFrom('audit_seals')
    .select('seq')
    .where('tenant_id', '=', tx.tenantId)
    .where('cut_seq', '=', first.seq - 1)
    .executeTakeFirst()
  const seq = row === undefined ? undefined : Number(row.seq)
  const [cut] = seq === undefined ? [] : await readSeals(tx, { from: seq, to: seq, limit: 1 })
  const isValid = cut !== undefined && checkSeal(tx.tenantId, keys, cut) === undefined
  if (isValid && first.previousMac !== null && cut.cutMac?.equals(first.previousMac) === true) return undefined
  return finding('seal-missing', first.seq - 1)
}

/**
 * The last mark of an operator who accepted the log as it was (accept.ts): a seal over no rows, which names no seals either.
 * A mark that the key did not seal is ignored.
 */
export async function lastMark(tx: TenantTransaction, keys: readonly SecretKey[]): Promise<Seal | undefined> {
  const row = await tx.db
    .selectFrom('audit_seals')
    .select('seq')
    .where('tenant_id', '=', tx.tenantId)
    .where('row_count', '=', 0)
    .where('cut_seq', 'is', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const [mark] = await readSeals(tx, { from: Number(row.seq), to: Number(row.seq), limit: 1 })
  return mark !== undefined && mark.rowCount === 0 && checkSeal(tx.tenantId, keys, mark) === undefined
    ? mark
    : undefined
}
