import { recoveryNewsDays, type CloudSession, type WordId } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../database/tenant-scope.ts'
import { say } from '../http/say.ts'

type Banner = NonNullable<CloudSession['systemBanner']>

/** Tells administrators for some days what happened last to the tenant's recovery codes, when and by whom. */
export async function recoveryNews(tx: TenantTransaction): Promise<Banner | null> {
  const { rows } = await sql<{ id: WordId; at: Date; by: string }>`
    select e.id, e.at, e.by from recovery_sets s,
           lateral (values ('recoveryCodes.news.made', s.created_at, s.created_by),
                           ('recoveryCodes.news.drilled', s.drilled_at, s.drilled_by),
                           ('recoveryCodes.news.used', s.used_at, s.used_from)) e (id, at, by)
     where s.tenant_id = ${tx.tenantId} and e.at > now() - make_interval(days => ${recoveryNewsDays})
     order by e.at desc limit 1`.execute(tx.db)
  const [latest] = rows
  if (latest === undefined) return null
  const at = `${latest.at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const type = latest.id === 'recoveryCodes.news.used' ? 'warning' : 'info'
  return { type, message: say(latest.id, { at, by: latest.by }) }
}
