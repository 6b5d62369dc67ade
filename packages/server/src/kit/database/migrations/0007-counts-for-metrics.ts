import type { Kysely } from 'kysely'

import { definerFunction } from '../schema/wall.ts'

/** What waits in all tenants. Each webhook, and each tenant, costs one look-up in an index and at most 1,000 rows. */
export async function countsForMetrics(db: Kysely<unknown>): Promise<void> {
  await definerFunction(db, {
    name: 'portico_count_webhooks',
    args: '',
    returns: 'table (state text, webhooks integer, backlog bigint, oldest_secs double precision)',
    body: `
      select case when not w.enabled then coalesce(w.paused_reason, 'off')
                  when w.failed_attempts > 0 then 'retrying' else 'on' end,
             count(*)::int, sum(b.waiting)::bigint,
             coalesce(extract(epoch from now() - min(b.oldest)), 0)::float8
        from public.webhooks w
        join public.tenants t on t.tenant_id = w.tenant_id and not t.deactivated
       cross join lateral (
         select count(*) as waiting, min(x.at) as oldest from (
           select a.at from public.audit a
            where w.enabled and a.tenant_id = w.tenant_id and (a.position, a.id) > (w.position, w.row_id)
            order by a.position, a.id limit 1000) x) b
       group by 1`,
  })
  await definerFunction(db, {
    name: 'portico_count_unsealed',
    args: '',
    returns: 'table (waiting bigint, oldest_secs double precision)',
    body: `
      select coalesce(sum(b.waiting), 0)::bigint,
             coalesce(extract(epoch from now() - min(b.oldest)), 0)::float8
        from public.tenants t
        left join lateral (
         select s.last_position, s.last_id from public.audit_seals s
          where s.tenant_id = t.tenant_id order by s.seq desc limit 1) s on true
       cross join lateral (
         select count(*) as waiting, min(x.at) as oldest from (
           select a.at from public.audit a
            where a.tenant_id = t.tenant_id
              and (a.position, a.id) > (coalesce(s.last_position, -1),
                                        coalesce(s.last_id, '00000000-0000-0000-0000-000000000000'))
            order by a.position, a.id limit 1000) x) b`,
  })
}
