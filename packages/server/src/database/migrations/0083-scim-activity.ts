import { sql, type Kysely, type Migration } from 'kysely'

import { ownerDoor, tenantWall } from './wall.ts'

/** How much directories send in an hour, and whom they name in groups without having sent them. */
export const scimActivity: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create table scim_activity (
        tenant_id uuid not null,
        identity_provider_id uuid not null,
        hour timestamptz not null,
        requests integer not null,
        changed integer not null,
        failed integer not null,
        primary key (tenant_id, identity_provider_id, hour),
        foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
      )`.execute(db)
    await sql`create index scim_activity_hour on scim_activity (hour)`.execute(db)
    await tenantWall(db, 'scim_activity', ['select', 'insert', 'update'])
    await ownerDoor(db, 'scim_activity', 'all')

    await sql`alter table scim_requests add column unknown_members text[] not null default '{}'`.execute(db)
    await sql`
      create index scim_requests_unknown_members on scim_requests (tenant_id, identity_provider_id, id)
        where unknown_members <> '{}'`.execute(db)
    await sql`create or replace function portico_sweep_scim_requests() returns bigint
      language sql volatile security definer set search_path = pg_catalog, public, pg_temp
      as ${sql.lit(sweepBody)}`.execute(db)
  },
}

/** As in migration 0082, with the hours. */
const sweepBody = `
  with old as (
    select tenant_id, identity_provider_id, id from public.scim_requests
     where at < now() - interval '30 days' order by at limit 5000),
  gone as (
    delete from public.scim_requests r using old
     where r.tenant_id = old.tenant_id and r.identity_provider_id = old.identity_provider_id and r.id = old.id
    returning 1),
  hours as (
    select tenant_id, identity_provider_id, hour from public.scim_activity
     where hour < now() - interval '31 days' order by hour limit 5000),
  gone_hours as (
    delete from public.scim_activity a using hours
     where a.tenant_id = hours.tenant_id and a.identity_provider_id = hours.identity_provider_id and a.hour = hours.hour
    returning 1)
  select (select count(*) from gone) + (select count(*) from gone_hours)`
