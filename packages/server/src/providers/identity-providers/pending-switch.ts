import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

/** The provider that a pending switch would make primary (spec section 3, "pending switch status"). */
export async function pendingProviderId(tx: TenantTransaction): Promise<string | undefined> {
  const row = await tx.db
    .selectFrom('primary_switches')
    .select('identity_provider_id')
    .where('tenant_id', '=', tx.tenantId)
    .executeTakeFirst()
  return row?.identity_provider_id
}
