import { sql } from 'kysely'

import { sendLater, type Later } from '../../kit/database/later.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'

const prefixes = { assertion: 'saml', logout: 'saml-logout', request: 'saml-request' } as const

/**
 * Marks the id of an assertion, a logout request or an authentication request as used, in the caller's transaction: of any
 * number of concurrent callers, in any process, one gets true. The record can be removed after `untilMs`, when the message
 * has expired.
 */
export async function useOnce(tx: TenantTransaction, use: Use): Promise<boolean> {
  return (await (await sendUse(tx, use)).rows()).length === 1
}

type Use = {
  readonly kind: keyof typeof prefixes
  /** The provider, or the registration of the application, that sent it. */
  readonly providerId: string
  readonly id: string
  readonly untilMs: number
}

/** The same, as part of the next message (later.ts): one row for the caller that is the first. */
export function sendUse(tx: TenantTransaction, { kind, providerId, id, untilMs }: Use): Promise<Later<unknown>> {
  const insert = tx.db
    .insertInto('assertion_uses')
    .values({
      issuer: `${prefixes[kind]}:${providerId}`,
      id_hash: hashToken(id),
      expires_at: sql<Date>`to_timestamp(${untilMs / 1000})`,
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'id_hash']).doNothing())
    .returning('expires_at')
  return sendLater(tx.db, insert)
}
