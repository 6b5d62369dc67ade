import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { openEnvironmentsQuery } from '../../tenant/environments/queries.ts'
import { isSecurityAdmin } from './security-admin.ts'

/** The only environment of a person, which their new session has selected; undefined when there are several. */
export async function selectOnlyEnvironment(
  tx: TenantTransaction,
  { hash, userId }: { readonly hash: Buffer; readonly userId: string },
): Promise<string | undefined> {
  const isAdmin = sql<boolean>`exists (
    select from sessions s join identity_providers p on p.tenant_id = s.tenant_id and p.id = s.identity_provider_id
     where s.tenant_id = ${tx.tenantId} and s.id_hash = ${hash} and ${isSecurityAdmin})`
  const open = openEnvironmentsQuery(tx, { kind: 'user', id: userId, environmentId: null, isAdmin })
  const { rows } = await sql<{ id: string }>`
    update sessions set environment_id = o.id
      from (select (array_agg(e.id))[1] as id from ${open} e having count(*) = 1) o
     where tenant_id = ${tx.tenantId} and id_hash = ${hash}
    returning o.id`.execute(tx.db)
  return rows[0]?.id
}
