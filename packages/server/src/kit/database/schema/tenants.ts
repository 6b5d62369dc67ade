import { type Kysely, sql } from 'kysely'

import { definerFunction, ownerDoor, tenantWall } from './wall.ts'

/**
 * Tenants with their environments, branding and SAML keys, the two ways into a tenant without its identity provider
 * (recovery codes and setup URLs), and the functions that read across tenants. `version` counts the changes of a row,
 * for its ETag. Triggers that notify processes of changed tenants are in applications.ts.
 */
export async function tenants(db: Kysely<never>): Promise<void> {
  await tenantsAndEnvironments(db)
  await branding(db)
  await federationKeys(db)
  await idempotencyKeys(db)
  await recoveryCodes(db)
  await setupUrls(db)
  await operations(db)
  await acrossTenants(db)
}

async function tenantsAndEnvironments(db: Kysely<never>): Promise<void> {
  await sql`
    create table tenants (
      tenant_id uuid primary key,
      slug text collate "C" not null unique check (slug ~ '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$'),
      name text not null,
      -- For the list of tenants.
      folded_text text collate "C" generated always as (portico_folded(name) || ' ' || slug) stored,
      sort_key text collate "C" generated always as (portico_sort_key(portico_folded(name))) stored,

      -- Sessions end after this long without use.
      idle_secs integer not null default 1800 check (idle_secs between 300 and 86400),
      -- Administrators may not change the idle time and the custom roles (spec section 6, "Read-only flags").
      idle_readonly boolean not null default false,
      custom_roles_readonly boolean not null default false,

      -- The vendor's own tenant, whose support users may enter other tenants (docs/decisions/0097).
      vendor boolean not null default false,
      -- Whether they may enter this tenant, and change something there.
      allow_pros_access boolean not null default false,
      allow_pros_change boolean not null default false,

      -- Set by operators of the server, with what they tell the people of the tenant (docs/decisions/0098).
      deactivated boolean not null default false,
      deactivated_message text,
      banner_message text,
      banner_type text collate "C" check (banner_type in ('info', 'warning', 'error')),
      banner_until timestamptz,
      constraint tenants_banner check ((banner_message is null) = (banner_type is null)),

      -- Shown in the launcher. Another text gets another id, and is also shown to people who closed the one before.
      announcement text,
      announcement_id uuid,
      announcement_until timestamptz,
      -- Whom people ask for access.
      access_contact text,

      -- When the usernames of its people were last compared with the formats, which is done once an hour
      -- (docs/decisions/0125); null: never.
      usernames_checked_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db)
  // The server never removes a tenant, because its audit log would go with it.
  await tenantWall(db, 'tenants', ['select', 'insert', 'update'])
  await ownerDoor(db, 'tenants')

  await sql`
    create table environments (
      tenant_id uuid not null references tenants on delete cascade,
      id uuid not null,
      name text not null,
      slug text collate "C" not null,
      type text not null,
      -- Administrators may not change it.
      readonly boolean not null default false,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      primary key (tenant_id, id),
      unique (tenant_id, slug)
    )`.execute(db)
  await tenantWall(db, 'environments')
  await ownerDoor(db, 'environments')
  await sql`create unique index environments_name on environments (tenant_id, lower(name))`.execute(db)
}

/**
 * The branding of a tenant (docs/decisions/0103). Two functions return it to people who are not signed in, by the key
 * of the tenant. The key is random, so that a stranger cannot try names of companies.
 */
async function branding(db: Kysely<never>): Promise<void> {
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
}

/** Our keys for SAML providers. `next` is published before it is used, `previous` after (docs/decisions/0042). */
async function federationKeys(db: Kysely<never>): Promise<void> {
  await sql`
    create table federation_keys (
      tenant_id uuid not null references tenants on delete cascade,
      use text not null check (use in ('signing', 'encryption')),
      state text not null check (state in ('next', 'current', 'previous')),
      -- Sealed.
      private_key bytea not null,
      certificate text not null,
      fingerprint text collate "C" not null,
      not_after timestamptz not null,
      primary key (tenant_id, use, state)
    )`.execute(db)
  await tenantWall(db, 'federation_keys')
}

/** Answers to creations, so that one that is sent twice with the same `Idempotency-Key` happens once. */
async function idempotencyKeys(db: Kysely<never>): Promise<void> {
  await sql`
    create table idempotency_keys (
      tenant_id uuid not null references tenants on delete cascade,
      actor_id text collate "C" not null,
      key text collate "C" not null,
      request_hash bytea not null,
      -- The answer. The row is part of the transaction of the creation, so no other transaction sees it without one.
      reply jsonb,
      etag text,
      created_at timestamptz not null default now(),
      primary key (tenant_id, actor_id, key)
    )`.execute(db)
  await tenantWall(db, 'idempotency_keys')
  await ownerDoor(db, 'idempotency_keys', 'all')
  await sql`create index idempotency_keys_created on idempotency_keys (created_at)`.execute(db)

  // sweep.ts calls again while it removed any.
  await definerFunction(db, {
    name: 'portico_sweep_idempotency_keys',
    args: 'keep interval',
    returns: 'bigint',
    body: `
      with chosen as (
        select ctid from public.idempotency_keys where created_at < now() - keep
         limit 2000 for update skip locked),
      gone as (delete from public.idempotency_keys where ctid = any (array(select ctid from chosen)) returning 1)
      select count(*) from gone`,
    volatile: true,
  })
}

/** Recovery codes of tenants, and the repair sessions that they open (docs/decisions/0070). */
async function recoveryCodes(db: Kysely<never>): Promise<void> {
  await sql`
    create table recovery_sets (
      tenant_id uuid primary key references tenants on delete cascade,
      created_at timestamptz not null default now(),
      created_by text not null,
      expires_at timestamptz not null,
      -- Codes open nothing before a drill.
      drilled_at timestamptz,
      drilled_by text,
      used_at timestamptz,
      -- An address.
      used_from text
    )`.execute(db)
  await tenantWall(db, 'recovery_sets')

  // Only the SHA-256 of a code is stored: 135 random bits cannot be guessed from it.
  await sql`
    create table recovery_codes (
      tenant_id uuid not null references recovery_sets on delete cascade,
      slot smallint not null check (slot in (1, 2)),
      code_hash bytea not null,
      used_at timestamptz,
      primary key (tenant_id, slot)
    )`.execute(db)
  await tenantWall(db, 'recovery_codes')
  await ownerDoor(db, 'recovery_codes')
  await sql`create unique index recovery_codes_hash on recovery_codes (code_hash)`.execute(db)
  await definerFunction(db, {
    name: 'portico_find_recovery_code',
    args: 'wanted bytea',
    returns: 'table (tenant_id uuid)',
    body: 'select c.tenant_id from public.recovery_codes c where c.code_hash = wanted',
  })

  // `id_hash`: SHA-256 of the cookie's value.
  await sql`
    create table repair_sessions (
      tenant_id uuid not null references tenants on delete cascade,
      id uuid not null,
      id_hash bytea not null,
      expires_at timestamptz not null,
      ended_at timestamptz,
      primary key (tenant_id, id)
    )`.execute(db)
  await tenantWall(db, 'repair_sessions')
  await ownerDoor(db, 'repair_sessions', 'all')
  await sql`create unique index repair_sessions_hash on repair_sessions (id_hash)`.execute(db)
  // One at a time, also when two servers begin one in the same moment.
  await sql`create unique index repair_sessions_one on repair_sessions (tenant_id) where ended_at is null`.execute(db)
  await definerFunction(db, {
    name: 'portico_find_repair_session',
    args: 'wanted bytea',
    returns: 'table (tenant_id uuid)',
    body: `
      select s.tenant_id from public.repair_sessions s
       where s.id_hash = wanted and s.ended_at is null and s.expires_at > now()`,
  })
  await definerFunction(db, {
    name: 'portico_sweep_repair_sessions',
    args: '',
    returns: 'bigint',
    body: `
      with gone as (delete from public.repair_sessions where expires_at < now() - interval '1 day' returning 1)
      select count(*) from gone`,
    volatile: true,
  })
}

/**
 * Setup URLs, the progress of a tenant's first-time setup, and the sessions that the URL opens (docs/decisions/0077).
 */
async function setupUrls(db: Kysely<never>): Promise<void> {
  await sql`
    create table setups (
      tenant_id uuid primary key references tenants on delete cascade,
      -- The URL, by the SHA-256 of its token.
      token_hash bytea not null,
      created_at timestamptz not null default now(),
      created_by text not null,
      expires_at timestamptz not null,
      opened_at timestamptz,
      -- An address.
      opened_from text,
      completed_at timestamptz,
      withdrawn_at timestamptz,
      -- What was entered.
      step smallint not null default 1 check (step between 1 and 4),
      product text,
      type text,
      -- Chosen with the type, before the provider has a row: our addresses contain the id.
      identity_provider_id uuid,
      provider_made boolean not null default false,
      version integer not null default 1
    )`.execute(db)
  await tenantWall(db, 'setups')
  await ownerDoor(db, 'setups')
  await sql`create unique index setups_token on setups (token_hash)`.execute(db)
  await definerFunction(db, {
    name: 'portico_find_setup_url',
    args: 'wanted bytea',
    returns: 'table (tenant_id uuid)',
    body: 'select s.tenant_id from public.setups s where s.token_hash = wanted',
  })

  // `id_hash`: SHA-256 of the cookie's value.
  await sql`
    create table setup_sessions (
      tenant_id uuid not null references setups on delete cascade,
      id uuid not null,
      id_hash bytea not null,
      expires_at timestamptz not null,
      ended_at timestamptz,
      primary key (tenant_id, id)
    )`.execute(db)
  await tenantWall(db, 'setup_sessions')
  await ownerDoor(db, 'setup_sessions', 'all')
  await sql`create unique index setup_sessions_hash on setup_sessions (id_hash)`.execute(db)
  await definerFunction(db, {
    name: 'portico_find_setup_session',
    args: 'wanted bytea',
    returns: 'table (tenant_id uuid)',
    body: `
      select s.tenant_id from public.setup_sessions s
       where s.id_hash = wanted and s.ended_at is null and s.expires_at > now()`,
  })
  await definerFunction(db, {
    name: 'portico_sweep_setup_sessions',
    args: '',
    returns: 'bigint',
    body: `
      with gone as (delete from public.setup_sessions where expires_at < now() - interval '1 day' returning 1)
      select count(*) from gone`,
    volatile: true,
  })
}

/** Attempts to sign in, parts and people that one tenant is read with at most (core's operations/contract.ts). */
const [signInsMax, partsMax, peopleMax] = [200, 20, 100_000]

/** The list of tenants, for commands on the host and for support (docs/decisions/0098). */
async function operations(db: Kysely<never>): Promise<void> {
  await definerFunction(db, {
    name: 'portico_list_tenants',
    args: '',
    returns: 'table (tenant_id uuid, slug text, name text, vendor boolean, created_at timestamptz)',
    body: 'select tenant_id, slug, name, vendor, created_at from public.tenants order by slug',
  })

  // A short row of each tenant, to search and order them all.
  await definerFunction(db, {
    name: 'portico_operated_tenants',
    args: '',
    returns: `table (tenant_id uuid, slug text, name text, vendor boolean, created_at timestamptz,
      allow_pros_access boolean, allow_pros_change boolean, deactivated boolean, deactivated_message text,
      banner_message text, banner_type text, banner_until timestamptz, folded_text text, sort_key text)`,
    body: `
      select tenant_id, slug, name, vendor, created_at, allow_pros_access, allow_pros_change, deactivated,
             deactivated_message, banner_message, banner_type, banner_until, folded_text, sort_key
        from public.tenants`,
  })

  // The parts of the tenants of one page, each read through an index and up to a bound. Of a provider's configuration
  // only what expires: no secret, no address.
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
}

/** Functions of the audit log and of provisioning that read across tenants. */
async function acrossTenants(db: Kysely<never>): Promise<void> {
  // Tenants with audit rows since then; null: all tenants.
  await definerFunction(db, {
    name: 'portico_audit_tenants',
    args: 'since timestamptz',
    returns: 'table (tenant_id uuid)',
    body: `
      select t.tenant_id from public.tenants t where since is null
      union select a.tenant_id from public.audit a where a.at >= since`,
  })
  await definerFunction(db, {
    name: 'portico_audit_last_position',
    args: '',
    returns: 'bigint',
    body: `
      select max(a.position) from public.tenants t,
        lateral (select l.position from public.audit l where l.tenant_id = t.tenant_id
                  order by l.position desc limit 1) a`,
  })
  // Tenants with rows that can be written to the server's log (docs/decisions/0100): one look into an index for each
  // tenant.
  await definerFunction(db, {
    name: 'portico_audit_log_tenants',
    args: '',
    returns: 'table (tenant_id uuid, slug text)',
    body: `
      select t.tenant_id, t.slug
        from public.tenants t
       cross join public.audit_log_start s
        left join public.audit_log_places p on p.tenant_id = t.tenant_id
       where exists (
         select from public.audit a
          where a.tenant_id = t.tenant_id
            and (a.position, a.id) > (coalesce(p.position, s.position), coalesce(p.id, '${lastId}'::uuid))
            and a.position < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + public.portico_audit_base())`,
  })

  // Whether a person or group that an application has is unknown in all tenants, and no other tenant sends to the same
  // address: then it can only have been of this tenant, which existed when its id was made (docs/decisions/0123).
  await definerFunction(db, {
    name: 'portico_is_lost_object',
    args: 'of_tenant uuid, of_connection uuid, lost uuid, made_at timestamptz',
    returns: 'boolean',
    body: `
      select exists (select from public.tenants t where t.tenant_id = of_tenant and t.created_at <= made_at)
         and not exists (select from public.tenants t join public.users u on u.tenant_id = t.tenant_id and u.id = lost)
         and not exists (select from public.tenants t join public.groups g on g.tenant_id = t.tenant_id and g.id = lost)
         and not exists (
           select from public.provisioning_connections c
             join public.provisioned_objects o
               on o.tenant_id = c.tenant_id and o.connection_id = c.id
              and o.kind in ('person', 'group') and o.id = lost)
         and not exists (
           select from public.provisioning_connections mine
             join public.provisioning_connections c on lower(c.url) = lower(mine.url) and c.tenant_id <> mine.tenant_id
            where mine.tenant_id = of_tenant and mine.id = of_connection)`,
  })
}

/** After every row of a position. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
