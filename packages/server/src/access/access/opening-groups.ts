import { accessShownMax, type OpeningGroup } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { grantsOfGroups } from '../grants/grants.ts'

/** The groups that open an application, in one environment or in all, by environment, role and name. */
export async function openingGroups(
  tx: TenantTransaction,
  place: { readonly applicationId: string; readonly environmentId?: string | undefined },
): Promise<{ readonly openedBy: OpeningGroup[]; readonly openedByCount: number }> {
  const { applicationId, environmentId = null } = place
  const { rows } = await sql<OpeningGroup & { count: number }>`
    select g.id, g.name, p.name as "identityProvider", e.name as environment,
           case when m.is_visible then m.label end as role, count(*) over ()::int as count
      from (${grantsOfGroups(tx)}) m
      join groups g on g.tenant_id = ${tx.tenantId} and g.id = m.group_id
      join identity_providers p on p.tenant_id = ${tx.tenantId} and p.id = g.identity_provider_id
      join environments e on e.tenant_id = ${tx.tenantId} and e.id = m.environment_id
     where m.application_id = ${applicationId}
       and (${environmentId}::uuid is null or m.environment_id = ${environmentId}::uuid)
     order by e.name collate "C", m.label collate "C" nulls first, lower(g.name) collate "C", g.id
     limit ${accessShownMax}`.execute(tx.db)
  return { openedBy: rows.map(({ count: _, ...group }) => group), openedByCount: rows[0]?.count ?? 0 }
}
