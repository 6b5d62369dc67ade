import type { AuditEntry } from '../../kit/audit-trail/record.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { conflict, invalid } from '../../kit/http/failure.ts'
import { certificateFacts, readCertificateHistory } from '../identity-providers/certificate-facts.ts'
import { readConfigurations } from '../identity-providers/drafts/working-copy.ts'
import type { ProviderRow } from '../identity-providers/rows.ts'
import { extensionMs, insertExtension } from './rows.ts'

type Extension = {
  /** Locked by the caller. */
  readonly provider: ProviderRow
  readonly fingerprint: string
  readonly reason: string
  readonly by: string
  readonly nowMs: number
}

/**
 * Authorises a certificate, in effect or in the draft, for 72 more hours: only an expired one, once, and with a reason (spec section 4). Answers
 * until when. Throws Failure 400 and 409.
 */
export async function extendExpired(
  tx: TenantTransaction,
  { provider, fingerprint, reason, by, nowMs }: Extension,
  audit: (entry: AuditEntry) => Promise<void>,
): Promise<Date> {
  const history = await readCertificateHistory(tx)
  const { live, working } = await readConfigurations(tx, provider)
  const held = [live.row, working.row]
    .flatMap((row) => certificateFacts(row, history))
    .find((one) => one.fingerprint === fingerprint)
  if (held === undefined)
    throw invalid([{ errorID: 'EXTENSION_NO_CERTIFICATE', fieldID: 'fingerprint' }], 'certificate')
  if (held.notAfter === null || Date.parse(held.notAfter) >= nowMs)
    throw conflict('EXTENSION_NOT_EXPIRED', 'fingerprint', 'certificate')
  const until = new Date(nowMs + extensionMs)
  const inserted = await insertExtension(tx, { providerId: provider.id, fingerprint, until, by, reason })
  if (!inserted) throw conflict('EXTENSION_USED', 'fingerprint', 'certificate')
  const { subject, notAfter } = held
  await audit({
    action: 'certificate.extend',
    target: { kind: 'identity-provider', id: provider.id, name: provider.name },
    after: { fingerprint, subject, notAfter, extendedUntil: until.toISOString(), reason },
  })
  return until
}
