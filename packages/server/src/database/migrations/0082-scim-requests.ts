import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor, tenantWall } from './wall.ts'

/** What directories sent in the last 30 days, without secrets (docs/decisions/0120). `id` is a UUID of version 7: its order is that of time. */
export const scimRequests: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create table scim_requests (
        tenant_id uuid not null,
        identity_provider_id uuid not null,
        id uuid not null,
        at timestamptz not null,
        method text not null,
        path text not null,
        query text,
        body jsonb,
        status smallint not null,
        took_ms integer not null,
        dialect text not null,
        dry_run boolean not null,
        token_beginning text not null,
        request_id text not null,
        changes jsonb not null,
        detail text,
        primary key (tenant_id, identity_provider_id, id),
        foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
      )`.execute(db)
    await sql`
      create index scim_requests_changed on scim_requests (tenant_id, identity_provider_id, id)
        where changes <> '[]'::jsonb`.execute(db)
    await sql`
      create index scim_requests_failed on scim_requests (tenant_id, identity_provider_id, id) where status >= 400`.execute(
      db,
    )
    await sql`create index scim_requests_at on scim_requests (at)`.execute(db)
    await tenantWall(db, 'scim_requests', ['select', 'insert'])
    await ownerDoor(db, 'scim_requests', 'all')
    await definerFunction(db, {
      name: 'portico_sweep_scim_requests',
      args: '',
      returns: 'bigint',
      volatile: true,
      body: `
        with old as (
          select tenant_id, identity_provider_id, id from public.scim_requests
           where at < now() - interval '30 days' order by at limit 5000),
        gone as (
          delete from public.scim_requests r using old
           where r.tenant_id = old.tenant_id and r.identity_provider_id = old.identity_provider_id and r.id = old.id
          returning 1)
        select count(*) from gone`,
    })
  },
}
