import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { fingerprintsOf } from './certificate-facts.ts'

type Config = Readonly<Record<string, unknown>>

/**
 * Records now as the time at which certificates were added to a provider: those of `config` that are not in any of `before`.
 * Every statement that stores a configuration with new certificates, draft or not, is followed by it.
 */
export async function noteCertificates(
  tx: TenantTransaction,
  id: string,
  { config, before }: { readonly config: Config; readonly before: readonly Config[] },
): Promise<void> {
  const known = new Set(before.flatMap(fingerprintsOf))
  const added = fingerprintsOf(config).filter((fingerprint) => !known.has(fingerprint))
  if (added.length === 0) return
  await sql`
    update identity_providers set certificates_added = certificates_added
           || (select jsonb_object_agg(fingerprint, now()) from unnest(${added}::text[]) fingerprint)
     where tenant_id = ${tx.tenantId} and id = ${id}`.execute(tx.db)
}
