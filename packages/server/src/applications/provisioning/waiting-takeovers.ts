import type { DoctorFacts } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { behindMax } from './connections.ts'
import { waitsForApproval } from './forget.ts'

type Waiting = NonNullable<DoctorFacts['takeovers']>['rows'][number]

/**
 * Applications where people or groups wait until an administrator decides whether they may take over existing accounts, at most `most`;
 * `total` counts all. Those that an administrator switched off are not among them.
 */
export function waitingTakeovers(tx: TenantTransaction, most: number) {
  return sql<Waiting & { readonly total: number }>`
    select c.environment_id as "environmentId", e.name as environment, c.application_id as "applicationId",
           a.label as application, w.count, (count(*) over ())::int as total
      from provisioning_connections c
      join applications a on a.tenant_id = c.tenant_id and a.id = c.application_id
      join environments e on e.tenant_id = c.tenant_id and e.id = c.environment_id
     cross join lateral (
       select count(*)::int as count from (
         select from provisioned_objects
          where tenant_id = c.tenant_id and connection_id = c.id and ${waitsForApproval}
          limit ${behindMax}) found) w
     where c.tenant_id = ${tx.tenantId} and c.removed_at is null and (c.enabled or c.paused_reason is not null)
       and w.count > 0
     order by a.label, e.name, c.application_id, c.environment_id limit ${most}`
}
