import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction } from './wall.ts'

/** An application that refuses everything counts as failing (docs/decisions/0124). */
export const provisioningRefused: Migration = {
  async up(db: Kysely<never>) {
    // `refused_kind`: what the application refuses; null: nothing, or only some. `…_accepted_at`: when it last accepted a change.
    await sql`
      alter table provisioning_connections
        add column refused_kind text check (refused_kind in ('person', 'group')),
        add column person_accepted_at timestamptz,
        add column group_accepted_at timestamptz`.execute(db)
    // Since when every answer to the object was a refusal; null: it was not refused.
    await sql`alter table provisioned_objects add column refused_at timestamptz`.execute(db)
    await sql`
      create index provisioned_objects_refused
          on provisioned_objects (tenant_id, connection_id, kind, refused_at) where refused_at is not null`.execute(db)

    // What an earlier version recorded: the next comparison decides on it.
    await sql`
      update provisioned_objects set refused_at = behind_since
       where wanted is distinct from sent and last_failure in ('status', 'answer', 'taken')
         and coalesce(last_status, 0) not in (401, 429, 503)`.execute(db)
    const accepted = (kind: 'person' | 'group') => sql`
      case when exists (
        select from provisioned_objects o
         where o.tenant_id = c.tenant_id and o.connection_id = c.id and o.kind = ${sql.lit(kind)} and o.remote_id is not null)
      then c.last_sent_at end`
    await sql`
      update provisioning_connections c
         set person_accepted_at = ${accepted('person')}, group_accepted_at = ${accepted('group')}
       where c.last_sent_at is not null`.execute(db)

    await sql`drop function portico_count_provisioning()`.execute(db)
    // For metrics: connections of all tenants by what decides on their state.
    await definerFunction(db, {
      name: 'portico_count_provisioning',
      args: '',
      returns: `table (enabled boolean, paused_reason text, failed_attempts integer, refused_kind text, connections integer,
                       behind bigint, secs_since_success double precision)`,
      body: `
        select c.enabled, c.paused_reason, least(c.failed_attempts, 1), c.refused_kind, count(*)::int, sum(b.behind)::bigint,
               max(extract(epoch from now() - coalesce(c.last_sent_at, c.created_at)))
                 filter (where c.enabled and b.behind > 0)::float8
          from public.provisioning_connections c
          join public.tenants t on t.tenant_id = c.tenant_id and not t.deactivated
         cross join lateral (
           select count(*) as behind from (
             select from public.provisioned_objects o
              where o.tenant_id = c.tenant_id and o.connection_id = c.id and o.wanted is distinct from o.sent
              limit 10000) x) b
         where c.removed_at is null
         group by 1, 2, 3, 4`,
    })
  },
}
