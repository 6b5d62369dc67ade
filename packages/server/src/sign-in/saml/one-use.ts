import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'

const prefixes = { assertion: 'saml', logout: 'saml-logout', request: 'saml-request' } as const

/**
 * Marks the id of an assertion, a logout request or an authentication request as used, in the caller's transaction: of any
 * number of concurrent callers, in any process, one gets true. The record can be removed after `untilMs`, when the message
 * has expired.
 */
export async function useOnce(tx: TenantTransaction, { kind, providerId, id, untilMs }: Use): Promise<boolean> {
  const first = await tx.db
    .insertInto('assertion_uses')
    .values({
      issuer: `${prefixes[kind]}:${providerId}`,
      id_hash: hashToken(id),
      expires_at: sql<Date>`to_timestamp(${untilMs / 1000})`,
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'id_hash']).doNothing())
    .returning('expires_at')
    .execute()
  return first.length === 1
}

type Use = {
  readonly kind: keyof typeof prefixes
  /** The provider, or the registration of the application, that sent it. */
  readonly providerId: string
  readonly id: string
  readonly untilMs: number
}
