import { sql } from 'kysely'

import type { Tables } from '../../database/tables.ts'
import type { TenantTransaction } from '../../database/tenant-scope.ts'

export type Proof = {
  readonly providerId: string
  /** Of the configuration that the login was verified with (fingerprint.ts). */
  readonly fingerprint: string
  readonly purpose: Tables['identity_provider_proofs']['purpose']
  /** Whether the Security Admin role was among the resulting roles. */
  readonly securityAdmin: boolean
  /** Username of the person who signed in. */
  readonly provedBy: string
  readonly recordId: string | undefined
}

/** Notes that a real login passed with a configuration. The latest of a kind is kept. */
export async function recordProof(tx: TenantTransaction, proof: Proof): Promise<void> {
  const latest = { proved_by: proof.provedBy, record_id: proof.recordId ?? null }
  await tx.db
    .insertInto('identity_provider_proofs')
    .values({
      tenant_id: tx.tenantId,
      identity_provider_id: proof.providerId,
      fingerprint: proof.fingerprint,
      purpose: proof.purpose,
      security_admin: proof.securityAdmin,
      ...latest,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'identity_provider_id', 'fingerprint', 'purpose', 'security_admin'])
        .doUpdateSet({ ...latest, proved_at: sql<Date>`now()` }),
    )
    .execute()
}

/** Whether a real login passed with this configuration. */
export async function isProven(tx: TenantTransaction, providerId: string, fingerprint: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('identity_provider_proofs')
    .select('fingerprint')
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .where('fingerprint', '=', fingerprint)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
