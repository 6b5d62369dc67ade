import { sql } from 'kysely'

import { grantsOfGroups } from '../../access/grants/grants.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

/** Names of the identity providers that have groups which open an application in an environment. */
export async function openedBy(
  tx: TenantTransaction,
  { environmentId, applicationId }: { readonly environmentId: string; readonly applicationId: string },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct p.name
      from (${grantsOfGroups(tx)}) m
      join groups g on g.tenant_id = ${tx.tenantId} and g.id = m.group_id
      join identity_providers p
        on p.tenant_id = ${tx.tenantId} and p.id = g.identity_provider_id and p.enabled and p.deleted_at is null
     where m.environment_id = ${environmentId} and m.application_id = ${applicationId}
     order by p.name`.execute(tx.db)
  return rows.map(({ name }) => name)
}
