import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor } from './wall.ts'

/** Attempts to sign in, parts and people that one tenant is read with at most (core's operations/contract.ts). */
const [signInsMax, partsMax, peopleMax] = [200, 20, 100_000]

/**
 * The list of tenants for support (docs/decisions/0098). Two functions read across tenants: one has a short row of each, to
 * search and order; the other reads the parts of the tenants of one page, each through an index and only so far.
 */
export const tenantList: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      alter table tenants
        add column folded_text text collate "C"
          generated always as (portico_folded(name) || ' ' || slug) stored,
        add column sort_key text collate "C" generated always as (portico_sort_key(portico_folded(name))) stored`.execute(
      db,
    )
    await ownerDoor(db, 'environments')
    await ownerDoor(db, 'certificate_extensions')
    await definerFunction(db, {
      name: 'portico_operated_tenants',
      args: '',
      returns: `table (tenant_id uuid, slug text, name text, vendor boolean, created_at timestamptz, allow_pros_access boolean,
        allow_pros_change boolean, deactivated boolean, deactivated_message text, banner_message text, banner_type text,
        banner_until timestamptz, folded_text text, sort_key text)`,
      body: `select tenant_id, slug, name, vendor, created_at, allow_pros_access, allow_pros_change, deactivated,
                    deactivated_message, banner_message, banner_type, banner_until, folded_text, sort_key
               from public.tenants`,
    })
    // Of a provider's configuration only what expires: no secret, no address.
    await definerFunction(db, {
      name: 'portico_tenant_parts',
      args: 'wanted uuid[]',
      returns: `table (tenant_id uuid, environments jsonb, environment_count integer, people integer, providers jsonb,
        provider_count integer)`,
      body: `
        with recent as materialized (
          select r.* from unnest(wanted) w (id) cross join lateral (
            select s.tenant_id, s.identity_provider_id, s.purpose, s.outcome, s.started_at
              from public.sign_in_records s where s.tenant_id = w.id order by s.id desc limit ${signInsMax}) r),
        seen as materialized (
          select r.tenant_id, r.identity_provider_id,
                 max(r.started_at) filter (where r.outcome = 'signed-in') as signed_in_at,
                 array_agg(r.started_at) filter (where r.outcome = 'failed') as failures
            from recent r where r.purpose = 'login' group by 1, 2)
        select w.id,
          (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'name', e.name, 'type', e.type)
                                     order by e.type <> 'PROD', e.name collate "C"), '[]')
             from (select x.id, x.name, x.type from public.environments x where x.tenant_id = w.id
                    order by x.type <> 'PROD', x.name collate "C" limit ${partsMax}) e),
          (select count(*)::integer from public.environments e where e.tenant_id = w.id),
          (select count(*)::integer from (select from public.users u where u.tenant_id = w.id limit ${peopleMax}) u),
          (select coalesce(jsonb_agg(jsonb_build_object(
                    'id', p.id, 'name', p.name, 'type', p.type, 'primary', p.is_primary, 'enabled', p.enabled,
                    'lastSignInAt', s.signed_in_at,
                    'failedSince', (select count(*) from unnest(s.failures) f
                                     where s.signed_in_at is null or f > s.signed_in_at),
                    'config', (select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(p.config) c
                                where c.key in ('signingCertificate1', 'signingCertificate2',
                                                'applicationSecretStartsOn', 'applicationSecretEndsOn',
                                                'nextApplicationSecretStartsOn', 'nextApplicationSecretEndsOn')),
                    'extended', (select coalesce(jsonb_object_agg(x.fingerprint, x.extended_until), '{}')
                                   from public.certificate_extensions x
                                  where x.tenant_id = w.id and x.identity_provider_id = p.id))
                    order by p.is_primary desc, p.name collate "C"), '[]')
             from (select * from public.identity_providers x
                    where x.tenant_id = w.id and x.deleted_at is null and x.kept_at is not null
                    order by x.is_primary desc, x.name collate "C" limit ${partsMax}) p
             left join seen s on s.tenant_id = w.id and s.identity_provider_id = p.id),
          (select count(*)::integer from public.identity_providers x
            where x.tenant_id = w.id and x.deleted_at is null and x.kept_at is not null)
        from unnest(wanted) w (id)`,
    })
  },
}
