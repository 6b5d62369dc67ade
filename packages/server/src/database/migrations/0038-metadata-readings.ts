import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor, tenantWall } from './wall.ts'

/**
 * What the last reading of a SAML provider's metadata found, when the next one is due, and which process reads it now
 * (docs/decisions/0081). `first_used_at` says when a certificate proved itself; null for uses before this migration.
 */
export const metadataReadings: Migration = {
  async up(db: Kysely<never>) {
    await sql`alter table certificate_uses add column first_used_at timestamptz`.execute(db)
    await sql`alter table certificate_uses alter column first_used_at set default now()`.execute(db)
    await sql`
      create table metadata_readings (
        tenant_id uuid not null,
        identity_provider_id uuid not null,
        url text not null,
        entity_id text not null,
        tried_at timestamptz,
        read_at timestamptz,
        result text,
        detail text,
        etag text,
        last_modified text,
        certificates text[] not null default '{}',
        listed text[] not null default '{}',
        withdrawn text[] not null default '{}',
        failures integer not null default 0,
        next_at timestamptz not null default now(),
        claim uuid,
        claimed_until timestamptz,
        primary key (tenant_id, identity_provider_id),
        foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
      )`.execute(db)
    await tenantWall(db, 'metadata_readings')
    await ownerDoor(db, 'metadata_readings')
    await definerFunction(db, {
      name: 'portico_due_metadata',
      args: '',
      returns: 'table (tenant_id uuid, identity_provider_id uuid)',
      body: `select p.tenant_id, p.id
               from public.identity_providers p
               left join public.metadata_readings r on r.tenant_id = p.tenant_id and r.identity_provider_id = p.id
              where p.enabled and p.deleted_at is null and p.kept_at is not null and p.config ? 'metadataUrl'
                and coalesce(r.next_at <= now(), true) and coalesce(r.claimed_until <= now(), true)
              order by r.next_at nulls first limit 20`,
    })
  },
}
