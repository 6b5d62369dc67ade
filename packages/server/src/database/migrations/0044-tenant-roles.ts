import { sql, type Kysely, type Migration } from 'kysely'

import { tenantWall } from './wall.ts'

const own = "tenant_id = nullif(current_setting('portico.tenant', true), '')::uuid"

/**
 * Custom roles of a tenant (spec section 3) and the groups that hold them in each environment. Deleting a role, an
 * environment or a group deletes the mappings too. A process knows nothing of them about the senders of requests
 * (docs/decisions/0085), so they notify no one.
 */
export const tenantRoles: Migration = {
  async up(db: Kysely<never>) {
    await sql`alter table tenants add column custom_roles_readonly boolean not null default false`.execute(db)
    await sql`
      create table tenant_roles (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        label text not null check (char_length(label) between 1 and 128),
        folded_label text collate "C" generated always as (portico_folded(label)) stored,
        sort_key text collate "C" generated always as (portico_sort_key(portico_folded(label))) stored,
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

    const unmapped = ['portal_role_groups', 'app_role_groups', 'application_access_groups', 'tenant_role_groups'].map(
      (table) => `and not exists (select from public.${table} m where m.tenant_id = g.tenant_id and m.group_id = g.id)`,
    )
    // The same as in 0029, with custom roles.
    const body = `update public.groups g set deleted_at = now(), claim = g.id::text, known_as = null
              where g.${own} and g.identity_provider_id = provider and g.deleted_at is null ${unmapped.join(' ')}
             returning g.name`
    await sql`create or replace function portico_forget_unmapped_groups(provider uuid) returns setof text
      language sql volatile security definer set search_path = pg_catalog, public, pg_temp as ${sql.lit(body)}`.execute(
      db,
    )
  },
}
