import { recoveryNewsDays, type WordId } from '@portico/core/contract'
import { sql } from 'kysely'

import type { AdminNews } from '../../kit/http/senders.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { minuteOf } from '../../kit/words/say.ts'
import { supportRuns } from './support-sessions.ts'

const repairs: readonly WordId[] = ['recoveryCodes.news.made', 'recoveryCodes.news.drilled']

/**
 * Tells administrators what they should know of who else may administer: a support user who is in the tenant, a setup URL while it is open, otherwise for some
 * days what happened last to the tenant's recovery codes; when and by whom.
 */
export async function adminNews(tx: TenantTransaction): Promise<AdminNews | null> {
  const support = await supportNews(tx)
  if (support !== null) return support
  const { rows } = await sql<{ id: WordId; at: Date; by: string }>`
    select e.id, e.at, e.by, true as urgent from setups s,
           lateral (values ('setup.news.made', s.created_at, s.created_by),
                           ('setup.news.opened', s.opened_at, s.opened_from)) e (id, at, by)
     where s.tenant_id = ${tx.tenantId} and e.at is not null
       and s.completed_at is null and s.withdrawn_at is null and s.expires_at > now()
     union all
    select e.id, e.at, e.by, false as urgent from recovery_sets s,
           lateral (values ('recoveryCodes.news.made', s.created_at, s.created_by),
                           ('recoveryCodes.news.drilled', s.drilled_at, s.drilled_by),
                           ('recoveryCodes.news.used', s.used_at, s.used_from)) e (id, at, by)
     where s.tenant_id = ${tx.tenantId} and e.at > now() - make_interval(days => ${recoveryNewsDays})
     order by urgent desc, at desc limit 1`.execute(tx.db)
  const [latest] = rows
  if (latest === undefined) return null
  const at = minuteOf(latest.at)
  const type = repairs.includes(latest.id) ? 'info' : 'warning'
  return { type, id: latest.id, values: { at, by: latest.by } }
}

/** A support user of the vendor is in the tenant. */
async function supportNews(tx: TenantTransaction): Promise<AdminNews | null> {
  const { rows } = await sql<{ name: string; vendor: string; until: Date }>`
    select s.person as name, s.vendor_name as vendor, s.expires_at as until
      from support_sessions s join tenants t on t.tenant_id = s.tenant_id
     where s.tenant_id = ${tx.tenantId} and s.ended_at is null and ${supportRuns}
     order by s.began_at desc limit 1`.execute(tx.db)
  const [running] = rows
  if (running === undefined) return null
  const { name, vendor, until } = running
  return { type: 'warning', id: 'supportSession.news', values: { name, vendor, until: minuteOf(until) } }
}
