import { sql, type Kysely, type Migration } from 'kysely'

import { ownerDoor, tenantWall } from './wall.ts'

/**
 * People that the directory of an identity provider sends by SCIM. `resource` is what it sent, without `id`, `meta` and
 * `schemas`; the columns repeat what is looked up. A row with `deleted_at` stays, so that its id is not used again.
 */
export const scimUsers: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create table scim_users (
        tenant_id uuid not null,
        id uuid not null,
        identity_provider_id uuid not null,
        user_name text collate "C" not null,
        user_name_key text collate "C" not null,
        external_id text collate "C",
        display_name_key text collate "C",
        active boolean not null,
        resource jsonb not null,
        version integer not null default 1,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        deleted_at timestamptz,
        primary key (tenant_id, id),
        foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
      )`.execute(db)
    // Ids grow with time, so this is the order of creation too.
    await sql`create unique index scim_users_order on scim_users (tenant_id, identity_provider_id, id)`.execute(db)
    await sql`create unique index scim_users_user_name on scim_users (tenant_id, identity_provider_id, user_name_key)
      where deleted_at is null`.execute(db)
    await sql`create unique index scim_users_external_id on scim_users (tenant_id, identity_provider_id, external_id)
      where deleted_at is null`.execute(db)
    await tenantWall(db, 'scim_users')
    await ownerDoor(db, 'scim_users')
  },
}
