import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

/** Revokes a token at once. Returns whether it was active. */
export async function revokeAccessToken(tx: TenantTransaction, tokenId: string): Promise<boolean> {
  const result = await tx.db
    .updateTable('access_tokens')
    .set({ revoked_at: sql<Date>`now()` })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', tokenId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
