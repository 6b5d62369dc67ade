import type { CertificateFacts } from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { readKey, type KeyContent } from '../../kit/keys/read-key.ts'

export const certificateSlots = [1, 2] as const

/** What is known of certificates beside what they say themselves, by provider and fingerprint. */
export type CertificateHistory = {
  extendedUntil(providerId: string, fingerprint: string): Date | undefined
  lastUsedAt(providerId: string, fingerprint: string): Date | undefined
  provenAt(providerId: string, fingerprint: string): Date | undefined
  /** undefined: the metadata of this configuration was not read yet. */
  isListed(providerId: string, config: Readonly<Record<string, unknown>>, fingerprint: string): boolean | undefined
}

export async function readCertificateHistory(tx: TenantTransaction): Promise<CertificateHistory> {
  const extensions = await tx.db
    .selectFrom('certificate_extensions')
    .select(['identity_provider_id', 'fingerprint', 'extended_until'])
    .where('tenant_id', '=', tx.tenantId)
    .execute()
  const uses = await tx.db
    .selectFrom('certificate_uses')
    .select(['identity_provider_id', 'fingerprint', 'last_used_at', 'first_used_at'])
    .where('tenant_id', '=', tx.tenantId)
    .execute()
  const readings = await tx.db
    .selectFrom('metadata_readings')
    .select(['identity_provider_id', 'url', 'entity_id', 'listed'])
    .where('tenant_id', '=', tx.tenantId)
    .where('read_at', 'is not', null)
    .execute()
  const key = (id: string, fingerprint: string) => `${id} ${fingerprint}`
  const until = new Map(extensions.map((row) => [key(row.identity_provider_id, row.fingerprint), row.extended_until]))
  const used = new Map(uses.map((row) => [key(row.identity_provider_id, row.fingerprint), row]))
  const read = new Map(readings.map((row) => [row.identity_provider_id, row]))
  return {
    extendedUntil: (id, fingerprint) => until.get(key(id, fingerprint)),
    lastUsedAt: (id, fingerprint) => used.get(key(id, fingerprint))?.last_used_at,
    provenAt(id, fingerprint) {
      const use = used.get(key(id, fingerprint))
      return use?.first_used_at ?? use?.last_used_at
    },
    isListed(id, config, fingerprint) {
      const reading = read.get(id)
      if (reading?.url !== config['metadataUrl'] || reading?.entity_id !== config['entityId']) return undefined
      return reading?.listed.includes(fingerprint)
    },
  }
}

/** The signing certificates of a provider's configuration; empty for types without any. */
export function certificateFacts(
  provider: {
    readonly id: string
    readonly config: Readonly<Record<string, unknown>>
    readonly certificates_added: Readonly<Record<string, string>>
  },
  history: CertificateHistory,
): CertificateFacts[] {
  return certificateSlots.flatMap((slot) => {
    const content = certificateIn(provider.config, slot)
    if (content === undefined) return []
    const added = provider.certificates_added[content.fingerprint]
    const { subject, fingerprint, notBefore, notAfter } = content
    return {
      slot,
      subject,
      fingerprint,
      notBefore: notBefore?.toISOString() ?? null,
      notAfter: notAfter?.toISOString() ?? null,
      extendedUntil: history.extendedUntil(provider.id, fingerprint)?.toISOString() ?? null,
      addedAt: added === undefined ? null : new Date(added).toISOString(),
      lastUsedAt: history.lastUsedAt(provider.id, fingerprint)?.toISOString() ?? null,
      provenAt: history.provenAt(provider.id, fingerprint)?.toISOString() ?? null,
      listed: history.isListed(provider.id, provider.config, fingerprint) ?? null,
    }
  })
}

export function fingerprintsOf(config: Readonly<Record<string, unknown>>): string[] {
  return certificateSlots.flatMap((slot) => certificateIn(config, slot)?.fingerprint ?? [])
}

/** The readable certificate, or bare key, in a slot of a configuration. */
export function certificateIn(
  config: Readonly<Record<string, unknown>>,
  slot: (typeof certificateSlots)[number],
): KeyContent | undefined {
  const pem = config[`signingCertificate${slot}`]
  const content = typeof pem === 'string' ? readKey(pem) : 'unreadable'
  return typeof content === 'string' ? undefined : content
}
