import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

/**
 * Locks the provider and the person of a grant or session before the row itself is used, in the order of a sign-in: provider,
 * person, session, grant. Foreign keys would lock both too, but only after the row. Several such calls run at the same time. A
 * call that ends sessions locks only the person (`lockPerson`): it waits for them, and later ones for it.
 */
export async function holdPersonOf(
  tx: TenantTransaction,
  table: 'cli_grants' | 'sessions',
  hash: Buffer,
): Promise<void> {
  await sql`
    select from ${sql.table(table)} o
      join identity_providers p on p.tenant_id = o.tenant_id and p.id = o.identity_provider_id
      join users u on u.tenant_id = o.tenant_id and u.id = o.user_id
     where o.tenant_id = ${tx.tenantId} and o.id_hash = ${hash}
       for key share of p, u`.execute(tx.db)
}

/**
 * Locks the person against everything that refers to the row, so that a session that begins at the same time is there
 * before, and ends with the others, or begins after what the caller does.
 */
export async function lockPerson(tx: TenantTransaction, id: string): Promise<void> {
  await tx.db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .forUpdate()
    .execute()
}
