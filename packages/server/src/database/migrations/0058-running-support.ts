import type { Kysely, Migration } from 'kysely'

import { definerFunction } from './wall.ts'

/** How many support sessions run in the tenants of a page of the operations area, by the rules of sessions/support-sessions.ts. */
export const runningSupport: Migration = {
  async up(db: Kysely<never>) {
    await definerFunction(db, {
      name: 'portico_running_support',
      args: 'wanted uuid[]',
      returns: 'table (tenant_id uuid, running integer)',
      body: `
        select s.tenant_id, count(*)::integer
          from public.support_sessions s
          join public.tenants t on t.tenant_id = s.tenant_id
         cross join lateral public.portico_find_supporter(s.vendor_tenant_id, s.vendor_session_id) p
         where s.tenant_id = any (wanted) and s.ended_at is null and s.expires_at > now() and p.ends_at > now()
           and s.last_used_at + make_interval(secs => t.idle_secs) > now()
           and t.allow_pros_access and not t.deactivated and p.user_id = s.vendor_user_id
         group by s.tenant_id`,
    })
  },
}
