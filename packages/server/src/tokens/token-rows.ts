import { sql } from 'kysely'

import type { TenantTransaction } from '../database/tenant-scope.ts'

export type IssuedAt = { readonly issuedAtSecs: number; readonly expiresAtSecs: number }

/**
 * Records a token before it is returned; its times are the database's, in whole seconds since the epoch. undefined when
 * the account, or the key that signed for it, was removed in the meantime.
 */
export async function recordAccessToken(
  tx: TenantTransaction,
  token: {
    readonly id: string
    readonly accountId: string
    readonly keyThumbprint: string
    readonly audience: string
    readonly lifeSecs: number
  },
): Promise<IssuedAt | undefined> {
  const issuedAt = sql<Date>`date_trunc('second', now())`
  const rows = await tx.db
    .insertInto('access_tokens')
    .columns(['tenant_id', 'id', 'service_account_id', 'key_thumbprint', 'audience', 'issued_at', 'expires_at'])
    .expression((from) =>
      from
        .selectFrom('service_accounts as a')
        .select([
          'a.tenant_id',
          sql<string>`${token.id}::text`.as('id'),
          'a.id as service_account_id',
          sql<string>`${token.keyThumbprint}::text`.as('key_thumbprint'),
          sql<string>`${token.audience}::text`.as('audience'),
          issuedAt.as('issued_at'),
          sql<Date>`${issuedAt} + make_interval(secs => ${token.lifeSecs})`.as('expires_at'),
        ])
        .where('a.tenant_id', '=', tx.tenantId)
        .where('a.id', '=', token.accountId)
        .where(sql<boolean>`${token.keyThumbprint}::text in (a.key1_thumbprint, a.key2_thumbprint)`),
    )
    .returning(['issued_at', 'expires_at'])
    .execute()
  const [row] = rows
  return row && { issuedAtSecs: row.issued_at.getTime() / 1000, expiresAtSecs: row.expires_at.getTime() / 1000 }
}

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
