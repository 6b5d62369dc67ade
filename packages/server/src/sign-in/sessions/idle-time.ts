import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

/**
 * Gives the running sessions of the tenant another idle time. A session that is over stays over when the time grows, and one
 * that was not used for longer than the new time ends. Other processes hear of each session (docs/decisions/0085).
 */
export async function applyIdleTime(tx: TenantTransaction, secs: number): Promise<void> {
  await sql`
    update sessions set idle_secs = ${secs}
     where tenant_id = ${tx.tenantId} and kind <> 'application' and ended_at is null and expires_at > now() and idle_secs <> ${secs}
       and last_used_at + make_interval(secs => idle_secs) > now()`.execute(tx.db)
}
