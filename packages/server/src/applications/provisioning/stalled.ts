import { provisioningFailedAttemptsMin, type StalledProvisioning } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { behindMax } from './connections.ts'
import { isPendingRemoval } from './forget.ts'

/** At most `most` of them as the API answers them; `total` counts all. */
export async function listStalled(
  tx: TenantTransaction,
  most: number,
): Promise<{ readonly rows: StalledProvisioning[]; readonly total: number }> {
  const found = await readStalled(tx, most)
  const rows = found.map(({ all: _, applicationSlug: __, environmentSlug: ___, ...row }) => row)
  return { rows, total: found[0]?.all ?? 0 }
}

type Row = StalledProvisioning & {
  readonly applicationSlug: string
  readonly environmentSlug: string
  /** Counts those beyond `most` too. */
  readonly all: number
}

/**
 * Applications to which people are no longer sent: paused because they rejected the token or would lose very many people, refusing everything, or
 * without success for long. Those that an administrator switched off are not among them.
 */
export async function readStalled(tx: TenantTransaction, most: number): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select c.environment_id as "environmentId", e.name as environment, e.slug as "environmentSlug",
           c.application_id as "applicationId", a.label as application, a.slug as "applicationSlug",
           coalesce(c.paused_reason, case when c.refused_kind is not null then 'refused' else 'failing' end) as reason,
           c.failed_attempts as "failedAttempts", c.refused_kind as "refusedKind", gone.removals,
           (count(*) over ())::int as all
      from provisioning_connections c
      join applications a on a.tenant_id = c.tenant_id and a.id = c.application_id
      join environments e on e.tenant_id = c.tenant_id and e.id = c.environment_id
     cross join lateral (
       select count(*)::int as removals from (
         select from provisioned_objects o
          where c.paused_reason = 'removals' and o.tenant_id = c.tenant_id and o.connection_id = c.id
            and ${isPendingRemoval}
          limit ${behindMax}) found) gone
     where c.tenant_id = ${tx.tenantId} and c.removed_at is null
       and (c.paused_reason is not null
            or c.enabled and (c.refused_kind is not null or c.failed_attempts >= ${provisioningFailedAttemptsMin}))
     order by a.label, e.name, c.application_id, c.environment_id limit ${most}`.execute(tx.db)
  return rows
}
