import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor, tenantWall } from './wall.ts'

export const federation: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      alter table identity_providers
        add column version integer not null default 1,
        add column updated_at timestamptz not null default now()`.execute(db)

    // Spec section 4: an expired certificate may be used for 72 more hours, once.
    await sql`
      create table certificate_extensions (
        tenant_id uuid not null,
        identity_provider_id uuid not null,
        fingerprint text collate "C" not null,
        authorised_at timestamptz not null default now(),
        extended_until timestamptz not null,
        authorised_by text not null,
        reason text not null,
        primary key (tenant_id, identity_provider_id, fingerprint),
        foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
      )`.execute(db)
    await tenantWall(db, 'certificate_extensions')

    // When a certificate last verified a sign-in: what tells an administrator that the old one can go.
    await sql`
      create table certificate_uses (
        tenant_id uuid not null,
        identity_provider_id uuid not null,
        fingerprint text collate "C" not null,
        last_used_at timestamptz not null default now(),
        primary key (tenant_id, identity_provider_id, fingerprint),
        foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
      )`.execute(db)
    await tenantWall(db, 'certificate_uses')

    // Our own keys towards SAML providers. `next` is published before it is used, `previous` after.
    await sql`
      create table federation_keys (
        tenant_id uuid not null references tenants on delete cascade,
        use text not null check (use in ('signing', 'encryption')),
        state text not null check (state in ('next', 'current', 'previous')),
        private_key bytea not null,
        certificate text not null,
        fingerprint text collate "C" not null,
        not_after timestamptz not null,
        created_at timestamptz not null default now(),
        primary key (tenant_id, use, state)
      )`.execute(db)
    await tenantWall(db, 'federation_keys')

    // The flight recorder: one row per attempt, with its named checks.
    await sql`
      create table sign_in_records (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        code text collate "C" not null,
        identity_provider_id uuid,
        purpose text not null check (purpose in ('login', 'test', 'idp-switch', 'logout')),
        outcome text not null default 'open' check (outcome in ('open', 'signed-in', 'failed')),
        username text,
        user_id uuid,
        error_id text,
        finding text,
        checks jsonb not null,
        address text not null,
        request_id text not null,
        started_at timestamptz not null default now(),
        finished_at timestamptz,
        primary key (tenant_id, id),
        unique (tenant_id, code),
        foreign key (tenant_id, identity_provider_id) references identity_providers on delete set null (identity_provider_id),
        foreign key (tenant_id, user_id) references users on delete set null (user_id)
      )`.execute(db)
    await sql`create index sign_in_records_age on sign_in_records (started_at)`.execute(db)
    await tenantWall(db, 'sign_in_records')
    await ownerDoor(db, 'sign_in_records', 'all')
    await definerFunction(db, {
      name: 'portico_sweep_sign_in_records',
      args: '',
      returns: 'bigint',
      body: `with gone as (delete from public.sign_in_records where started_at < now() - interval '30 days' returning 1)
             select count(*) from gone`,
      volatile: true,
    })

    await sql`alter table sign_in_transactions add column record_id uuid`.execute(db)
    await sql`
      alter table sign_in_transactions
        drop constraint sign_in_transactions_purpose_check,
        add constraint sign_in_transactions_purpose_check check (purpose in ('login', 'test', 'idp-switch', 'logout'))`.execute(
      db,
    )

    // What a sign-out at the provider needs (ID token, or NameID with SessionIndex), sealed; the subject is found by
    // back-channel and SAML logout requests that name no session.
    await sql`
      alter table sessions
        add column provider_state bytea,
        add column provider_subject_hash bytea`.execute(db)
    await sql`
      create index sessions_provider on sessions (tenant_id, identity_provider_id, provider_session)
       where ended_at is null`.execute(db)
    await sql`
      create index sessions_provider_subject on sessions (tenant_id, identity_provider_id, provider_subject_hash)
       where ended_at is null`.execute(db)

    await definerFunction(db, {
      name: 'portico_find_identity_provider_any',
      args: 'wanted uuid',
      returns: 'table (tenant_id uuid)',
      body: 'select p.tenant_id from public.identity_providers p where p.id = wanted',
    })

    // A subject is unique for its issuer only (OpenID Connect Core 1.0 section 2): the key holds both from now on.
    const { rows } = await sql<{ tenant_id: string }>`select tenant_id from tenants`.execute(db)
    for (const { tenant_id: tenantId } of rows) {
      await sql`select set_config('portico.tenant', ${tenantId}, true)`.execute(db)
      await sql`
        update users u set subject = (p.config ->> 'issuer') || ' ' || u.subject
          from identity_providers p
         where p.tenant_id = u.tenant_id and p.id = u.identity_provider_id and p.type = 'OIDC'`.execute(db)
    }
    await sql`select set_config('portico.tenant', '', true)`.execute(db)
  },
}
