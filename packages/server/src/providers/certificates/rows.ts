import { expiringDays, type CertificateFacts, type CertificateRow } from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { certificateFacts, readCertificateHistory } from '../identity-providers/certificate-facts.ts'
import { listProviderRows } from '../identity-providers/rows.ts'

const dayMs = 86_400_000
/** Spec section 9: how long an expired certificate can be authorised, from that moment. */
export const extensionMs = 72 * 3_600_000

/** The signing certificates of all providers of the tenant. */
export async function listCertificateRows(tx: TenantTransaction, nowMs: number): Promise<CertificateRow[]> {
  const history = await readCertificateHistory(tx)
  return (await listProviderRows(tx)).flatMap((provider) =>
    certificateFacts(provider, history).map((facts) => ({
      idp: provider.id,
      idpName: provider.name,
      ...facts,
      state: certificateState(facts, nowMs),
    })),
  )
}

export function certificateState(
  { notBefore, notAfter, extendedUntil }: Pick<CertificateFacts, 'notBefore' | 'notAfter' | 'extendedUntil'>,
  nowMs: number,
): CertificateRow['state'] {
  if (notBefore === null || notAfter === null) return 'key'
  if (Date.parse(notBefore) > nowMs) return 'early'
  const leftMs = Date.parse(notAfter) - nowMs
  if (leftMs >= 0) return leftMs <= expiringDays * dayMs ? 'expiring' : 'valid'
  return extendedUntil !== null && Date.parse(extendedUntil) > nowMs ? 'extended' : 'expired'
}

/** Records the authorisation; false if this certificate was authorised before. */
export async function insertExtension(
  tx: TenantTransaction,
  extension: {
    readonly providerId: string
    readonly fingerprint: string
    readonly until: Date
    readonly by: string
    readonly reason: string
  },
): Promise<boolean> {
  const row = await tx.db
    .insertInto('certificate_extensions')
    .values({
      tenant_id: tx.tenantId,
      identity_provider_id: extension.providerId,
      fingerprint: extension.fingerprint,
      extended_until: extension.until,
      authorised_by: extension.by,
      reason: extension.reason,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('fingerprint')
    .executeTakeFirst()
  return row !== undefined
}
