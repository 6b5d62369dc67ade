import type { CertificateFacts } from '@portico/core/contract'

import type { TenantTransaction } from '../database/tenant-scope.ts'
import { readKey } from '../keys/read-key.ts'

export const certificateSlots = [1, 2] as const

/** What is known of certificates beside what they say themselves, by provider and fingerprint. */
export type CertificateHistory = {
  extendedUntil(providerId: string, fingerprint: string): Date | undefined
  lastUsedAt(providerId: string, fingerprint: string): Date | undefined
}

export async function readCertificateHistory(tx: TenantTransaction): Promise<CertificateHistory> {
  const extensions = await tx.db
    .selectFrom('certificate_extensions')
    .select(['identity_provider_id', 'fingerprint', 'extended_until'])
    .where('tenant_id', '=', tx.tenantId)
    .execute()
  const uses = await tx.db
    .selectFrom('certificate_uses')
    .select(['identity_provider_id', 'fingerprint', 'last_used_at'])
    .where('tenant_id', '=', tx.tenantId)
    .execute()
  const key = (id: string, fingerprint: string) => `${id} ${fingerprint}`
  const until = new Map(extensions.map((row) => [key(row.identity_provider_id, row.fingerprint), row.extended_until]))
  const used = new Map(uses.map((row) => [key(row.identity_provider_id, row.fingerprint), row.last_used_at]))
  return {
    extendedUntil: (id, fingerprint) => until.get(key(id, fingerprint)),
    lastUsedAt: (id, fingerprint) => used.get(key(id, fingerprint)),
  }
}

/** The signing certificates of a provider's configuration; empty for types without any. */
export function certificateFacts(
  provider: { readonly id: string; readonly config: Readonly<Record<string, unknown>> },
  history: CertificateHistory,
): CertificateFacts[] {
  return certificateSlots.flatMap((slot) => {
    const pem = provider.config[`signingCertificate${slot}`]
    const content = typeof pem === 'string' ? readKey(pem) : 'unreadable'
    if (typeof content === 'string') return []
    const { subject, fingerprint, notBefore, notAfter } = content
    return {
      slot,
      subject,
      fingerprint,
      notBefore: notBefore?.toISOString() ?? null,
      notAfter: notAfter?.toISOString() ?? null,
      extendedUntil: history.extendedUntil(provider.id, fingerprint)?.toISOString() ?? null,
      lastUsedAt: history.lastUsedAt(provider.id, fingerprint)?.toISOString() ?? null,
    }
  })
}
