import type { SwitchRefusal } from '@portico/core/contract'

import type { AuditEntry } from '../../kit/audit-trail/record.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { keepingAdminPath } from '../identity-providers/keep-admin-path.ts'
import { lockProviderList, lockProviderRow, primaryProviderId } from '../identity-providers/rows.ts'
import { becomePrimary } from './accept.ts'
import { readAnsweringSession, readPendingSwitch, type AnsweringSession, type PendingSwitch } from './queries.ts'

/** What the person of a session is asked, and whether they can accept it. */
export type SwitchQuestion = Pick<AnsweringSession, 'isFresh' | 'userId'> & {
  readonly pending: PendingSwitch | undefined
  readonly refusal: SwitchRefusal | undefined
}

/** An acceptance that waits until the person has signed in at the new provider: of this switch, by this person. */
export type WaitingAcceptance = {
  readonly switchId: string
  readonly userId: string
  /** SHA-256 of the session's token, in base64url, in which they accepted: Not Now there takes it back. */
  readonly sessionHash: string
  /** Where they go once it counts. */
  readonly returnPath: string
}

export async function readQuestion(
  tx: TenantTransaction,
  sessionHash: Buffer,
  options: { readonly lock?: boolean } = {},
): Promise<SwitchQuestion> {
  const pending = await readPendingSwitch(tx, options)
  const session = await readAnsweringSession(tx, sessionHash, pending?.group.id)
  return { pending, refusal: refusalOf(pending, session), isFresh: session.isFresh, userId: session.userId }
}

/** The same under the locks of those who change providers, their groups and the choice. */
export async function lockQuestion(tx: TenantTransaction, sessionHash: Buffer): Promise<SwitchQuestion> {
  await lockProviderList(tx)
  await lockProviders(tx)
  return readQuestion(tx, sessionHash, { lock: true })
}

/** Makes the provider of a locked question primary. */
export async function acceptSwitch(
  tx: TenantTransaction,
  pending: PendingSwitch,
  audit: (entry: AuditEntry) => Promise<void>,
): Promise<void> {
  await keepingAdminPath(tx, () => becomePrimary(tx, pending))
  const { provider, group, graceSecs, chosenBy, chosenAt } = pending
  const after = { group: group.name, graceSecs, chosenBy, chosenAt: chosenAt.toISOString() }
  await audit({ action: 'primary-switch.accept', target: { kind: 'identity-provider', ...provider }, after })
}

/** The primary and the chosen provider, always before the choice itself: a deletion locks in the same order. */
async function lockProviders(tx: TenantTransaction): Promise<void> {
  const ids = [await primaryProviderId(tx), (await readPendingSwitch(tx))?.provider.id]
  for (const id of ids.filter((one) => one !== undefined).toSorted()) await lockProviderRow(tx, id)
}

function refusalOf(
  pending: PendingSwitch | undefined,
  session: Pick<AnsweringSession, 'providerId' | 'isMember'>,
): SwitchRefusal | undefined {
  if (pending === undefined) return 'IDP_SWITCH_NONE'
  if (session.providerId !== pending.provider.id) return 'IDP_SWITCH_OTHER_PROVIDER'
  return session.isMember ? undefined : 'IDP_SWITCH_NOT_MEMBER'
}
