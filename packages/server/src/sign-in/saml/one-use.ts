import { sql } from 'kysely'

import type { TenantTransaction } from '../../database/tenant-scope.ts'
import { hashToken } from '../../secrets/secret-box.ts'

const prefixes = { assertion: 'saml', logout: 'saml-logout', request: 'saml-request' } as const

/**
 * Marks the id of an assertion, a logout request or an authentication request as used, in the caller's transaction: of any number of concurrent
 * callers, in any process, one gets true. The record can be removed after `untilMs`, when the message has expired.
 */
export async function useOnce(
  tx: TenantTransaction,
  use: {
    readonly kind: keyof typeof prefixes
    /** The provider, or the registration of the application, that sent it. */
    readonly providerId: string
    readonly id: string
    untilMs: number
  },
): Promise<boolean> {
  const result = await tx.db
    .insertInto('assertion_uses')
    .values({
      issuer: `${prefixes[use.kind]}:${use.providerId}`,
      id_hash: hashToken(use.id),
      expires_at: sql<Date>`to_timestamp(${use.untilMs / 1000})`,
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'id_hash']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}
