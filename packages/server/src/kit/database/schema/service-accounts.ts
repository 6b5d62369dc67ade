import { type Kysely, sql } from 'kysely'

import { definerFunction, ownerDoor, serverWide, tenantWall } from './wall.ts'

/**
 * Service accounts with their keys and what they may use, the access tokens that they obtained, and the API tokens of
 * people.
 */
export async function serviceAccounts(db: Kysely<never>): Promise<void> {
  await accounts(db)
  await accountLists(db)
  await keysAndDependencies(db)
  await accessTokens(db)
  await apiTokens(db)
}

/** The tenant of the transaction. */
const tenant = `nullif(current_setting('portico.tenant', true), '')::uuid`

/** An account has one or two public keys, so that a key can be replaced while programs still use the other one. */
async function accounts(db: Kysely<never>): Promise<void> {
  await sql`
    create table service_accounts (
      tenant_id uuid not null,
      id uuid not null,
      environment_id uuid not null,
      name text not null check (char_length(name) between 1 and 128),
      -- Public keys in PEM, with the thumbprint of RFC 7638.
      key1 text check (char_length(key1) <= 2048),
      key1_algorithm text check (key1_algorithm = 'RSA'),
      key1_thumbprint text collate "C",
      key2 text check (char_length(key2) <= 2048),
      key2_algorithm text check (key2_algorithm = 'RSA'),
      key2_thumbprint text collate "C",
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      -- What the list is searched and ordered by. A trigger fills both.
      folded_name text collate "C" not null default '',
      sort_key text collate "C" not null default '',
      primary key (tenant_id, id),
      check (key1 is not null or key2 is not null),
      check ((key1 is null) = (key1_algorithm is null) and (key1 is null) = (key1_thumbprint is null)),
      check ((key2 is null) = (key2_algorithm is null) and (key2 is null) = (key2_thumbprint is null)),
      foreign key (tenant_id, environment_id) references environments on delete cascade
    )`.execute(db)
  await sql`
    create unique index service_accounts_name on service_accounts (tenant_id, environment_id, lower(name))`.execute(db)
  await tenantWall(db, 'service_accounts')
  await ownerDoor(db, 'service_accounts')

  // A program names its account only, and no tenant.
  await sql`create index service_accounts_id on service_accounts (id)`.execute(db)
  await definerFunction(db, {
    name: 'portico_find_service_account',
    args: 'wanted uuid',
    returns: 'table (tenant_id uuid)',
    body: 'select a.tenant_id from public.service_accounts a where a.id = wanted',
  })

  // lower() is not leakproof, so that row-level security keeps the app role from using the index on lower(name).
  await definerFunction(db, {
    name: 'portico_service_account_name_taken',
    args: 'environment uuid, wanted text, except_id uuid',
    returns: 'boolean',
    body: `
      select exists (
      select from public.service_accounts a
       where a.tenant_id = ${tenant}
         and a.environment_id = environment and lower(a.name) = lower(wanted)
         and a.id is distinct from except_id)`,
  })

  // Notifies processes of changes of what they hold in order to issue tokens (docs/decisions/0085 and 0105).
  await sql`
    create function portico_tell_account() returns trigger language plpgsql as $$
    begin
      perform public.portico_tell('account:' || old.id, old.tenant_id);
      return null;
    end
    $$`.execute(db)
  await sql`
    create trigger tell_change after update on service_accounts for each row
      when ((old.name, old.environment_id, old.key1_thumbprint, old.key2_thumbprint)
        is distinct from (new.name, new.environment_id, new.key1_thumbprint, new.key2_thumbprint))
      execute function portico_tell_account()`.execute(db)
  await sql`
    create trigger tell_deletion after delete on service_accounts for each row
      execute function portico_tell_account()`.execute(db)
}

/** The order and the search of the list (docs/decisions/0037 and 0055). */
async function accountLists(db: Kysely<never>): Promise<void> {
  await sql`
    create function portico_fill_list_order() returns trigger language plpgsql
      set search_path = pg_catalog, public, pg_temp as $$
    begin
      new.folded_name := public.portico_folded(new.name);
      new.sort_key := public.portico_sort_key(new.folded_name);
      return new;
    end
    $$`.execute(db)
  await sql`
    create trigger list_order before insert or update of name on service_accounts for each row
      execute function portico_fill_list_order()`.execute(db)

  // With the searched text inside, a search reads this index only.
  await sql`
    create index service_accounts_by_name on service_accounts (tenant_id, environment_id, sort_key, id)
      include (folded_name)`.execute(db)
  await sql`
    create index service_accounts_by_change on service_accounts (tenant_id, environment_id, updated_at, id)`.execute(db)

  // Without a pending list, which each search would have to read through.
  await sql`
    create index service_accounts_parts on service_accounts
      using gin (portico_parts(environment_id, folded_name)) with (fastupdate = off)`.execute(db)
  // Row-level security keeps the app role from such an index: its operators are not leakproof. The query that uses
  // the candidates compares them again. null: there are `most` of them or more.
  await definerFunction(db, {
    name: 'portico_service_account_candidates',
    args: 'environment uuid, words text[], most integer',
    returns: 'uuid[]',
    body: `
      select case when count(*) < most then coalesce(array_agg(c.id) filter (where c.tenant_id = ${tenant}), '{}') end
        from (select a.tenant_id, a.id from public.service_accounts a
               where public.portico_parts(a.environment_id, a.folded_name) @> (
                       select array_agg(part)
                         from unnest(words) word, unnest(public.portico_parts(environment, word)) part)
               limit most) c`,
  })
}

async function keysAndDependencies(db: Kysely<never>): Promise<void> {
  // What is known of each key. A separate table, so that the use of a key does not write the account's row and its
  // indexes.
  await sql`
    create table service_account_keys (
      tenant_id uuid not null,
      service_account_id uuid not null,
      -- RFC 7638.
      thumbprint text collate "C" not null,
      -- null: not known.
      added_at timestamptz,
      -- When it last obtained a token; null: it did not yet.
      last_used_at timestamptz,
      -- The end of the certificate that the key was saved as; null: it was saved as a bare key.
      not_after timestamptz,
      -- Days left at the last warning about not_after; 0: it had expired; null: there was no warning yet.
      warned_step integer,
      primary key (tenant_id, service_account_id, thumbprint),
      foreign key (tenant_id, service_account_id) references service_accounts on delete cascade
    )`.execute(db)
  // For the few that end soon, however many accounts there are.
  await sql`
    create index service_account_keys_not_after on service_account_keys (tenant_id, not_after)
     where not_after is not null`.execute(db)
  await tenantWall(db, 'service_account_keys')

  // The applications that an account may use. With the portal's role security-admin it administers the tenant.
  await sql`
    create table service_account_dependencies (
      tenant_id uuid not null,
      service_account_id uuid not null,
      environment_id uuid not null,
      application_id text collate "C" not null,
      -- null: the application without a named role.
      role_id uuid,
      unique nulls not distinct (tenant_id, service_account_id, application_id, role_id),
      foreign key (tenant_id, service_account_id) references service_accounts on delete cascade,
      foreign key (tenant_id, environment_id, application_id) references environment_applications on delete cascade,
      foreign key (tenant_id, environment_id, application_id, role_id)
        references app_roles (tenant_id, environment_id, application_id, id) on delete cascade
    )`.execute(db)
  await sql`
    create index service_account_dependencies_role_id on service_account_dependencies
      (tenant_id, environment_id, application_id, role_id)`.execute(db)
  await tenantWall(db, 'service_account_dependencies')

  // An account of this transaction is not held by any process, so its first dependencies notify none.
  await sql`
    create function portico_tell_dependency() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        perform public.portico_tell('account:' || old.service_account_id, old.tenant_id);
      end if;
      if tg_op <> 'DELETE' then
        perform public.portico_tell('account:' || new.service_account_id, new.tenant_id)
           from (select 1) one
           left join public.service_accounts a on a.tenant_id = new.tenant_id and a.id = new.service_account_id
          where a.created_at is distinct from now();
      end if;
      return null;
    end
    $$`.execute(db)
  await sql`
    create trigger tell_change after insert or update or delete on service_account_dependencies for each row
      execute function portico_tell_dependency()`.execute(db)
}

async function accessTokens(db: Kysely<never>): Promise<void> {
  // Ids of signed messages that were used, so that none is accepted twice: assertions of service accounts, logout
  // tokens of OpenID providers, and assertions and requests of SAML. Of no tenant: `issuer` names the sender.
  await sql`
    create table assertion_uses (
      issuer text collate "C" not null,
      id_hash bytea not null,
      -- When the message has expired, and the row can go.
      expires_at timestamptz not null,
      primary key (issuer, id_hash)
    )`.execute(db)
  await sql`create index assertion_uses_expiry on assertion_uses (expires_at)`.execute(db)
  await serverWide(db, 'assertion_uses')

  // Access tokens of service accounts, for introspection and revocation.
  await sql`
    create table access_tokens (
      tenant_id uuid not null,
      -- The claim jti.
      id text collate "C" not null,
      service_account_id uuid not null,
      -- The key that obtained it. The token is valid only as long as the account has this key.
      key_thumbprint text collate "C" not null,
      -- URNs of applications, separated by spaces.
      audience text not null,
      expires_at timestamptz not null,
      revoked_at timestamptz,
      primary key (tenant_id, id),
      foreign key (tenant_id, service_account_id) references service_accounts on delete cascade
    )`.execute(db)
  await sql`create index access_tokens_expiry on access_tokens (expires_at)`.execute(db)
  await sql`create index access_tokens_service_account_id on access_tokens (tenant_id, service_account_id)`.execute(db)
  await tenantWall(db, 'access_tokens')
  await ownerDoor(db, 'access_tokens', 'all')

  // Notifies processes that may hold the sender with this token. The sweep of expired tokens notifies none.
  await sql`
    create function portico_tell_token() returns trigger language plpgsql as $$
    begin
      perform public.portico_tell('token:' || old.id, old.tenant_id);
      return null;
    end
    $$`.execute(db)
  await sql`
    create trigger tell_change after update on access_tokens for each row
      when ((old.revoked_at, old.expires_at, old.key_thumbprint, old.audience)
        is distinct from (new.revoked_at, new.expires_at, new.key_thumbprint, new.audience))
      execute function portico_tell_token()`.execute(db)
  await sql`
    create trigger tell_deletion after delete on access_tokens for each row
      when (old.revoked_at is null and old.expires_at > now())
      execute function portico_tell_token()`.execute(db)

  await definerFunction(db, {
    name: 'portico_sweep_access_tokens',
    args: '',
    returns: 'bigint',
    body: `
      with gone_access_tokens as (delete from public.access_tokens
        where ctid = any (array(select ctid from public.access_tokens
          where expires_at < now() - interval '1 hour' limit 2000 for update skip locked)) returning 1)
      select (select count(*) from gone_access_tokens)`,
    volatile: true,
  })
}

/** API tokens of people for applications (docs/decisions/0109). Only the SHA-256 of a token is stored. */
async function apiTokens(db: Kysely<never>): Promise<void> {
  // Removing the person, the environment or the application from it removes the token.
  await sql`
    create table api_tokens (
      tenant_id uuid not null,
      id uuid not null,
      user_id uuid not null,
      environment_id uuid not null,
      application_id text collate "C" not null,
      name text not null check (char_length(name) between 1 and 128),
      -- The first characters of the token, by which a token that was found is recognised.
      beginning text collate "C" not null,
      token_hash bytea not null,
      -- The roles that were chosen. What a token has is decided when it is introspected, so they are not foreign keys.
      role_ids uuid[] not null,
      tenant_role_ids uuid[] not null,
      -- What the list is searched by.
      folded_text text collate "C" generated always as (portico_folded(name || ' ' || beginning)) stored,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      last_used_at timestamptz,
      revoked_at timestamptz,
      -- The name of who revoked it.
      revoked_by text,
      primary key (tenant_id, id),
      foreign key (tenant_id, user_id) references users on delete cascade,
      foreign key (tenant_id, environment_id, application_id) references environment_applications on delete cascade
    )`.execute(db)
  await sql`create unique index api_tokens_hash on api_tokens (token_hash)`.execute(db)
  await sql`create index api_tokens_newest on api_tokens (tenant_id, created_at, id)`.execute(db)
  await sql`create index api_tokens_owner on api_tokens (tenant_id, user_id, created_at, id)`.execute(db)
  await sql`create index api_tokens_application on api_tokens (tenant_id, environment_id, application_id)`.execute(db)
  await sql`create index api_tokens_end on api_tokens (least(expires_at, revoked_at))`.execute(db)
  await tenantWall(db, 'api_tokens')
  await ownerDoor(db, 'api_tokens', 'all')

  // The door from a token to its tenant.
  await definerFunction(db, {
    name: 'portico_find_api_token',
    args: 'wanted bytea',
    returns: 'table (tenant_id uuid)',
    body: 'select k.tenant_id from public.api_tokens k where k.token_hash = wanted',
  })
  // Tokens stay listed for 90 days after their end.
  await definerFunction(db, {
    name: 'portico_sweep_api_tokens',
    args: '',
    returns: 'bigint',
    body: `
      with gone as (
        delete from public.api_tokens k
         using (select tenant_id, id from public.api_tokens
                 where least(expires_at, revoked_at) < now() - interval '90 days' limit 1000) old
         where k.tenant_id = old.tenant_id and k.id = old.id
        returning 1)
      select count(*) from gone`,
    volatile: true,
  })
}
