import type { KeyContent } from '../../../kit/keys/read-key.ts'

/** A certificate, or bare key, in a slot. */
export type Held = {
  readonly content: KeyContent
  /** A sign-in was verified with it. */
  readonly isProven: boolean
  /** An expired certificate is accepted until then, ms. */
  readonly extendedUntilMs: number | undefined
}

type Situation = {
  readonly held: readonly Held[]
  /** Certificates that the metadata lists and that may be trusted, in its order. */
  readonly published: readonly KeyContent[]
  /** Fingerprints of held certificates that the metadata listed before. */
  readonly listedBefore: ReadonlySet<string>
  /** Whether a sign-in was verified with a published certificate that is in no slot. */
  readonly isUsed: (fingerprint: string) => boolean
  readonly nowMs: number
}

export type SlotPlan = {
  /** What the slots are to hold: one or two. */
  readonly slots: readonly KeyContent[]
  readonly added: readonly KeyContent[]
  readonly retired: readonly KeyContent[]
  /** Published, and in no slot. */
  readonly left: readonly KeyContent[]
  /** Fingerprints of held certificates that the metadata listed once, and lists no longer. */
  readonly withdrawn: readonly string[]
}

/**
 * How the two slots follow the metadata (docs/decisions/0081). A certificate is retired only after the metadata listed it
 * and no longer does: once another one that it lists has proven itself, or when nothing accepts it anyway. One that an
 * administrator entered and that the metadata never listed stays. Without a usable certificate in the metadata nothing changes.
 */
export function planSlots({ held, published, listedBefore, isUsed, nowMs }: Situation): SlotPlan {
  const isListed = ({ content }: Held) => published.some((one) => isSame(content, one))
  const withdrawn = held.filter((one) => !isListed(one) && listedBefore.has(one.content.fingerprint))
  const names = withdrawn.map(({ content }) => content.fingerprint)
  if (published.length === 0)
    return { slots: held.map(({ content }) => content), added: [], retired: [], left: [], withdrawn: [...listedBefore] }
  const hasSuccessor = held.some((one) => isListed(one) && one.isProven && works(one, nowMs))
  const candidates = published
    .filter((one) => !held.some(({ content }) => isSame(content, one)))
    .toSorted(
      (a, b) => Number(isUsed(b.fingerprint)) - Number(isUsed(a.fingerprint)) || endOf(b.notAfter) - endOf(a.notAfter),
    )
  const isFull = held.length > 1 && candidates.length > 0
  const gone = hasSuccessor ? withdrawn : withdrawn.filter((one) => isFull && one === leastNeeded(withdrawn, nowMs))
  const kept = held.filter((one) => !gone.includes(one)).map(({ content }) => content)
  const added = candidates.slice(0, 2 - kept.length)
  return {
    slots: [...kept, ...added],
    added,
    retired: gone.map(({ content }) => content),
    left: candidates.slice(added.length),
    withdrawn: names.filter((name) => kept.some(({ fingerprint }) => fingerprint === name)),
  }
}

/** A bare key is the same as each certificate of that key. */
function isSame(held: KeyContent, published: KeyContent): boolean {
  return (
    held.fingerprint === published.fingerprint ||
    (held.kind !== 'certificate' && held.publicKey.equals(published.publicKey))
  )
}

/** The withdrawn certificate that makes room: it verifies nothing now, or never has. */
function leastNeeded(withdrawn: readonly Held[], nowMs: number): Held | undefined {
  return withdrawn.findLast((one) => !works(one, nowMs)) ?? withdrawn.findLast(({ isProven }) => !isProven)
}

/** Whether a sign-in may be verified with it now. */
export function works({ content: { notBefore, notAfter }, extendedUntilMs = 0 }: Held, nowMs: number): boolean {
  if (notBefore !== null && notBefore.getTime() > nowMs) return false
  return endOf(notAfter) > nowMs || extendedUntilMs > nowMs
}

function endOf(notAfter: Date | null): number {
  return notAfter?.getTime() ?? Infinity
}
