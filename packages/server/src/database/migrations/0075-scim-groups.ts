import { sql, type Kysely, type Migration } from 'kysely'

import { ownerDoor, tenantWall } from './wall.ts'

/**
 * Groups that directories send by SCIM, their members as rows, and what connects both with people and groups of the tenant
 * (docs/decisions/0112).
 */
export const scimGroups: Migration = {
  async up(db: Kysely<never>) {
    // Where the groups of a provider's people come from: never from both.
    await sql`alter table identity_providers add column group_source text collate "C" not null default 'claims'
      check (group_source in ('claims', 'scim'))`.execute(db)

    // `has_deactivated`: the directory deactivated the person, and may let the person sign in again.
    await sql`alter table scim_users
      add column person_id uuid,
      add column has_deactivated boolean not null default false,
      add foreign key (tenant_id, person_id) references users on delete set null (person_id)`.execute(db)
    await sql`create index scim_users_person on scim_users (tenant_id, person_id)`.execute(db)
    // A person who signed in before the directory sent them is found by these.
    await sql`create index users_username_key on users (tenant_id, identity_provider_id, lower(username))`.execute(db)
    await sql`create index users_subject on users
      (tenant_id, identity_provider_id, substr(subject, strpos(subject, ' ') + 1))`.execute(db)

    await sql`
      create table scim_groups (
        tenant_id uuid not null,
        id uuid not null,
        identity_provider_id uuid not null,
        display_name text collate "C" not null,
        display_name_key text collate "C" not null,
        external_id text collate "C",
        resource jsonb not null,
        group_id uuid,
        version integer not null default 1,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        deleted_at timestamptz,
        primary key (tenant_id, id),
        foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade,
        foreign key (tenant_id, group_id) references groups on delete set null (group_id)
      )`.execute(db)
    await sql`create unique index scim_groups_order on scim_groups (tenant_id, identity_provider_id, id)`.execute(db)
    await sql`create index scim_groups_group on scim_groups (tenant_id, group_id)`.execute(db)
    await sql`create unique index scim_groups_name on scim_groups (tenant_id, identity_provider_id, display_name_key)
      where deleted_at is null`.execute(db)
    await sql`create unique index scim_groups_external_id on scim_groups (tenant_id, identity_provider_id, external_id)
      where deleted_at is null`.execute(db)
    await tenantWall(db, 'scim_groups')

    await sql`
      create table scim_members (
        tenant_id uuid not null,
        identity_provider_id uuid not null,
        group_id uuid not null,
        user_id uuid not null,
        primary key (tenant_id, identity_provider_id, group_id, user_id),
        foreign key (tenant_id, identity_provider_id, group_id)
          references scim_groups (tenant_id, identity_provider_id, id) on delete cascade,
        foreign key (tenant_id, identity_provider_id, user_id)
          references scim_users (tenant_id, identity_provider_id, id) on delete cascade
      )`.execute(db)
    await sql`create index scim_members_user on scim_members (tenant_id, identity_provider_id, user_id)`.execute(db)
    await tenantWall(db, 'scim_members')

    // The purge of a deleted provider removes them in batches, before its people.
    await sql`drop policy owner_door on scim_users`.execute(db)
    for (const table of belongings.slice(0, 3)) await ownerDoor(db, table, 'all')
    await sql`create or replace function portico_purge_deleted(batch integer) returns bigint
      language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
      as ${sql.lit(purgeBody(belongings))}`.execute(db)
  },
}

/** What belongs to a provider and may be millions of rows; the rest goes with the provider's row. */
export const belongings = [
  'scim_members',
  'scim_users',
  'scim_groups',
  'sessions',
  'cli_grants',
  'sign_in_transactions',
  'users',
  'groups',
]

/** As in migration 0015. `tables`: what belongs to a provider, in the order in which it is removed. */
export const purgeBody = (tables: readonly string[]): string => `
  declare
    provider record;
    gone bigint;
  begin
    select tenant_id, id into provider from public.identity_providers
     where deleted_at is not null order by deleted_at limit 1 for update skip locked;
    if found then
      update public.sign_in_records set identity_provider_id = null, user_id = null where ctid = any (array(
        select ctid from public.sign_in_records
         where tenant_id = provider.tenant_id and identity_provider_id = provider.id limit batch));
      get diagnostics gone = row_count;
      if gone > 0 then return gone; end if;
      ${tables
        .map(
          (table) => `
      delete from public.${table} where ctid = any (array(
        select ctid from public.${table}
         where tenant_id = provider.tenant_id and identity_provider_id = provider.id limit batch));
      get diagnostics gone = row_count;
      if gone > 0 then return gone; end if;`,
        )
        .join('')}
      delete from public.identity_providers where tenant_id = provider.tenant_id and id = provider.id;
      return 1;
    end if;

    delete from public.user_groups where ctid = any (array(
      select u.ctid from public.groups g
        join public.user_groups u on u.tenant_id = g.tenant_id and u.group_id = g.id
       where g.deleted_at is not null limit batch for update of u skip locked));
    get diagnostics gone = row_count;
    if gone > 0 then return gone; end if;
    delete from public.groups where ctid = any (array(
      select ctid from public.groups where deleted_at is not null limit batch for update skip locked));
    get diagnostics gone = row_count;
    return gone;
  end`
