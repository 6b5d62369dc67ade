import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor, tenantWall } from './wall.ts'

export const sessions: Migration = {
  async up(db: Kysely<never>) {
    // Only the SHA-256 of the cookie's value is stored.
    await sql`
      create table sessions (
        tenant_id uuid not null,
        id_hash bytea not null,
        user_id uuid not null,
        identity_provider_id uuid not null,
        environment_id uuid,
        idle_secs integer not null,
        authenticated_at timestamptz not null,
        created_at timestamptz not null default now(),
        last_used_at timestamptz not null default now(),
        expires_at timestamptz not null,
        ended_at timestamptz,
        provider_session text,
        primary key (tenant_id, id_hash),
        foreign key (tenant_id, user_id) references users on delete cascade,
        foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade,
        foreign key (tenant_id, environment_id) references environments on delete set null (environment_id)
      )`.execute(db)
    await sql`create unique index sessions_hash on sessions (id_hash)`.execute(db)
    await sql`create index sessions_expiry on sessions (expires_at)`.execute(db)
    await tenantWall(db, 'sessions')
    await ownerDoor(db, 'sessions', 'all')
    // The door from a cookie to its tenant; the database's clock decides what has ended.
    await definerFunction(db, {
      name: 'portico_find_session',
      args: 'wanted bytea',
      returns: 'table (tenant_id uuid)',
      body: `select s.tenant_id from public.sessions s
              where s.id_hash = wanted and s.ended_at is null and s.expires_at > now()
                and s.last_used_at + make_interval(secs => s.idle_secs) > now()`,
    })
    await definerFunction(db, {
      name: 'portico_sweep_sessions',
      args: '',
      returns: 'bigint',
      body: `with gone as (delete from public.sessions where expires_at < now() - interval '1 day' returning 1)
             select count(*) from gone`,
      volatile: true,
    })

    await sql`
      create table sign_in_transactions (
        tenant_id uuid not null,
        id uuid not null,
        state_hash bytea not null unique,
        identity_provider_id uuid not null,
        config_version integer not null,
        purpose text not null check (purpose in ('login', 'test', 'idp-switch')),
        binding_hash bytea not null,
        secrets bytea not null,
        answer bytea,
        answered_at timestamptz,
        used_at timestamptz,
        return_path text not null,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        primary key (tenant_id, id),
        foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
      )`.execute(db)
    await sql`create index sign_in_transactions_expiry on sign_in_transactions (expires_at)`.execute(db)
    await tenantWall(db, 'sign_in_transactions')
    await ownerDoor(db, 'sign_in_transactions', 'all')
    await definerFunction(db, {
      name: 'portico_sweep_sign_in_transactions',
      args: '',
      returns: 'bigint',
      body: `with gone as (delete from public.sign_in_transactions where expires_at < now() - interval '1 hour' returning 1)
             select count(*) from gone`,
      volatile: true,
    })
  },
}
