import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor, tenantWall } from './wall.ts'

/**
 * The branding of a tenant (docs/decisions/0103). `key` opens it to people who are not signed in, and is random: a
 * stranger cannot try names of companies.
 */
export const branding: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create table tenant_branding (
        tenant_id uuid primary key references tenants on delete cascade,
        key text collate "C" not null unique check (key ~ '^[A-Za-z0-9_-]{22}$'),
        name text,
        primary_color text check (primary_color ~ '^#[0-9a-f]{6}$'),
        accent_color text check (accent_color ~ '^#[0-9a-f]{6}$'),
        privacy_policy_url text check (privacy_policy_url like 'https://%'),
        logo bytea,
        logo_type text check (logo_type in ('image/png', 'image/jpeg', 'image/webp')),
        logo_hash text collate "C",
        logo_width integer,
        logo_height integer,
        check (accent_color is null or primary_color is not null),
        check (num_nulls(logo, logo_type, logo_hash, logo_width, logo_height) in (0, 5))
      )`.execute(db)
    await tenantWall(db, 'tenant_branding')
    await ownerDoor(db, 'tenant_branding')
    // Held with the senders of the tenant (docs/decisions/0085).
    await sql`
      create trigger tell_change after insert or update or delete on tenant_branding for each row
        execute function portico_tell_tenant()`.execute(db)
    await definerFunction(db, {
      name: 'portico_branding',
      args: 'wanted text',
      returns: 'jsonb',
      body: `
        select jsonb_build_object(
                 'tenantName', t.name, 'key', b.key, 'name', b.name, 'primaryColor', b.primary_color,
                 'accentColor', b.accent_color, 'privacyPolicyUrl', b.privacy_policy_url,
                 'logo', case when b.logo_hash is not null then
                   jsonb_build_object('hash', b.logo_hash, 'width', b.logo_width, 'height', b.logo_height) end)
          from public.tenant_branding b join public.tenants t on t.tenant_id = b.tenant_id
         where b.key = wanted`,
    })
    await definerFunction(db, {
      name: 'portico_branding_logo',
      args: 'wanted text, wanted_hash text',
      returns: 'table (type text, bytes bytea)',
      body: `
        select logo_type, logo from public.tenant_branding
         where key = wanted and logo_hash = wanted_hash`,
    })
  },
}
