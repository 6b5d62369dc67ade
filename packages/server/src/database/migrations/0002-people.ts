import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor, tenantWall } from './wall.ts'

export const people: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create table identity_providers (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        name text not null,
        type text not null check (type in ('OIDC', 'AAD', 'AAD2', 'OPENSAML', 'SFDC_SAML', 'ADFS_SAML')),
        config jsonb not null,
        secrets bytea,
        config_version integer not null default 1,
        is_primary boolean not null default false,
        enabled boolean not null default true,
        created_at timestamptz not null default now(),
        primary key (tenant_id, id)
      )`.execute(db)
    await sql`create unique index identity_providers_primary on identity_providers (tenant_id) where is_primary`.execute(
      db,
    )
    await sql`create unique index identity_providers_name on identity_providers (tenant_id, lower(name))`.execute(db)
    await tenantWall(db, 'identity_providers')
    await ownerDoor(db, 'identity_providers')
    await definerFunction(db, {
      name: 'portico_find_identity_provider',
      args: 'wanted uuid',
      returns: 'table (tenant_id uuid)',
      body: 'select p.tenant_id from public.identity_providers p where p.id = wanted and p.enabled',
    })

    // unique (type, value) without tenant_id: a format belongs to one provider in the whole deployment.
    await sql`
      create table username_formats (
        tenant_id uuid not null,
        id uuid not null,
        identity_provider_id uuid not null,
        type text not null check (type in ('suffix', 'prefix')),
        value text collate "C" not null check (value = lower(value) and value <> ''),
        primary key (tenant_id, id),
        unique (type, value),
        foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
      )`.execute(db)
    await tenantWall(db, 'username_formats')
    await ownerDoor(db, 'username_formats')
    await definerFunction(db, {
      name: 'portico_find_username_format',
      args: 'wanted_type text, candidates text[]',
      returns: 'table (tenant_id uuid, identity_provider_id uuid, value text)',
      body: `select f.tenant_id, f.identity_provider_id, f.value
               from public.username_formats f
               join public.identity_providers p on p.tenant_id = f.tenant_id and p.id = f.identity_provider_id
              where f.type = wanted_type and f.value = any (candidates) and p.enabled
              order by length(f.value) desc limit 1`,
    })

    // `claim` is what the provider calls the group: the word in its token, or its object id.
    await sql`
      create table groups (
        tenant_id uuid not null,
        id uuid not null,
        identity_provider_id uuid not null,
        claim text collate "C" not null,
        name text not null,
        primary key (tenant_id, id),
        unique (tenant_id, identity_provider_id, claim),
        foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
      )`.execute(db)
    await tenantWall(db, 'groups')

    await sql`
      create table users (
        tenant_id uuid not null,
        id uuid not null,
        identity_provider_id uuid not null,
        subject text collate "C" not null,
        username text not null,
        name text not null,
        nickname text not null,
        email text,
        active boolean not null default true,
        created_at timestamptz not null default now(),
        last_sign_in_at timestamptz,
        primary key (tenant_id, id),
        unique (tenant_id, identity_provider_id, subject),
        foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
      )`.execute(db)
    await tenantWall(db, 'users')

    await sql`
      create table user_groups (
        tenant_id uuid not null,
        user_id uuid not null,
        group_id uuid not null,
        primary key (tenant_id, user_id, group_id),
        foreign key (tenant_id, user_id) references users on delete cascade,
        foreign key (tenant_id, group_id) references groups on delete cascade
      )`.execute(db)
    await tenantWall(db, 'user_groups')

    // Who administers the portal: role 'security-admin' (spec section 6).
    await sql`
      create table portal_role_groups (
        tenant_id uuid not null,
        role text collate "C" not null check (role in ('security-admin')),
        group_id uuid not null,
        primary key (tenant_id, role, group_id),
        foreign key (tenant_id, group_id) references groups on delete cascade
      )`.execute(db)
    await tenantWall(db, 'portal_role_groups')

    await sql`
      create table app_role_groups (
        tenant_id uuid not null,
        role_id uuid not null,
        group_id uuid not null,
        primary key (tenant_id, role_id, group_id),
        foreign key (tenant_id, role_id) references app_roles on delete cascade,
        foreign key (tenant_id, group_id) references groups on delete cascade
      )`.execute(db)
    await tenantWall(db, 'app_role_groups')

    // Access without a role: single-tenant applications, and applications that have no roles (spec section 6).
    await sql`
      create table application_access_groups (
        tenant_id uuid not null,
        environment_id uuid not null,
        application_id text collate "C" not null,
        group_id uuid not null,
        primary key (tenant_id, environment_id, application_id, group_id),
        foreign key (tenant_id, environment_id, application_id) references environment_applications on delete cascade,
        foreign key (tenant_id, group_id) references groups on delete cascade
      )`.execute(db)
    await tenantWall(db, 'application_access_groups')
  },
}
