import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor, tenantWall } from './wall.ts'

export const tenants: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create table tenants (
        tenant_id uuid primary key,
        slug text collate "C" not null unique check (slug ~ '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$'),
        name text not null,
        vendor boolean not null default false,
        allow_pros_access boolean not null default false,
        idle_secs integer not null default 1800 check (idle_secs between 300 and 86400),
        session_secs integer not null default 43200 check (session_secs between 300 and 2592000),
        deactivated boolean not null default false,
        created_at timestamptz not null default now()
      )`.execute(db)
    await tenantWall(db, 'tenants')
    await ownerDoor(db, 'tenants')
    await definerFunction(db, {
      name: 'portico_list_tenants',
      args: '',
      returns: 'table (tenant_id uuid, slug text, name text, vendor boolean, created_at timestamptz)',
      body: 'select tenant_id, slug, name, vendor, created_at from public.tenants order by slug',
    })

    await sql`
      create table environments (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        name text not null,
        slug text collate "C" not null,
        type text not null,
        readonly boolean not null default false,
        version integer not null default 1,
        created_at timestamptz not null default now(),
        primary key (tenant_id, id),
        unique (tenant_id, slug)
      )`.execute(db)
    await sql`create unique index environments_name on environments (tenant_id, lower(name))`.execute(db)
    await tenantWall(db, 'environments')

    // The id is text because the portal's own application has the constant id 'portal' in every tenant.
    await sql`
      create table applications (
        tenant_id uuid not null references tenants on delete cascade,
        id text collate "C" not null,
        slug text collate "C" not null,
        label text not null,
        single_tenant boolean not null default false,
        created_at timestamptz not null default now(),
        primary key (tenant_id, id),
        unique (tenant_id, slug)
      )`.execute(db)
    await tenantWall(db, 'applications')

    await sql`
      create table environment_applications (
        tenant_id uuid not null,
        environment_id uuid not null,
        application_id text collate "C" not null,
        launch_url text,
        primary key (tenant_id, environment_id, application_id),
        foreign key (tenant_id, environment_id) references environments on delete cascade,
        foreign key (tenant_id, application_id) references applications on delete cascade
      )`.execute(db)
    await tenantWall(db, 'environment_applications')

    await sql`
      create table app_roles (
        tenant_id uuid not null,
        id uuid not null,
        environment_id uuid not null,
        application_id text collate "C" not null,
        name text collate "C" not null,
        label text not null,
        visible boolean not null default true,
        primary key (tenant_id, id),
        unique (tenant_id, environment_id, application_id, name),
        unique (tenant_id, environment_id, application_id, id),
        foreign key (tenant_id, environment_id, application_id) references environment_applications on delete cascade
      )`.execute(db)
    await tenantWall(db, 'app_roles')
  },
}
