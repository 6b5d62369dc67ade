import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor, serverWide, tenantWall } from './wall.ts'

export const serviceAccounts: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create table service_accounts (
        tenant_id uuid not null,
        id uuid not null,
        environment_id uuid not null,
        name text not null check (char_length(name) between 1 and 128),
        key1 text check (char_length(key1) <= 2048),
        key1_algorithm text check (key1_algorithm = 'RSA'),
        key1_thumbprint text collate "C",
        key2 text check (char_length(key2) <= 2048),
        key2_algorithm text check (key2_algorithm = 'RSA'),
        key2_thumbprint text collate "C",
        version integer not null default 1,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        primary key (tenant_id, id),
        check (key1 is not null or key2 is not null),
        check ((key1 is null) = (key1_algorithm is null) and (key1 is null) = (key1_thumbprint is null)),
        check ((key2 is null) = (key2_algorithm is null) and (key2 is null) = (key2_thumbprint is null)),
        foreign key (tenant_id, environment_id) references environments on delete cascade
      )`.execute(db)
    await sql`create unique index service_accounts_name on service_accounts (tenant_id, environment_id, lower(name))`.execute(
      db,
    )
    await tenantWall(db, 'service_accounts')
    await ownerDoor(db, 'service_accounts')
    await definerFunction(db, {
      name: 'portico_find_service_account',
      args: 'wanted uuid',
      returns: 'table (tenant_id uuid)',
      body: 'select a.tenant_id from public.service_accounts a where a.id = wanted',
    })

    // role_id is null for an application granted without a named role.
    await sql`
      create table service_account_dependencies (
        tenant_id uuid not null,
        service_account_id uuid not null,
        environment_id uuid not null,
        application_id text collate "C" not null,
        role_id uuid,
        unique nulls not distinct (tenant_id, service_account_id, application_id, role_id),
        foreign key (tenant_id, service_account_id) references service_accounts on delete cascade,
        foreign key (tenant_id, environment_id, application_id) references environment_applications on delete cascade,
        foreign key (tenant_id, environment_id, application_id, role_id)
          references app_roles (tenant_id, environment_id, application_id, id) on delete cascade
      )`.execute(db)
    await tenantWall(db, 'service_account_dependencies')

    // Access tokens by their `jti`: what introspection and revocation look at.
    await sql`
      create table access_tokens (
        tenant_id uuid not null,
        id text collate "C" not null,
        service_account_id uuid not null,
        key_thumbprint text collate "C" not null,
        audience text not null,
        issued_at timestamptz not null default now(),
        expires_at timestamptz not null,
        revoked_at timestamptz,
        primary key (tenant_id, id),
        foreign key (tenant_id, service_account_id) references service_accounts on delete cascade
      )`.execute(db)
    await sql`create index access_tokens_expiry on access_tokens (expires_at)`.execute(db)
    await tenantWall(db, 'access_tokens')
    await ownerDoor(db, 'access_tokens', 'all')
    await definerFunction(db, {
      name: 'portico_sweep_access_tokens',
      args: '',
      returns: 'bigint',
      body: `with gone as (delete from public.access_tokens where expires_at < now() - interval '1 hour' returning 1)
             select count(*) from gone`,
      volatile: true,
    })

    await sql`
      create table assertion_uses (
        issuer text collate "C" not null,
        id_hash bytea not null,
        expires_at timestamptz not null,
        primary key (issuer, id_hash)
      )`.execute(db)
    await sql`create index assertion_uses_expiry on assertion_uses (expires_at)`.execute(db)
    await serverWide(db, 'assertion_uses')

    await sql`
      create table signing_keys (
        kid text collate "C" primary key,
        algorithm text not null,
        private_jwk bytea not null,
        public_jwk jsonb not null,
        created_at timestamptz not null default now(),
        retired_at timestamptz
      )`.execute(db)
    await serverWide(db, 'signing_keys')
  },
}
