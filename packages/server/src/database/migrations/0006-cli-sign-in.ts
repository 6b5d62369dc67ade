import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor, serverWide, tenantWall } from './wall.ts'

export const cliSignIn: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      alter table sessions add column kind text not null default 'browser' check (kind in ('browser', 'cli'))`.execute(
      db,
    )

    // A command line that waits with a code. It belongs to no tenant until somebody answers, and says nothing of who
    // did: that is in cli_grants. The user code is short, so what is kept is keyed: a hash could be tried out.
    await sql`
      create table device_authorizations (
        device_code_hash bytea primary key,
        user_code_mac bytea not null unique,
        address text not null,
        interval_secs integer not null,
        state text not null default 'pending' check (state in ('pending', 'allowed', 'denied', 'used')),
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        last_polled_at timestamptz
      )`.execute(db)
    await sql`create index device_authorizations_expiry on device_authorizations (expires_at)`.execute(db)
    await serverWide(db, 'device_authorizations', ['select', 'insert', 'update'])

    // What a person allowed, under the SHA-256 of the secret it is redeemed with: an authorization code, a device code,
    // or the access token that either is exchanged for. session_ends_at is the end of the sign-in it stems from.
    await sql`
      create table cli_grants (
        tenant_id uuid not null,
        id_hash bytea not null,
        kind text not null check (kind in ('code', 'device', 'access')),
        via text not null check (via in ('loopback', 'device')),
        user_id uuid not null,
        identity_provider_id uuid not null,
        authenticated_at timestamptz not null,
        session_ends_at timestamptz not null,
        address text not null,
        code_challenge text,
        redirect_uri text,
        parent_hash bytea,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        used_at timestamptz,
        primary key (tenant_id, id_hash),
        foreign key (tenant_id, user_id) references users on delete cascade,
        foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
      )`.execute(db)
    await sql`create unique index cli_grants_hash on cli_grants (id_hash)`.execute(db)
    await sql`create index cli_grants_expiry on cli_grants (expires_at)`.execute(db)
    await tenantWall(db, 'cli_grants')
    await ownerDoor(db, 'cli_grants', 'all')
    await definerFunction(db, {
      name: 'portico_find_cli_grant',
      args: 'wanted bytea',
      returns: 'table (tenant_id uuid)',
      body: 'select g.tenant_id from public.cli_grants g where g.id_hash = wanted',
    })

    // Wrong codes of a person within a window: after a few there is a pause (RFC 8628 section 5.1).
    await sql`
      create table cli_wrong_codes (
        tenant_id uuid not null,
        user_id uuid not null,
        wrong integer not null,
        window_ends_at timestamptz not null,
        primary key (tenant_id, user_id),
        foreign key (tenant_id, user_id) references users on delete cascade
      )`.execute(db)
    await tenantWall(db, 'cli_wrong_codes')
    await ownerDoor(db, 'cli_wrong_codes', 'all')

    await definerFunction(db, {
      name: 'portico_sweep_cli_sign_in',
      args: '',
      returns: 'bigint',
      body: `with devices as (delete from public.device_authorizations where expires_at < now() - interval '1 hour' returning 1),
                  grants as (delete from public.cli_grants where expires_at < now() - interval '1 hour' returning 1),
                  codes as (delete from public.cli_wrong_codes where window_ends_at < now() - interval '1 hour' returning 1)
             select (select count(*) from devices) + (select count(*) from grants) + (select count(*) from codes)`,
      volatile: true,
    })
  },
}
