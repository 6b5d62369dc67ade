import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { SecretKey } from '../secrets/secret-key.ts'
import { finding, type Finding } from './finding.ts'
import { checkLink, checkSeal, lastMark } from './links.ts'
import type { Remembered } from './memory.ts'
import { readSeals, type Seal } from './seal-rows.ts'

/** Seals that are followed in one transaction; a machine that was off for long takes several. */
const stepMax = 200

/** The seal from which the chain continues what is remembered, or why it does not. */
export async function findRemembered(
  tx: TenantTransaction,
  keys: readonly SecretKey[],
  { remembered, last }: { readonly remembered: Remembered; readonly last: Seal | undefined },
): Promise<{ readonly from: Seal; readonly isFirst?: true } | { readonly found: Finding }> {
  const { seal: seq, sealedAt: at } = remembered
  const there = last?.seq === seq ? last : (await readSeals(tx, { from: seq, to: seq, limit: 1 }))[0]
  if (there?.mac.toString('hex') === remembered.mac) return { from: there }
  const mark = await lastMark(tx, keys)
  if (mark !== undefined && mark.sealedAt > new Date(at)) return { from: mark }
  const [first] = await readSeals(tx, { limit: 1 })
  // Retention has removed it: the checkpoint that names what was removed is in the chain.
  if (first !== undefined && first.seq > seq) return { from: first, isFirst: true }
  if (last === undefined || last.seq < seq) return { found: finding('memory-cut', seq, { at }) }
  return { found: finding('memory-replaced', seq, { at }) }
}

export type Followed =
  /** `end`: the seal up to which the chain continues what is remembered; undefined: nothing is sealed yet. */
  { readonly end: Seal | undefined; readonly isComplete: boolean } | { readonly found: Finding }

/**
 * Checks each seal since the remembered one against its key and the seal before it: only a chain that was sealed with the key
 * is followed, by a machine that was off too. In steady state this is one seal, which was read already.
 */
export async function follow(
  tx: TenantTransaction,
  keys: readonly SecretKey[],
  { remembered, last }: { readonly remembered: Remembered | undefined; readonly last: Seal | undefined },
): Promise<Followed> {
  if (remembered === undefined) {
    const found = last === undefined ? undefined : checkSeal(tx.tenantId, keys, last)
    return found === undefined ? { end: last, isComplete: true } : { found }
  }
  const start = await findRemembered(tx, keys, { remembered, last })
  if ('found' in start) return start
  const { from, isFirst = false } = start
  const [broken] = isFirst
    ? await checkLink(tx, keys, { seal: from, previous: undefined, isFirst })
    : [checkSeal(tx.tenantId, keys, from)]
  if (broken !== undefined) return { found: broken }
  let end = from
  if (from.seq !== last?.seq)
    for (const seal of await readSeals(tx, { from: from.seq + 1, limit: stepMax })) {
      const [found] = await checkLink(tx, keys, { seal, previous: end, isFirst: false })
      if (found !== undefined) return { found }
      end = seal
    }
  return { end, isComplete: end.seq === last?.seq }
}
