import { type Kysely, sql } from 'kysely'

import { tenantWall } from './wall.ts'

/**
 * The applications of a tenant, in which environments they are, and which groups open them: by a role, without a
 * role, or by a custom role of the tenant. At the end, the triggers that notify processes of changes of what many
 * senders of a tenant share.
 */
export async function applications(db: Kysely<never>): Promise<void> {
  await applicationsAndIcons(db)
  await rolesAndAccess(db)
  await customRoles(db)
  await sharedChanges(db)
}

/** What lists of labels are searched and ordered by: `folded` and `sortKey` of core/src/kit/lists/order.ts. */
const listColumns = sql.raw(`
      folded_label text collate "C" generated always as (portico_folded(label)) stored,
      sort_key text collate "C" generated always as (portico_sort_key(portico_folded(label))) stored`)

async function applicationsAndIcons(db: Kysely<never>): Promise<void> {
  // The id is text because the portal's own application has the constant id 'portal' in every tenant
  // (docs/decisions/0008).
  await sql`
    create table applications (
      tenant_id uuid not null references tenants on delete cascade,
      id text collate "C" not null,
      -- Part of the URN, by which programs ask for the application.
      slug text collate "C" not null,
      label text not null,
      -- Has no roles: groups open it, or they do not.
      single_tenant boolean not null default false,
      created_at timestamptz not null default now(),
      ${listColumns},
      primary key (tenant_id, id),
      unique (tenant_id, slug)
    )`.execute(db)
  await tenantWall(db, 'applications')

  await sql`
    create table environment_applications (
      tenant_id uuid not null,
      environment_id uuid not null,
      application_id text collate "C" not null,
      -- The address that the launcher opens; null: none.
      launch_url text,
      -- How people ask for access, a line of plain text; null: the launcher does not offer to ask.
      access_text text,
      primary key (tenant_id, environment_id, application_id),
      foreign key (tenant_id, environment_id) references environments on delete cascade,
      foreign key (tenant_id, application_id) references applications on delete cascade
    )`.execute(db)
  await sql`
    create index environment_applications_application_id
        on environment_applications (tenant_id, application_id)`.execute(db)
  await tenantWall(db, 'environment_applications')

  // One icon for each application, the same in all environments (docs/decisions/0063).
  await sql`
    create table application_icons (
      tenant_id uuid not null,
      application_id text collate "C" not null,
      -- SHA-256 of the bytes in hexadecimal. The address of the icon contains it, so that browsers cache the icon.
      hash text collate "C" not null,
      type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
      -- As they are answered, without metadata.
      bytes bytea not null,
      primary key (tenant_id, application_id),
      foreign key (tenant_id, application_id) references applications on delete cascade
    )`.execute(db)
  await sql`create index application_icons_hash on application_icons (tenant_id, hash)`.execute(db)
  await tenantWall(db, 'application_icons')

  // When each person last opened an application, for the recent ones in the launcher.
  await sql`
    create table application_launches (
      tenant_id uuid not null,
      user_id uuid not null,
      application_id text collate "C" not null,
      launched_at timestamptz not null default now(),
      primary key (tenant_id, user_id, application_id),
      foreign key (tenant_id, user_id) references users on delete cascade,
      foreign key (tenant_id, application_id) references applications on delete cascade
    )`.execute(db)
  await sql`
    create index application_launches_application on application_launches (tenant_id, application_id)`.execute(db)
  await tenantWall(db, 'application_launches')
}

async function rolesAndAccess(db: Kysely<never>): Promise<void> {
  // A role lives in one environment (docs/decisions/0010).
  await sql`
    create table app_roles (
      tenant_id uuid not null,
      id uuid not null,
      environment_id uuid not null,
      application_id text collate "C" not null,
      -- The stable word that dependencies and tokens carry. The label is for people.
      name text collate "C" not null,
      label text not null,
      -- Only visible roles can be chosen (spec section 3).
      visible boolean not null default true,
      ${listColumns},
      primary key (tenant_id, id),
      unique (tenant_id, environment_id, application_id, name),
      -- What a dependency refers to, so that its role is one of its application and environment.
      unique (tenant_id, environment_id, application_id, id),
      foreign key (tenant_id, environment_id, application_id) references environment_applications on delete cascade
    )`.execute(db)
  await tenantWall(db, 'app_roles')

  await sql`
    create table app_role_groups (
      tenant_id uuid not null,
      role_id uuid not null,
      group_id uuid not null,
      primary key (tenant_id, role_id, group_id),
      foreign key (tenant_id, role_id) references app_roles on delete cascade,
      foreign key (tenant_id, group_id) references groups on delete cascade
    )`.execute(db)
  await sql`create index app_role_groups_group_id on app_role_groups (tenant_id, group_id)`.execute(db)
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
  await sql`
    create index application_access_groups_group_id on application_access_groups (tenant_id, group_id)`.execute(db)
  await tenantWall(db, 'application_access_groups')
}

/**
 * Custom roles of a tenant (spec section 3) and the groups that hold them in each environment. No process holds them
 * in memory (docs/decisions/0085), so changes of them notify none.
 */
async function customRoles(db: Kysely<never>): Promise<void> {
  await sql`
    create table tenant_roles (
      tenant_id uuid not null references tenants on delete cascade,
      id uuid not null,
      label text not null check (char_length(label) between 1 and 128),
      ${listColumns},
      version integer not null default 1,
      primary key (tenant_id, id)
    )`.execute(db)
  await sql`create unique index tenant_roles_label on tenant_roles (tenant_id, folded_label)`.execute(db)
  await sql`create index tenant_roles_order on tenant_roles (tenant_id, sort_key, id)`.execute(db)
  await tenantWall(db, 'tenant_roles')

  await sql`
    create table tenant_role_groups (
      tenant_id uuid not null,
      environment_id uuid not null,
      role_id uuid not null,
      group_id uuid not null,
      primary key (tenant_id, environment_id, role_id, group_id),
      foreign key (tenant_id, environment_id) references environments on delete cascade,
      foreign key (tenant_id, role_id) references tenant_roles on delete cascade,
      foreign key (tenant_id, group_id) references groups on delete cascade
    )`.execute(db)
  await sql`create index tenant_role_groups_role on tenant_role_groups (tenant_id, role_id)`.execute(db)
  await sql`create index tenant_role_groups_group on tenant_role_groups (tenant_id, group_id)`.execute(db)
  await tenantWall(db, 'tenant_role_groups')
}

/**
 * Notifies processes of a change of rows that many senders of a tenant share: they drop what they hold of the whole
 * tenant (docs/decisions/0085).
 */
async function sharedChanges(db: Kysely<never>): Promise<void> {
  for (const table of ['portal_role_groups', 'recovery_sets', 'tenant_branding'])
    await sql`
      create trigger tell_change after insert or update or delete on ${sql.table(table)} for each row
        execute function portico_tell_tenant()`.execute(db)
  // Administrators see which support sessions run.
  await sql`
    create trigger tell_insertion after insert on support_sessions for each row
      execute function portico_tell_tenant()`.execute(db)
  for (const [table, columns] of heldColumns) {
    const row = (version: 'old' | 'new') => sql.raw(columns.map((column) => `${version}.${column}`).join(', '))
    await sql`
      create trigger tell_change after update on ${sql.table(table)} for each row
        when ((${row('old')}) is distinct from (${row('new')}))
        execute function portico_tell_tenant()`.execute(db)
  }
}

/** What processes hold of each table. */
const heldColumns = [
  [
    'tenants',
    // Only people of the vendor's tenant can hold the Support role.
    ['name', 'slug', 'vendor', 'deactivated', 'deactivated_message', 'banner_message', 'banner_type', 'banner_until'],
  ],
  ['environments', ['name', 'type']],
  ['identity_providers', ['name', 'enabled', 'is_primary', 'admin_until', 'deleted_at']],
  ['groups', ['name', 'identity_provider_id', 'deleted_at']],
  ['support_sessions', ['ended_at']],
  // Programs ask for an application by its slug.
  ['applications', ['slug']],
  ['app_roles', ['name', 'application_id', 'environment_id']],
] as const
