import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

/**
 * Locks the provider and the person of a grant or session before the row itself is used, in the order of a sign-in: provider,
 * person, session, grant. Foreign keys would lock both too, but only after the row. Several such calls run at the same time. A
 * call that ends sessions locks only the person (people/queries.ts `lockPerson`): it waits for them, and later ones for it.
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
