import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor, tenantWall } from './wall.ts'

/**
 * Changes of identity providers that are in effect and revert by themselves unless a sign-in confirms them: what was in
 * effect before, at most one for each provider (docs/decisions/0076).
 */
export const unconfirmedChanges: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create table unconfirmed_changes (
        tenant_id uuid not null,
        identity_provider_id uuid not null,
        name text not null,
        enabled boolean not null,
        config jsonb not null,
        secrets bytea,
        secrets_id uuid not null,
        prefixes text[] not null,
        suffixes text[] not null,
        kept_by text not null,
        reverts_at timestamptz not null,
        primary key (tenant_id, identity_provider_id),
        foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
      )`.execute(db)
    await sql`create index unconfirmed_changes_due on unconfirmed_changes (reverts_at)`.execute(db)
    await tenantWall(db, 'unconfirmed_changes')
    await ownerDoor(db, 'unconfirmed_changes')
    await definerFunction(db, {
      name: 'portico_due_reverts',
      args: '',
      returns: 'table (tenant_id uuid, identity_provider_id uuid)',
      body: `select c.tenant_id, c.identity_provider_id from public.unconfirmed_changes c
              where c.reverts_at <= now() order by c.reverts_at limit 100`,
    })
  },
}
