import type { Words } from '../../kit/words/words.ts'
import type { ServiceAccount } from './contract.ts'
import type { KeySlot } from './fields.ts'
import { attempt, type KeyFolder } from './rotation-folder.ts'
import { freeSlot, olderSlot, slotOf } from './rotation-rules.ts'

export type RotationPlan =
  /** The key in the file is stored already, in this slot. */
  | { readonly status: 'stored'; readonly slot: KeySlot }
  /** `pending`: the public key of a file that an earlier run wrote for this account; undefined: a new key is made. */
  | { readonly status: 'store'; readonly slot: KeySlot; readonly pending: string | undefined }
  | { readonly status: 'failed'; readonly cause: 'file' | 'full'; readonly reason: string }

/** What a rotation does next for an account, by its keys and its file. Changes nothing. */
export function planRotation(
  { folder, say }: { readonly folder: KeyFolder; readonly say: Words['say'] },
  account: ServiceAccount,
  file: string,
  { replacesOlder }: { readonly replacesOlder?: boolean | undefined },
): RotationPlan {
  const known = attempt(() => folder.publicKeyIn(file))
  if (known instanceof Error) return { status: 'failed', cause: 'file', reason: known.message }
  const stored = known === undefined ? undefined : slotOf(account, known)
  if (stored !== undefined) return { status: 'stored', slot: stored }
  if (known !== undefined && attempt(() => folder.isPendingFor(file, account.id)) !== true)
    return { status: 'failed', cause: 'file', reason: say('rotation.otherKey', { path: folder.pathOf(file) }) }
  const slot = freeSlot(account) ?? (replacesOlder === true ? olderSlot(account) : undefined)
  if (slot === undefined) return { status: 'failed', cause: 'full', reason: say('rotation.full') }
  return { status: 'store', slot, pending: known }
}
