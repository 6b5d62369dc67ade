import { supportSessionsMax, type SupportSession } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { supportRuns, type SupportEnd } from '../../sign-in/sessions/support-sessions.ts'

/** Running support sessions of the tenant, then ended ones; the latest first. */
export async function listSupportSessionsOf(tx: TenantTransaction): Promise<SupportSession[]> {
  const { rows } = await sql<{
    id: string
    person: string
    username: string
    vendor_name: string
    reason: string
    began_at: Date
    last_used_at: Date
    expires_at: Date
    ended_at: Date | null
    end_reason: SupportEnd | null
    ended_by: string | null
    may_change: boolean
    idle_ends_at: Date
    runs: boolean
  }>`
    select s.id, s.person, s.username, s.vendor_name, s.reason, s.began_at, s.last_used_at, s.expires_at, s.ended_at,
           s.end_reason, s.ended_by, t.allow_pros_change as may_change, ${supportRuns} as runs,
           s.last_used_at + make_interval(secs => t.idle_secs) as idle_ends_at
      from support_sessions s join tenants t on t.tenant_id = s.tenant_id
     where s.tenant_id = ${tx.tenantId}
     order by runs desc, s.began_at desc, s.id limit ${supportSessionsMax}`.execute(tx.db)
  const now = Date.now()
  return rows.map((row) => {
    // No request came after what ended it, which would have written the reason.
    const isExpired = row.expires_at.getTime() <= now
    const how = row.end_reason ?? (isExpired ? 'expired' : row.idle_ends_at.getTime() <= now ? 'idle' : 'vendor')
    const at =
      row.ended_at ?? (how === 'expired' ? row.expires_at : how === 'idle' ? row.idle_ends_at : row.last_used_at)
    return {
      id: row.id,
      name: row.person,
      username: row.username,
      vendor: row.vendor_name,
      reason: row.reason,
      since: row.began_at.toISOString(),
      until: row.expires_at.toISOString(),
      lastUsedAt: row.last_used_at.toISOString(),
      mayChange: row.runs && row.may_change,
      end: row.runs ? null : { how, at: at.toISOString(), by: row.ended_by },
    }
  })
}

/** undefined: this id is not one of a support session of the tenant, running or ended. */
export async function nameOfSupportSession(tx: TenantTransaction, id: string): Promise<string | undefined> {
  const row = await tx.db
    .selectFrom('support_sessions')
    .select('person')
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.person
}
