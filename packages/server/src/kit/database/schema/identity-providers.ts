import { type Kysely, sql } from 'kysely'

import { definerFunction, hideDeleted, ownerDoor, tenantWall } from './wall.ts'

/**
 * Identity providers with the names that belong to them (username formats and e-mail domains), their drafts and what
 * proves them, and the certificates of SAML providers. Triggers that notify processes of changed providers are in
 * applications.ts.
 */
export async function identityProviders(db: Kysely<never>): Promise<void> {
  await providers(db)
  await deletion(db)
  await usernameFormats(db)
  await emailDomains(db)
  await drafts(db)
  await certificates(db)
}

/** The tenant of the transaction. */
const tenant = `nullif(current_setting('portico.tenant', true), '')::uuid`

async function providers(db: Kysely<never>): Promise<void> {
  await sql`
    create table identity_providers (
      tenant_id uuid not null references tenants on delete cascade,
      id uuid not null,
      name text not null,
      type text not null check (type in ('OIDC', 'AAD', 'AAD2', 'OPENSAML', 'SFDC_SAML', 'ADFS_SAML')),
      config jsonb not null,
      -- Sealed.
      secrets bytea,
      -- Names the set of secrets, so that a fingerprint can depend on them without holding a digest of them
      -- (docs/decisions/0067).
      secrets_id uuid not null default gen_random_uuid(),
      -- A sign-in that began with another one is refused.
      config_version integer not null default 1,
      -- Since when type, configuration, secrets and formats are as they are: a later sign-in proves them
      -- (docs/decisions/0075). Triggers set it.
      configured_at timestamptz not null default clock_timestamp(),
      -- When signing certificates were added (RFC 3339), by fingerprint (docs/decisions/0080).
      certificates_added jsonb not null default '{}',

      enabled boolean not null default true,
      is_primary boolean not null default false,
      -- After another provider became primary, groups of this one keep the Security Admin role until then
      -- (docs/decisions/0069).
      admin_until timestamptz,
      -- Where the groups of its people come from: never from both (docs/decisions/0113).
      group_source text collate "C" not null default 'claims' check (group_source in ('claims', 'scim')),
      -- Whether its directory ever sent a person.
      is_provisioned boolean not null default false,

      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      -- null: only a draft was saved. Such a provider is not enabled, so that no sign-in uses it (docs/decisions/0067).
      kept_at timestamptz default now(),
      deleted_at timestamptz,
      primary key (tenant_id, id)
    )`.execute(db)
  await tenantWall(db, 'identity_providers')
  await hideDeleted(db, 'identity_providers')
  await ownerDoor(db, 'identity_providers', 'all')
  await sql`
    create unique index identity_providers_primary on identity_providers (tenant_id) where is_primary`.execute(db)
  await sql`create unique index identity_providers_name on identity_providers (tenant_id, lower(name))`.execute(db)
  // For lookups across tenants by the id only.
  await sql`create index identity_providers_id on identity_providers (id)`.execute(db)

  await definerFunction(db, {
    name: 'portico_find_identity_provider',
    args: 'wanted uuid',
    returns: 'table (tenant_id uuid)',
    body: 'select p.tenant_id from public.identity_providers p where p.id = wanted and p.enabled',
  })
  // Also one that is not enabled.
  await definerFunction(db, {
    name: 'portico_find_identity_provider_any',
    args: 'wanted uuid',
    returns: 'table (tenant_id uuid)',
    body: 'select p.tenant_id from public.identity_providers p where p.id = wanted and p.deleted_at is null',
  })

  // A trigger, because several features write these columns. The clock is read under the lock of the row, so that a
  // sign-in that finished before the change is before it. A change of formats counts too, see usernameFormats.
  await sql`
    create function portico_note_configuration() returns trigger
      language plpgsql as $$
      begin
        new.configured_at := clock_timestamp();
        return new;
      end
      $$`.execute(db)
  await sql`
    create trigger note_configuration before update of type, config, secrets_id on identity_providers for each row
      when ((old.type, old.config, old.secrets_id) is distinct from (new.type, new.config, new.secrets_id))
      execute function portico_note_configuration()`.execute(db)
}

/** What belongs to a provider and may be millions of rows, in the order in which it is removed. */
const belongings = [
  'scim_requests',
  'scim_members',
  'scim_users',
  'scim_groups',
  'sessions',
  'cli_grants',
  'sign_in_transactions',
  'users',
  'groups',
]

/**
 * A provider is deleted by a mark, and so are groups. The tenant wall hides marked rows, so to the server they do not
 * exist, and purge.ts removes them with what belongs to them, batch by batch (docs/decisions/0036).
 */
async function deletion(db: Kysely<never>): Promise<void> {
  await sql`
    create index identity_providers_deleted on identity_providers (deleted_at) where deleted_at is not null`.execute(db)

  // The name is free for another provider.
  await definerFunction(db, {
    name: 'portico_delete_identity_provider',
    args: 'wanted uuid',
    returns: 'boolean',
    body: `
      with marked as (
        update public.identity_providers
           set deleted_at = now(), enabled = false, secrets = null, name = id::text,
               version = version + 1, config_version = config_version + 1
         where tenant_id = ${tenant} and id = wanted and deleted_at is null and not is_primary
        returning 1)
      select exists (select from marked)`,
    volatile: true,
  })

  // Removes at most `batch` rows of one kind and returns how many; 0 when nothing that was deleted is left. What is not
  // in `belongings` is removed with the row of the provider.
  const stopIfSome = 'get diagnostics gone = row_count; if gone > 0 then return gone; end if;'
  const remove = (table: string) => `
          delete from public.${table} where ctid = any (array(
            select ctid from public.${table}
             where tenant_id = provider.tenant_id and identity_provider_id = provider.id limit batch));
          ${stopIfSome}`
  await definerFunction(db, {
    name: 'portico_purge_deleted',
    args: 'batch integer',
    returns: 'bigint',
    language: 'plpgsql',
    body: `
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
          ${stopIfSome}
          ${belongings.map(remove).join('')}
          delete from public.identity_providers where tenant_id = provider.tenant_id and id = provider.id;
          return 1;
        end if;

        delete from public.user_groups where ctid = any (array(
          select u.ctid from public.groups g
            join public.user_groups u on u.tenant_id = g.tenant_id and u.group_id = g.id
           where g.deleted_at is not null limit batch for update of u skip locked));
        ${stopIfSome}
        delete from public.groups where ctid = any (array(
          select ctid from public.groups where deleted_at is not null limit batch for update skip locked));
        get diagnostics gone = row_count;
        return gone;
      end`,
    volatile: true,
  })
}

/**
 * The beginnings or domains of usernames that belong to a provider. A format belongs to one provider in the whole
 * deployment, so `unique (type, value)` has no tenant_id.
 */
async function usernameFormats(db: Kysely<never>): Promise<void> {
  await sql`
    create table username_formats (
      tenant_id uuid not null,
      id uuid not null,
      identity_provider_id uuid not null,
      type text not null check (type in ('suffix', 'prefix')),
      value text collate "C" not null check (value = lower(value) and value <> ''),
      primary key (tenant_id, id),
      unique (type, value),
      foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
    )`.execute(db)
  await tenantWall(db, 'username_formats')
  await ownerDoor(db, 'username_formats')
  await sql`create index username_formats_provider on username_formats (tenant_id, identity_provider_id)`.execute(db)

  // The longest format that covers a username comes first. Also formats of providers that are not enabled: no sign-in
  // uses these, but another provider cannot take them.
  await definerFunction(db, {
    name: 'portico_username_format_holders',
    args: 'wanted_type text, candidates text[]',
    returns: 'table (tenant_id uuid, identity_provider_id uuid, value text, enabled boolean)',
    body: `
      select f.tenant_id, f.identity_provider_id, f.value, p.enabled
        from public.username_formats f
        join public.identity_providers p on p.tenant_id = f.tenant_id and p.id = f.identity_provider_id
       where f.type = wanted_type and f.value = any (candidates)
       order by length(f.value) desc`,
  })

  await sql`
    create function portico_note_formats() returns trigger
      language plpgsql as $$
      begin
        -- A restore brings the time with the provider.
        if current_setting('portico.restore', true) = 'on' then return null; end if;
        update public.identity_providers p set configured_at = clock_timestamp()
         where p.tenant_id = coalesce(new.tenant_id, old.tenant_id)
           and p.id = coalesce(new.identity_provider_id, old.identity_provider_id);
        return null;
      end
      $$`.execute(db)
  await sql`
    create trigger note_configuration after insert or update or delete on username_formats for each row
      execute function portico_note_formats()`.execute(db)
}

/**
 * Domains whose e-mail addresses belong to the people of a provider, beside its username formats (docs/decisions/0127).
 */
async function emailDomains(db: Kysely<never>): Promise<void> {
  // `unique (value)` without tenant_id: as a format, a domain belongs to one provider in the whole deployment.
  await sql`
    create table email_domains (
      tenant_id uuid not null,
      id uuid not null,
      identity_provider_id uuid not null,
      value text collate "C" not null unique check (value = lower(value) and value <> ''),
      primary key (tenant_id, id),
      foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
    )`.execute(db)
  await tenantWall(db, 'email_domains')
  await ownerDoor(db, 'email_domains')
  await sql`create index email_domains_provider on email_domains (tenant_id, identity_provider_id)`.execute(db)

  // With the suffixes among the username formats. If two providers have the same value, the format counts.
  const all = `
    select f.tenant_id, f.identity_provider_id, f.value, true as is_format
      from public.username_formats f where f.type = 'suffix'
    union all
    select e.tenant_id, e.identity_provider_id, e.value, false from public.email_domains e`
  await definerFunction(db, {
    name: 'portico_email_domain_holders',
    args: 'candidates text[]',
    returns: 'table (tenant_id uuid, identity_provider_id uuid, value text, enabled boolean)',
    body: `
      select d.tenant_id, d.identity_provider_id, d.value, p.enabled
        from (${all}) d
        join public.identity_providers p on p.tenant_id = d.tenant_id and p.id = d.identity_provider_id
       where d.value = any (candidates)
       order by length(d.value) desc, d.is_format desc`,
  })
  // The domains among `domains` that have a subdomain here.
  await definerFunction(db, {
    name: 'portico_email_domains_below',
    args: 'domains text[]',
    returns: 'table (tenant_id uuid, domain text)',
    body: `
      select distinct f.tenant_id, d.domain
        from unnest(domains) as d (domain)
        join (${all}) f on right(f.value, length(d.domain) + 1) = '.' || d.domain`,
  })
}

/**
 * Changes that are not in effect yet, the configurations that a real login proved, the test logins, and changes that
 * revert unless a sign-in confirms them (docs/decisions/0067, 0075, 0076). A fingerprint is the SHA-256 of what a
 * sign-in depends on, hexadecimal.
 */
async function drafts(db: Kysely<never>): Promise<void> {
  // At most one for each provider.
  await sql`
    create table identity_provider_drafts (
      tenant_id uuid not null,
      identity_provider_id uuid not null,
      name text not null,
      enabled boolean not null,
      config jsonb not null,
      secrets bytea,
      secrets_id uuid not null,
      prefixes text[] not null,
      suffixes text[] not null,
      email_domains text[] not null default '{}',
      changed_by text not null,
      changed_at timestamptz not null default now(),
      primary key (tenant_id, identity_provider_id),
      foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
    )`.execute(db)
  await tenantWall(db, 'identity_provider_drafts')

  // `security_admin`: whether the login led to the Security Admin role.
  await sql`
    create table identity_provider_proofs (
      tenant_id uuid not null,
      identity_provider_id uuid not null,
      fingerprint text collate "C" not null,
      purpose text not null check (purpose in ('login', 'test', 'idp-switch')),
      security_admin boolean not null,
      proved_at timestamptz not null default now(),
      -- The username of the person, which may change at the provider. The subject stays, and counts only where
      -- subject_username is the same name.
      proved_by text not null,
      subject text collate "C",
      subject_username text,
      -- Groups that the login asserted; null: the proof is of a configuration, but of no path to the role.
      groups jsonb,
      primary key (tenant_id, identity_provider_id, fingerprint, purpose, security_admin),
      foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
    )`.execute(db)
  await tenantWall(db, 'identity_provider_proofs')

  await sql`
    create table identity_provider_tests (
      tenant_id uuid not null,
      id uuid not null,
      identity_provider_id uuid not null,
      fingerprint text collate "C" not null,
      -- SHA-256 of the token in the address that begins the test in a browser.
      token_hash bytea not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      opened_at timestamptz,
      record_id uuid,
      finished_at timestamptz,
      passed boolean,
      -- Sealed: the claims of the person, and what the mappings make of them.
      result bytea,
      primary key (tenant_id, id),
      foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
    )`.execute(db)
  await tenantWall(db, 'identity_provider_tests')
  await ownerDoor(db, 'identity_provider_tests', 'all')
  await sql`
    create index identity_provider_tests_provider
        on identity_provider_tests (tenant_id, identity_provider_id, created_at)`.execute(db)
  await sql`create index identity_provider_tests_age on identity_provider_tests (created_at)`.execute(db)
  await definerFunction(db, {
    name: 'portico_sweep_provider_tests',
    args: '',
    returns: 'bigint',
    body: `
      with chosen as (
        select ctid from public.identity_provider_tests where created_at < now() - interval '7 days'
         limit 2000 for update skip locked),
      gone as (delete from public.identity_provider_tests
                where ctid = any (array(select ctid from chosen)) returning 1)
      select count(*) from gone`,
    volatile: true,
  })

  // What was in effect before a change that waits for a sign-in to confirm it; at most one for each provider.
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
      email_domains text[] not null default '{}',
      kept_by text not null,
      reverts_at timestamptz not null,
      primary key (tenant_id, identity_provider_id),
      foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
    )`.execute(db)
  await tenantWall(db, 'unconfirmed_changes')
  await ownerDoor(db, 'unconfirmed_changes')
  await sql`create index unconfirmed_changes_due on unconfirmed_changes (reverts_at)`.execute(db)
  await definerFunction(db, {
    name: 'portico_due_reverts',
    args: '',
    returns: 'table (tenant_id uuid, identity_provider_id uuid)',
    body: `
      select c.tenant_id, c.identity_provider_id from public.unconfirmed_changes c
       where c.reverts_at <= now() order by c.reverts_at limit 100`,
  })
}

/** What is known of the certificates and secrets of providers, by the fingerprints of certificates. */
async function certificates(db: Kysely<never>): Promise<void> {
  // What the last reading of a SAML provider's metadata found, when the next one is due, and which process reads it now
  // (docs/decisions/0081). It is about this address and entity.
  await sql`
    create table metadata_readings (
      tenant_id uuid not null,
      identity_provider_id uuid not null,
      url text not null,
      entity_id text not null,

      tried_at timestamptz,
      -- The time of the last answer that could be used.
      read_at timestamptz,
      result text,
      detail text,
      -- For the next request.
      etag text,
      last_modified text,
      -- The certificates of the last answer that could be used, in PEM, and their fingerprints.
      certificates text[] not null default '{}',
      listed text[] not null default '{}',
      -- Fingerprints of the provider's certificates that the metadata listed once, and no longer lists.
      withdrawn text[] not null default '{}',

      -- In a row.
      failures integer not null default 0,
      next_at timestamptz not null default now(),
      -- The reading in progress; null: none.
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
    body: `
      select p.tenant_id, p.id
        from public.identity_providers p
        left join public.metadata_readings r on r.tenant_id = p.tenant_id and r.identity_provider_id = p.id
       where p.enabled and p.deleted_at is null and p.kept_at is not null and p.config ? 'metadataUrl'
         and coalesce(r.next_at <= now(), true) and coalesce(r.claimed_until <= now(), true)
       order by r.next_at nulls first limit 20`,
  })

  // When a certificate first and last verified a sign-in: it is proven, and administrators see that the old one is no
  // longer used.
  await sql`
    create table certificate_uses (
      tenant_id uuid not null,
      identity_provider_id uuid not null,
      fingerprint text collate "C" not null,
      first_used_at timestamptz default now(),
      last_used_at timestamptz not null default now(),
      primary key (tenant_id, identity_provider_id, fingerprint),
      foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
    )`.execute(db)
  await tenantWall(db, 'certificate_uses')

  // An expired certificate may be used for 72 more hours, once (spec section 4).
  await sql`
    create table certificate_extensions (
      tenant_id uuid not null,
      identity_provider_id uuid not null,
      fingerprint text collate "C" not null,
      authorised_by text not null,
      reason text not null,
      extended_until timestamptz not null,
      primary key (tenant_id, identity_provider_id, fingerprint),
      foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
    )`.execute(db)
  await tenantWall(db, 'certificate_extensions')
  await ownerDoor(db, 'certificate_extensions')

  // Warnings that were given: one for each stage of each certificate and secret, by any process.
  await sql`
    create table expiry_warnings (
      tenant_id uuid not null,
      identity_provider_id uuid not null,
      -- 'certificate' or 'secret'.
      kind text collate "C" not null,
      -- When it expires, or starts if it cannot be used yet (stage 'early').
      at text collate "C" not null,
      -- Days left ('0': it has expired), or 'early'.
      stage text collate "C" not null,
      primary key (tenant_id, identity_provider_id, kind, at, stage),
      foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
    )`.execute(db)
  await tenantWall(db, 'expiry_warnings')
}
