import { keyFileName } from '../../kit/keys/new-key-pair.ts'
import { publicKeyBytes } from '../../kit/keys/pem-bytes.ts'
import type { ServiceAccount } from './contract.ts'
import type { KeySlot } from './fields.ts'

/** A key unused for this long is no longer in use: also a weekly job would have used it. */
export const quietDays = 8
const quietMs = quietDays * 86_400_000

type Keys = Pick<ServiceAccount, 'key1' | 'key2' | 'key1LastUsedAt' | 'key2LastUsedAt' | 'key1AddedAt' | 'key2AddedAt'>

/** The slot that holds this key already, in whatever spelling. */
export function slotOf(account: Keys, pem: string): KeySlot | undefined {
  const wanted = spelled(pem)
  return wanted === undefined ? undefined : slots.find((slot) => spelled(account[slot] ?? '') === wanted)
}

/** Its bytes as text, to compare. */
function spelled(pem: string): string | undefined {
  return publicKeyBytes(pem)?.join()
}

const slots = ['key1', 'key2'] as const

export function freeSlot(account: Keys): KeySlot | undefined {
  return slots.find((slot) => !account[slot])
}

/** The slot whose key was used longer ago. A key without a known time is from before the server noted such times. */
export function olderSlot(account: Keys): KeySlot {
  const timeOf = (slot: KeySlot) => Date.parse(lastUseOrAddition(account, slot) ?? '1970-01-01')
  return timeOf('key1') <= timeOf('key2') ? 'key1' : 'key2'
}

export function lastUse(account: Keys, slot: KeySlot): string | null {
  return account[`${slot}LastUsedAt`] ?? null
}

/** A key without a recorded use counts from the day it was added, because its program may not have started yet. */
function lastUseOrAddition(account: Keys, slot: KeySlot): string | undefined {
  return lastUse(account, slot) ?? account[`${slot}AddedAt`] ?? undefined
}

/** Whether a key was not used for {@link quietDays}. Where neither its use nor its addition is known, it may be in use. */
export function isQuiet(account: Keys, slot: KeySlot, nowMs: number): boolean {
  const since = lastUseOrAddition(account, slot)
  return since !== undefined && nowMs - Date.parse(since) >= quietMs
}

/** The file of each account's private key, by its id: its name, with the end of the id where names are too alike. The id is from the server too, so it is filtered like the name. */
export function keyFilesOf(
  accounts: readonly { readonly id: string; readonly name: string }[],
): ReadonlyMap<string, string> {
  const count = new Map<string, number>()
  for (const { name } of accounts) count.set(keyFileName(name), (count.get(keyFileName(name)) ?? 0) + 1)
  return new Map(
    accounts.map(({ id, name }) => {
      const file = keyFileName(name)
      return [id, (count.get(file) ?? 0) > 1 ? file.replace(/\.pem$/, `-${keyFileName(id.slice(-12))}`) : file]
    }),
  )
}
