import type { SupportAccess } from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

/** `isLocked`: until the transaction ends, no other one changes it, and no support session begins or changes something. */
export async function readSupportAccess(tx: TenantTransaction, { isLocked = false } = {}): Promise<SupportAccess> {
  const query = tx.db
    .selectFrom('tenants')
    .select(['allow_pros_access as allowProsAccess', 'allow_pros_change as allowProsChange'])
    .where('tenant_id', '=', tx.tenantId)
  return (isLocked ? query.forNoKeyUpdate() : query).executeTakeFirstOrThrow()
}

/** Absent: what is set stays. Without access, nothing may be changed either. */
export async function saveSupportAccess(
  tx: TenantTransaction,
  wanted: { readonly [flag in keyof SupportAccess]?: boolean | undefined },
): Promise<void> {
  const before = await readSupportAccess(tx, { isLocked: true })
  const { allowProsAccess = before.allowProsAccess, allowProsChange = before.allowProsChange } = wanted
  await tx.db
    .updateTable('tenants')
    .set({ allow_pros_access: allowProsAccess, allow_pros_change: allowProsAccess && allowProsChange })
    .where('tenant_id', '=', tx.tenantId)
    .execute()
}
