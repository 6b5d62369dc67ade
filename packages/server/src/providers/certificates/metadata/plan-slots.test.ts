import { expect, it } from 'vitest'

import { createOurKeyPair } from '../../../kit/keys/key-pair.ts'
import { readKey, type KeyContent } from '../../../kit/keys/read-key.ts'
import { planSlots, type Held } from './plan-slots.ts'

const dayMs = 86_400_000
const nowMs = Date.now()
const read = (pem: string): KeyContent => {
  const content = readKey(pem)
  if (typeof content === 'string') throw new Error(content)
  return content
}
const made = async (days: number) =>
  read(
    (await createOurKeyPair({ commonName: `${days}`, nowMs: nowMs + (days - 365) * dayMs, years: 1, bits: 2048 }))
      .certificate,
  )
const [a, b, c, d, over] = (await Promise.all([300, 310, 320, 330, -3].map(made))) as [
  KeyContent,
  KeyContent,
  KeyContent,
  KeyContent,
  KeyContent,
]

const held = (content: KeyContent, isProven = true): Held => ({ content, isProven, extendedUntilMs: undefined })
const plan = (
  slots: readonly Held[],
  published: readonly KeyContent[],
  { before = [], used = [] }: { before?: readonly KeyContent[]; used?: readonly KeyContent[] } = {},
) =>
  planSlots({
    held: slots,
    published,
    listedBefore: new Set(before.map(({ fingerprint }) => fingerprint)),
    isUsed: (fingerprint) => used.some((one) => one.fingerprint === fingerprint),
    nowMs,
  })

it('nothing changes without a usable certificate in the metadata', () => {
  expect(plan([held(a)], [], { before: [a] })).toMatchObject({ slots: [a], retired: [], withdrawn: [a.fingerprint] })
})

it('a new certificate takes the free slot; of several the one in use, else the one that lasts longest', () => {
  expect(plan([held(a)], [a, b])).toMatchObject({ slots: [a, b], added: [b], left: [] })
  expect(plan([held(a)], [a, b, c])).toMatchObject({ slots: [a, c], left: [b] })
  expect(plan([held(a)], [a, b, c], { used: [b] })).toMatchObject({ slots: [a, b], left: [c] })
})

it('both slots in use: what works and has proven itself, or is still listed, makes no room', () => {
  expect(plan([held(a), held(b, false)], [a, b, c])).toMatchObject({ slots: [a, b], added: [], left: [c] })
  expect(plan([held(a), held(b)], [c], { before: [a, b] })).toMatchObject({ slots: [a, b], left: [c] })
})

it('both slots in use: a listed one that is gone before it was used, or has expired, makes room for one', () => {
  expect(plan([held(a), held(b, false)], [a, c], { before: [a, b] })).toMatchObject({ slots: [a, c], retired: [b] })
  expect(plan([held(over), held(b)], [c, d], { before: [over, b] })).toMatchObject({ slots: [b, d], retired: [over] })
})

it('retired after the metadata no longer lists it and another listed one has proven itself, never on only one of the two', () => {
  expect(plan([held(a), held(b)], [b], { before: [a, b] })).toMatchObject({ slots: [b], retired: [a] })
  expect(plan([held(a), held(b, false)], [b], { before: [a, b] })).toMatchObject({ slots: [a, b], retired: [] })
  expect(plan([held(a), held(b)], [a, b], { before: [a, b] })).toMatchObject({ slots: [a, b], retired: [] })
  expect(plan([held(a), held(over)], [over], { before: [a, over] })).toMatchObject({ slots: [a, over], retired: [] })
})

it('what an administrator entered and the metadata never listed stays', () => {
  expect(plan([held(a), held(b, false)], [a])).toMatchObject({ slots: [a, b], retired: [], withdrawn: [] })
  expect(plan([held(a), held(b)], [b])).toMatchObject({ slots: [a, b], retired: [] })
})

it('a bare key is the listed certificate of that key', () => {
  const key = read(a.publicKey.export({ type: 'spki', format: 'pem' }).toString())
  expect(plan([held(key)], [a])).toMatchObject({ slots: [key], added: [], left: [] })
})
