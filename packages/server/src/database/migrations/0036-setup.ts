import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor, serverWide, tenantWall } from './wall.ts'

/** Setup URLs, how far the first-time setup of a tenant is, and the sessions that the URL opens (docs/decisions/0077). */
export const setup: Migration = {
  async up(db: Kysely<never>) {
    // The provider's id is chosen with its type, before there is a row of it: our addresses contain it.
    await sql`
      create table setups (
        tenant_id uuid primary key references tenants on delete cascade,
        token_hash bytea not null,
        created_at timestamptz not null default now(),
        created_by text not null,
        expires_at timestamptz not null,
        opened_at timestamptz,
        opened_from text,
        completed_at timestamptz,
        withdrawn_at timestamptz,
        step smallint not null default 1 check (step between 1 and 4),
        product text,
        type text,
        identity_provider_id uuid,
        provider_made boolean not null default false,
        version integer not null default 1
      )`.execute(db)
    await sql`create unique index setups_token on setups (token_hash)`.execute(db)
    await tenantWall(db, 'setups')
    await ownerDoor(db, 'setups')
    await definerFunction(db, {
      name: 'portico_find_setup_url',
      args: 'wanted bytea',
      returns: 'table (tenant_id uuid)',
      body: `select s.tenant_id from public.setups s where s.token_hash = wanted`,
    })

    await sql`
      create table setup_sessions (
        tenant_id uuid not null references setups on delete cascade,
        id uuid not null,
        id_hash bytea not null,
        started_at timestamptz not null default now(),
        expires_at timestamptz not null,
        ended_at timestamptz,
        primary key (tenant_id, id)
      )`.execute(db)
    await sql`create unique index setup_sessions_hash on setup_sessions (id_hash)`.execute(db)
    await tenantWall(db, 'setup_sessions')
    await ownerDoor(db, 'setup_sessions', 'all')
    await definerFunction(db, {
      name: 'portico_find_setup_session',
      args: 'wanted bytea',
      returns: 'table (tenant_id uuid)',
      body: `select s.tenant_id from public.setup_sessions s
              where s.id_hash = wanted and s.ended_at is null and s.expires_at > now()`,
    })
    await definerFunction(db, {
      name: 'portico_sweep_setup_sessions',
      args: '',
      returns: 'bigint',
      body: `with gone as (delete from public.setup_sessions where expires_at < now() - interval '1 day' returning 1)
             select count(*) from gone`,
      volatile: true,
    })

    // The base URL that the server started with, for commands on the host.
    await sql`
      create table server_address (
        id smallint primary key default 1 check (id = 1),
        base_url text not null,
        started_at timestamptz not null default now()
      )`.execute(db)
    await serverWide(db, 'server_address', ['select', 'insert', 'update'])

    await sql`alter table audit drop constraint audit_actor_kind_check`.execute(db)
    await sql`
      alter table audit add constraint audit_actor_kind_check
        check (actor_kind in ('user', 'service-account', 'recovery', 'setup', 'operator', 'system')) not valid`.execute(
      db,
    )
  },
}
