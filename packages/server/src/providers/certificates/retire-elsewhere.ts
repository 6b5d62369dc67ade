import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { conflict } from '../../kit/http/failure.ts'
import type { CertificateHistory } from '../identity-providers/certificate-facts.ts'
import { findUnconfirmed } from '../identity-providers/drafts/unconfirmed.ts'
import { findDraft } from '../identity-providers/drafts/working-copy.ts'
import type { ProviderRow } from '../identity-providers/rows.ts'
import { heldCertificates } from './current-certificates.ts'
import { works } from './metadata/plan-slots.ts'
import { putSlots, type Slots } from './replace-slots.ts'

type Retired = {
  readonly fingerprint: string
  /** What is in effect from now on. */
  readonly inEffect: Slots
  readonly history: CertificateHistory
  readonly nowMs: number
}

/**
 * Removes a retired certificate from the draft and from the configuration to which an unconfirmed change reverts, after
 * `replaceSlots` has changed those with the slots in effect. What else they hold stays if it works; otherwise a revert of the
 * same entity gets the slots in effect, and one of another entity throws Failure 409 `CERTIFICATE_REVERTS`. A draft whose only
 * certificate it is stays: it needs a test login before it is kept.
 */
export async function retireElsewhere(tx: TenantTransaction, provider: ProviderRow, retired: Retired): Promise<void> {
  const { fingerprint, inEffect, history, nowMs } = retired
  const { id } = provider
  const slotsWithout = (config: ProviderRow['config']): Slots | undefined => {
    const held = heldCertificates({ id, config }, history)
    const others = held.filter(({ content }) => content.fingerprint !== fingerprint)
    if (others.length === held.length) return undefined
    const staysProven = others.some((one) => one.isProven && works(one, nowMs))
    return { slots: others.map(({ content }) => content), staysProven }
  }
  const draft = await findDraft(tx, id)
  const drafted = draft && slotsWithout(draft.config)
  if (draft !== undefined && drafted !== undefined && drafted.slots.length > 0)
    await putSlots(tx, provider, { table: 'identity_provider_drafts', held: draft, next: drafted })

  const unconfirmed = await findUnconfirmed(tx, id)
  const reverted = unconfirmed && slotsWithout(unconfirmed.config)
  if (unconfirmed === undefined || reverted === undefined) return
  const isSameEntity = unconfirmed.config['entityId'] === provider.config['entityId']
  if (!reverted.staysProven && !isSameEntity) throw conflict('CERTIFICATE_REVERTS', 'fingerprint', 'certificate')
  const next = reverted.staysProven ? reverted : inEffect
  await putSlots(tx, provider, { table: 'unconfirmed_changes', held: unconfirmed, next })
}
