import { provisioningRefusedMin } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

/**
 * Decides whether the application refuses people, or groups (docs/decisions/0124): at least `provisioningRefusedMin` of them, or all if
 * there are fewer, were refused for the first time after it last accepted one of that kind. What it answered is the connection's failure
 * then, unless the application as a whole fails.
 */
export async function noteRefused(tx: TenantTransaction, connectionId: string): Promise<void> {
  await sql`
    with refused as (
      select k.kind, k.accepted_at
        from provisioning_connections c
       cross join lateral (values ('person', c.people, c.person_accepted_at), ('group', c.groups, c.group_accepted_at))
             as k (kind, there, accepted_at)
       cross join lateral (
         select count(*) as count from (
           select from provisioned_objects o
            where o.tenant_id = c.tenant_id and o.connection_id = c.id and o.kind = k.kind
              and o.refused_at > coalesce(k.accepted_at, '-infinity') and o.wanted is distinct from o.sent
            limit ${provisioningRefusedMin}) few) found
       where c.tenant_id = ${tx.tenantId} and c.id = ${connectionId}
         and found.count >= greatest(1, least(${provisioningRefusedMin}::int, k.there))
       order by k.kind desc limit 1),
    answer as (
      select o.last_failure, o.last_status, o.last_detail
        from refused r
        join provisioned_objects o on o.kind = r.kind and o.refused_at > coalesce(r.accepted_at, '-infinity')
       where o.tenant_id = ${tx.tenantId} and o.connection_id = ${connectionId}
       order by o.refused_at desc, o.id desc limit 1),
    noted as (
      update provisioning_connections set refused_kind = (select kind from refused)
       where tenant_id = ${tx.tenantId} and id = ${connectionId} and failed_attempts > 0)
    update provisioning_connections
       set refused_kind = (select kind from refused), last_failure = (select last_failure from answer),
           last_status = (select last_status from answer), last_detail = (select last_detail from answer)
     where tenant_id = ${tx.tenantId} and id = ${connectionId} and failed_attempts = 0`.execute(tx.db)
}
