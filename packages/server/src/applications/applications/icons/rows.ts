import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import type { Icon } from './icon.ts'

export type IconFile = { readonly type: string; readonly bytes: Buffer }

/** `hash`: SHA-256 of the bytes, in hexadecimal. */
export async function findIcon(tx: TenantTransaction, hash: string): Promise<IconFile | undefined> {
  return tx.db
    .selectFrom('application_icons')
    .select(['type', 'bytes'])
    .where('tenant_id', '=', tx.tenantId)
    .where('hash', '=', hash)
    .limit(1)
    .executeTakeFirst()
}

export async function saveIcon(
  tx: TenantTransaction,
  applicationId: string,
  { hash, type, bytes }: Pick<Icon, 'type' | 'bytes' | 'hash'>,
): Promise<void> {
  const values = { hash, type, bytes }
  await tx.db
    .insertInto('application_icons')
    .values({ tenant_id: tx.tenantId, application_id: applicationId, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'application_id']).doUpdateSet(values))
    .execute()
}

export async function removeIcon(tx: TenantTransaction, applicationId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('application_icons')
    .where('tenant_id', '=', tx.tenantId)
    .where('application_id', '=', applicationId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
