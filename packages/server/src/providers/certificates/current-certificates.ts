import { certificateIn, certificateSlots, type CertificateHistory } from '../identity-providers/certificate-facts.ts'
import type { ProviderRow } from '../identity-providers/rows.ts'
import type { Held } from './metadata/plan-slots.ts'

/** The readable certificates in the slots of a provider, as they are in effect. */
export function heldCertificates(
  { id, config }: Pick<ProviderRow, 'id' | 'config'>,
  history: CertificateHistory,
): Held[] {
  return certificateSlots.flatMap((slot) => {
    const content = certificateIn(config, slot)
    if (content === undefined) return []
    return {
      content,
      isProven: history.lastUsedAt(id, content.fingerprint) !== undefined,
      extendedUntilMs: history.extendedUntil(id, content.fingerprint)?.getTime(),
    }
  })
}
