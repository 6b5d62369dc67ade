import type { AuditEntry } from '../../kit/audit-trail/record.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { conflict, invalid } from '../../kit/http/failure.ts'
import { readCertificateHistory } from '../identity-providers/certificate-facts.ts'
import type { ProviderRow } from '../identity-providers/rows.ts'
import { keepingAdminPath } from '../identity-providers/keep-admin-path.ts'
import { heldCertificates } from './current-certificates.ts'
import { works } from './metadata/plan-slots.ts'
import { replaceSlots } from './replace-slots.ts'
import { retireElsewhere } from './retire-elsewhere.ts'

/**
 * Removes one of two certificates in effect, at once; the other one moves to slot 1. Neither Keep nor a revert brings it back.
 * The caller holds `lockProviderList` and the provider's row. Throws Failure 400 for a certificate that is not there, 409 for
 * the last one, `CERTIFICATE_REVERTS` where an unconfirmed change would revert to nothing that works, and `LAST_ADMIN_PATH`
 * where the other one has not proven itself and no path to Security Admin would be left.
 */
export async function retireHeld(
  tx: TenantTransaction,
  provider: ProviderRow,
  { fingerprint, nowMs }: { readonly fingerprint: string; readonly nowMs: number },
  audit: (entry: AuditEntry) => Promise<void>,
): Promise<void> {
  const history = await readCertificateHistory(tx)
  const held = heldCertificates(provider, history)
  const retired = held.find(({ content }) => content.fingerprint === fingerprint)
  if (retired === undefined)
    throw invalid([{ errorID: 'EXTENSION_NO_CERTIFICATE', fieldID: 'fingerprint' }], 'certificate')
  const others = held.filter((one) => one !== retired)
  if (others.length === 0) throw conflict('CERTIFICATE_LAST', 'fingerprint', 'certificate')
  const staysProven = others.some((one) => one.isProven && works(one, nowMs))
  const slots = others.map(({ content }) => content)
  await keepingAdminPath(tx, async () => {
    await replaceSlots(tx, provider, { slots, removes: true, staysProven })
    await retireElsewhere(tx, provider, { fingerprint, inEffect: { slots, staysProven }, history, nowMs })
  })
  const { subject, notAfter } = retired.content
  await audit({
    action: 'certificate.retire',
    target: { kind: 'identity-provider', id: provider.id, name: provider.name },
    before: { fingerprint, subject, notAfter },
  })
}
