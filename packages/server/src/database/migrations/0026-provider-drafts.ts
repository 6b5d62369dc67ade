import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor, tenantWall } from './wall.ts'

/**
 * Changes of an identity provider that are not in effect yet, the configurations that a real login proved, and the test
 * logins. A provider without `kept_at` was never kept: it is not `enabled`, so that no process signs in with it.
 */
export const providerDrafts: Migration = {
  async up(db: Kysely<never>) {
    // With a default, because a process of the version before adds providers that are in effect at once. `secrets_id`
    // names a set of secrets, so that a fingerprint can depend on them without holding a digest of them.
    await sql`
      alter table identity_providers
        add column kept_at timestamptz default now(),
        add column secrets_id uuid not null default gen_random_uuid()`.execute(db)
    await sql`update identity_providers set kept_at = created_at`.execute(db)

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
        changed_by text not null,
        changed_at timestamptz not null default now(),
        primary key (tenant_id, identity_provider_id),
        foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
      )`.execute(db)
    await tenantWall(db, 'identity_provider_drafts')

    await sql`
      create table identity_provider_proofs (
        tenant_id uuid not null,
        identity_provider_id uuid not null,
        fingerprint text collate "C" not null,
        purpose text not null check (purpose in ('login', 'test', 'idp-switch')),
        security_admin boolean not null,
        proved_at timestamptz not null default now(),
        proved_by text not null,
        record_id uuid,
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
        token_hash bytea not null,
        started_by text not null,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        opened_at timestamptz,
        finished_at timestamptz,
        passed boolean,
        record_id uuid,
        result bytea,
        primary key (tenant_id, id),
        foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
      )`.execute(db)
    await sql`
      create index identity_provider_tests_provider
          on identity_provider_tests (tenant_id, identity_provider_id, created_at)`.execute(db)
    await sql`create index identity_provider_tests_age on identity_provider_tests (created_at)`.execute(db)
    await tenantWall(db, 'identity_provider_tests')
    await ownerDoor(db, 'identity_provider_tests', 'all')
    await definerFunction(db, {
      name: 'portico_sweep_provider_tests',
      args: '',
      returns: 'bigint',
      body: `with chosen as (
               select ctid from public.identity_provider_tests where created_at < now() - interval '7 days'
                limit 2000 for update skip locked),
             gone as (delete from public.identity_provider_tests
                       where ctid = any (array(select ctid from chosen)) returning 1)
             select count(*) from gone`,
      volatile: true,
    })

    // What a test login was begun for: its row, and the configuration that it tests.
    await sql`
      alter table sign_in_transactions
        add column test_id uuid,
        add column fingerprint text collate "C"`.execute(db)
  },
}
