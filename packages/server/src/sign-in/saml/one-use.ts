import { sql } from 'kysely'

import type { TenantTransaction } from '../../database/tenant-scope.ts'
import { hashToken } from '../../secrets/secret-box.ts'

/**
 * Marks the id of an assertion or logout request as used, in the caller's transaction: of any number of concurrent
 * callers, in any process, one gets true. The record can be removed after `untilMs`, when the message has expired.
 */
export async function useOnce(
  tx: TenantTransaction,
  use: { readonly kind: 'assertion' | 'logout'; readonly providerId: string; readonly id: string; untilMs: number },
): Promise<boolean> {
  const prefix = use.kind === 'assertion' ? 'saml' : 'saml-logout'
  const result = await tx.db
    .insertInto('assertion_uses')
    .values({
      issuer: `${prefix}:${use.providerId}`,
      id_hash: hashToken(use.id),
      expires_at: sql<Date>`to_timestamp(${use.untilMs / 1000})`,
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'id_hash']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}
