import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction } from './wall.ts'

/** A restored connection is paused, and everything can be sent again (docs/decisions/0123). */
export const provisioningResend: Migration = {
  async up(db: Kysely<never>) {
    // An application may have repeated its token there (it is removed since).
    for (const table of ['provisioning_connections', 'provisioned_objects'])
      await sql`update ${sql.table(table)} set last_detail = null where last_detail is not null`.execute(db)

    // `resend`: the next comparison forgets what was sent. `resent_at`: when that was asked for last.
    await sql`
      alter table provisioning_connections
        add column resend boolean not null default false,
        add column resent_at timestamptz,
        drop constraint provisioning_connections_paused_reason_check,
        add constraint provisioning_connections_paused_reason_check
          check (paused_reason in ('unauthorized', 'removals', 'restored'))`.execute(db)
    // `members_unknown`: which members the application has in the group is not known. `behind_since`: of an object that is behind.
    await sql`
      alter table provisioned_objects
        add column members_unknown boolean not null default false,
        add column behind_since timestamptz not null default now()`.execute(db)
    await sql`
      create function portico_note_behind() returns trigger language plpgsql as $$
      begin
        new.behind_since := now();
        return new;
      end $$`.execute(db)
    await sql`
      create trigger note_behind before update on provisioned_objects for each row
        when (old.wanted is not distinct from old.sent and new.wanted is distinct from new.sent)
        execute function portico_note_behind()`.execute(db)

    // Whether a person or group of an application is unknown in all tenants, and no other tenant sends to the same address: then it
    // can only have been of this tenant, which existed when its id was made.
    await definerFunction(db, {
      name: 'portico_is_lost_object',
      args: 'of_tenant uuid, of_connection uuid, lost uuid, made_at timestamptz',
      returns: 'boolean',
      body: `
        select exists (select from public.tenants t where t.tenant_id = of_tenant and t.created_at <= made_at)
           and not exists (select from public.tenants t join public.users u on u.tenant_id = t.tenant_id and u.id = lost)
           and not exists (select from public.tenants t join public.groups g on g.tenant_id = t.tenant_id and g.id = lost)
           and not exists (
             select from public.provisioning_connections c
               join public.provisioned_objects o
                 on o.tenant_id = c.tenant_id and o.connection_id = c.id and o.kind in ('person', 'group') and o.id = lost)
           and not exists (
             select from public.provisioning_connections mine
               join public.provisioning_connections c on lower(c.url) = lower(mine.url) and c.tenant_id <> mine.tenant_id
              where mine.tenant_id = of_tenant and mine.id = of_connection)`,
    })

    // For metrics: connections of all tenants by what decides on their state.
    await definerFunction(db, {
      name: 'portico_count_provisioning',
      args: '',
      returns: `table (enabled boolean, paused_reason text, failed_attempts integer, connections integer, behind bigint,
                       secs_since_success double precision)`,
      body: `
        select c.enabled, c.paused_reason, least(c.failed_attempts, 1), count(*)::int, sum(b.behind)::bigint,
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
         group by 1, 2, 3`,
    })
  },
}
