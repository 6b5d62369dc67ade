import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

/** Revokes the active tokens of a person whose row the caller holds. Returns how many there were. */
export async function revokeTokensOfPerson(tx: TenantTransaction, userId: string, by: string): Promise<number> {
  const { rows } = await sql`
    update api_tokens set revoked_at = now(), revoked_by = ${by}
     where tenant_id = ${tx.tenantId} and user_id = ${userId} and revoked_at is null and expires_at > now()
    returning 1`.execute(tx.db)
  return rows.length
}
