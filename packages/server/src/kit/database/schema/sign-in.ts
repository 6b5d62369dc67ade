import { type Kysely, sql } from 'kysely'

import { definerFunction, ownerDoor, serverWide, tenantWall } from './wall.ts'

/**
 * Attempts to sign in and their records, sessions of people, the sign-in of the command line, and support sessions. Of
 * secrets that a browser or a program holds, only the SHA-256 is stored (`…_hash`). Each foreign key has an index
 * (database/foreign-keys.test.ts), so that deleting a person or a provider does not read whole tables.
 */
export async function signIn(db: Kysely<never>): Promise<void> {
  await attempts(db)
  await records(db)
  await sessions(db)
  await commandLine(db)
  await supportSessions(db)
  await supporters(db)
  await sessionsInApplications(db)
}

/** The tenant of the transaction. */
const tenant = `nullif(current_setting('portico.tenant', true), '')::uuid`

/** Rows of a table that one call of a sweep removes at most; sweep.ts calls again while it removed any. */
const sweptAtOnce = 2000

/** Makes a function that removes the old rows of tables, across tenants, and returns how many. */
async function sweep(
  db: Kysely<never>,
  name: string,
  tables: readonly { readonly table: string; readonly condition: string }[],
): Promise<void> {
  const removals = tables.map(({ table, condition }) => {
    const chosen = `select ctid from public.${table} where ${condition} limit ${sweptAtOnce} for update skip locked`
    return `gone_${table} as (delete from public.${table} where ctid = any (array(${chosen})) returning 1)`
  })
  const counts = tables.map(({ table }) => `(select count(*) from gone_${table})`)
  await definerFunction(db, {
    name,
    args: '',
    returns: 'bigint',
    body: `with ${removals.join(', ')} select ${counts.join(' + ')}`,
    volatile: true,
  })
}

/** Sign-ins, test logins and sign-outs from the way to the provider until its answer. */
async function attempts(db: Kysely<never>): Promise<void> {
  await sql`
    create table sign_in_transactions (
      tenant_id uuid not null,
      id uuid not null,
      identity_provider_id uuid not null,
      purpose text not null check (purpose in ('login', 'test', 'idp-switch', 'logout')),
      -- Of the provider when the attempt began: with another one, the answer is refused.
      config_version integer not null,
      -- The row in sign_in_records.
      record_id uuid,
      -- Of a test login: its row in identity_provider_tests, and the configuration that it tests.
      test_id uuid,
      fingerprint text collate "C",

      state_hash bytea not null unique,
      -- Of the cookie that binds the attempt to its browser.
      binding_hash bytea not null,
      -- Sealed: what only the server knows of the attempt.
      secrets bytea not null,
      return_path text not null,
      -- Sealed: parameters that arrived by cross-site form, until the browser follows the redirect.
      answer bytea,
      used_at timestamptz,
      expires_at timestamptz not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
    )`.execute(db)
  await tenantWall(db, 'sign_in_transactions')
  await ownerDoor(db, 'sign_in_transactions', 'all')
  await sql`create index sign_in_transactions_expiry on sign_in_transactions (expires_at)`.execute(db)
  await sql`
    create index sign_in_transactions_identity_provider_id
        on sign_in_transactions (tenant_id, identity_provider_id)`.execute(db)
  await sweep(db, 'portico_sweep_sign_in_transactions', [
    { table: 'sign_in_transactions', condition: `expires_at < now() - interval '1 hour'` },
  ])
}

/** The flight recorder: one row for each attempt, with its named checks. */
async function records(db: Kysely<never>): Promise<void> {
  await sql`
    create table sign_in_records (
      tenant_id uuid not null references tenants on delete cascade,
      id uuid not null,
      -- What the person reads out.
      code text collate "C" not null,
      identity_provider_id uuid,
      purpose text not null check (purpose in ('login', 'test', 'idp-switch', 'logout')),
      outcome text not null default 'open' check (outcome in ('open', 'signed-in', 'failed')),
      username text,
      -- null: the attempt failed, or was a test login, which makes no person.
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
      foreign key (tenant_id, identity_provider_id) references identity_providers
        on delete set null (identity_provider_id),
      foreign key (tenant_id, user_id) references users on delete set null (user_id)
    )`.execute(db)
  await tenantWall(db, 'sign_in_records')
  await ownerDoor(db, 'sign_in_records', 'all')
  await sql`create index sign_in_records_age on sign_in_records (started_at)`.execute(db)
  await sql`
    create index sign_in_records_identity_provider_id on sign_in_records (tenant_id, identity_provider_id)`.execute(db)
  await sql`create index sign_in_records_user_id on sign_in_records (tenant_id, user_id)`.execute(db)
  // The last attempts of a person: those that failed name no person, but a username.
  await sql`create index sign_in_records_username on sign_in_records (tenant_id, username, started_at)`.execute(db)
  // The list of sign-ins reads this in its order, and finds in it everything that the list can be filtered by.
  await sql`
    create index sign_in_records_order on sign_in_records (tenant_id, started_at, id)
      include (code, username, address, outcome, identity_provider_id)`.execute(db)
  await sweep(db, 'portico_sweep_sign_in_records', [
    { table: 'sign_in_records', condition: `started_at < now() - interval '30 days'` },
  ])

  // Without a pending list, which each search would have to read through.
  await sql`
    create index sign_in_records_parts on sign_in_records using gin (portico_parts(tenant_id, lower(username)))
      with (fastupdate = off)`.execute(db)
  // Row security keeps the app role from such an index: its operators are not leakproof. The query that uses the
  // candidates compares them again. null: there are `most` of them or more (docs/decisions/0055).
  await definerFunction(db, {
    name: 'portico_sign_in_candidates',
    args: 'wanted text, code_start text, most integer',
    returns: 'uuid[]',
    body: `
      select case when count(*) < most then coalesce(array_agg(c.id) filter (where c.tenant_id = ${tenant}), '{}') end
        from ((select r.tenant_id, r.id from public.sign_in_records r
                where public.portico_parts(r.tenant_id, lower(r.username))
                      @> public.portico_parts(${tenant}, lower(wanted))
                limit most)
              union
              (select r.tenant_id, r.id from public.sign_in_records r
                where r.tenant_id = ${tenant} and r.code >= code_start and r.code < code_start || '~'
                limit most)) c`,
  })
}

/** Sessions of people in the portal and on the command line. */
async function sessions(db: Kysely<never>): Promise<void> {
  await sql`
    create table sessions (
      tenant_id uuid not null,
      -- Of the cookie's value.
      id_hash bytea not null,
      -- No secret: what lists show. It stays when the session gets a new token.
      id uuid not null default gen_random_uuid(),
      kind text not null default 'browser' check (kind in ('browser', 'cli')),
      user_id uuid not null,
      identity_provider_id uuid not null,
      environment_id uuid,
      -- Joins the sessions and grants of one sign-in: that of the browser, and those of the command line that began in
      -- its name (docs/decisions/0056).
      sign_in_id uuid not null,
      -- When Portico verified the answer of the provider.
      authenticated_at timestamptz not null,
      -- When the provider checked the person's credentials, on the clock of the database; null: the provider does not
      -- report it, and the sign-in is never a fresh one (docs/decisions/0083).
      credentials_at timestamptz,
      -- Where the session began.
      address text,
      user_agent text,

      -- The sid or SessionIndex of the provider. A sign-out that the provider begins and that names none finds the
      -- session by the subject.
      provider_session text,
      provider_subject_hash bytea,
      -- Sealed: what a sign-out at the provider needs (ID token, or NameID with SessionIndex).
      provider_state bytea,
      -- The switch of the primary provider that the person answered with Not Now in this session.
      skipped_switch uuid,

      -- As the tenant has it: a change is also written to active sessions.
      idle_secs integer not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      expires_at timestamptz not null,
      ended_at timestamptz,
      primary key (tenant_id, id_hash),
      foreign key (tenant_id, user_id) references users on delete cascade,
      foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade,
      foreign key (tenant_id, environment_id) references environments on delete set null (environment_id)
    )`.execute(db)
  await tenantWall(db, 'sessions')
  await ownerDoor(db, 'sessions', 'all')
  await sql`create unique index sessions_hash on sessions (id_hash)`.execute(db)
  await sql`create unique index sessions_id on sessions (tenant_id, id)`.execute(db)
  await sql`create index sessions_expiry on sessions (expires_at)`.execute(db)
  await sql`create index sessions_user_id on sessions (tenant_id, user_id)`.execute(db)
  await sql`create index sessions_environment_id on sessions (tenant_id, environment_id)`.execute(db)
  await sql`create index sessions_sign_in on sessions (tenant_id, sign_in_id)`.execute(db)
  // Also of sessions that are over: what one began on the command line outlives it, and a sign-out that the provider
  // begins finds it by that session.
  await sql`
    create index sessions_provider_names on sessions (tenant_id, identity_provider_id, provider_session)`.execute(db)
  await sql`
    create index sessions_provider_people
        on sessions (tenant_id, identity_provider_id, provider_subject_hash)`.execute(db)

  // The door from a cookie to its tenant; the database's clock decides what has ended.
  await definerFunction(db, {
    name: 'portico_find_session',
    args: 'wanted bytea',
    returns: 'table (tenant_id uuid)',
    body: `
      select s.tenant_id from public.sessions s
       where s.id_hash = wanted and s.ended_at is null and s.expires_at > now()
         and s.last_used_at + make_interval(secs => s.idle_secs) > now()`,
  })
  await sweep(db, 'portico_sweep_sessions', [{ table: 'sessions', condition: `expires_at < now() - interval '1 day'` }])

  await sql`
    create function portico_tell_session() returns trigger
      language plpgsql as $$
      begin
        perform public.portico_tell('session:' || encode(old.id_hash, 'hex'), old.tenant_id);
        return null;
      end
      $$`.execute(db)
  // No process knows a session that this transaction began (`<>` and not `<`, because a transaction that began earlier
  // may change it later). The use of a session past half of its idle time is notified, because other processes would
  // announce its end too early.
  await sql`
    create trigger tell_change after update on sessions for each row
      when (old.created_at <> now() and (
        (old.id_hash, old.user_id, old.identity_provider_id, old.environment_id,
          old.idle_secs, old.expires_at, old.ended_at)
        is distinct from
        (new.id_hash, new.user_id, new.identity_provider_id, new.environment_id,
          new.idle_secs, new.expires_at, new.ended_at)
        or new.last_used_at < old.last_used_at
        or new.last_used_at > old.last_used_at + make_interval(secs => old.idle_secs / 2.0)))
      execute function portico_tell_session()`.execute(db)
  await sql`
    create trigger tell_deletion after delete on sessions for each row
      when (old.ended_at is null and old.expires_at > now())
      execute function portico_tell_session()`.execute(db)
}

/** The sign-in of the command line: by a code to a loopback address, or by a code that a person types (RFC 8628). */
async function commandLine(db: Kysely<never>): Promise<void> {
  // A command line that waits with a code. It belongs to no tenant until a person answers, and does not say who
  // answered: that is in cli_grants.
  await sql`
    create table device_authorizations (
      device_code_hash bytea primary key,
      -- The user code is short, so it is stored with a key: it could be guessed from a hash.
      user_code_mac bytea not null unique,
      state text not null default 'pending' check (state in ('pending', 'allowed', 'denied', 'used')),
      address text not null,
      interval_secs integer not null,
      last_polled_at timestamptz,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db)
  await serverWide(db, 'device_authorizations', ['select', 'insert', 'update'])
  await sql`create index device_authorizations_expiry on device_authorizations (expires_at)`.execute(db)

  // What a person allowed, under the hash of the secret that redeems it: an authorization code, a device code, or the
  // access token that either is exchanged for.
  await sql`
    create table cli_grants (
      tenant_id uuid not null,
      id_hash bytea not null,
      kind text not null check (kind in ('code', 'device', 'access')),
      via text not null check (via in ('loopback', 'device')),
      user_id uuid not null,
      identity_provider_id uuid not null,
      -- The sign-in that the grant stems from, as in sessions, and its end.
      sign_in_id uuid not null,
      authenticated_at timestamptz not null,
      credentials_at timestamptz,
      session_ends_at timestamptz not null,
      address text not null,
      -- Of an authorization code.
      code_challenge text,
      redirect_uri text,
      -- Of an access token: the code that it was exchanged for.
      parent_hash bytea,
      expires_at timestamptz not null,
      used_at timestamptz,
      primary key (tenant_id, id_hash),
      foreign key (tenant_id, user_id) references users on delete cascade,
      foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
    )`.execute(db)
  await tenantWall(db, 'cli_grants')
  await ownerDoor(db, 'cli_grants', 'all')
  await sql`create unique index cli_grants_hash on cli_grants (id_hash)`.execute(db)
  await sql`create index cli_grants_expiry on cli_grants (expires_at)`.execute(db)
  await sql`create index cli_grants_user_id on cli_grants (tenant_id, user_id)`.execute(db)
  await sql`create index cli_grants_identity_provider_id on cli_grants (tenant_id, identity_provider_id)`.execute(db)
  await sql`create index cli_grants_sign_in on cli_grants (tenant_id, sign_in_id)`.execute(db)
  await definerFunction(db, {
    name: 'portico_find_cli_grant',
    args: 'wanted bytea',
    returns: 'table (tenant_id uuid)',
    body: 'select g.tenant_id from public.cli_grants g where g.id_hash = wanted',
  })

  // Wrong codes of a person within a window: after a few there is a pause (RFC 8628 section 5.1).
  await sql`
    create table cli_wrong_codes (
      tenant_id uuid not null,
      user_id uuid not null,
      wrong integer not null,
      window_ends_at timestamptz not null,
      primary key (tenant_id, user_id),
      foreign key (tenant_id, user_id) references users on delete cascade
    )`.execute(db)
  await tenantWall(db, 'cli_wrong_codes')
  await ownerDoor(db, 'cli_wrong_codes', 'all')
  await sql`create index cli_wrong_codes_expiry on cli_wrong_codes (window_ends_at)`.execute(db)

  await sweep(db, 'portico_sweep_cli_sign_in', [
    { table: 'device_authorizations', condition: `expires_at < now() - interval '1 hour'` },
    { table: 'cli_grants', condition: `expires_at < now() - interval '1 hour'` },
    { table: 'cli_wrong_codes', condition: `window_ends_at < now() - interval '1 hour'` },
  ])
}

/**
 * Support sessions (docs/decisions/0097): in the tenant that is entered, and what the vendor's tenant keeps of them.
 * Both have the retention of the audit log.
 */
async function supportSessions(db: Kysely<never>): Promise<void> {
  // `vendor_session_id`: the person's session of the vendor's tenant. When that one has ended, this one has ended too.
  await sql`
    create table support_sessions (
      tenant_id uuid not null references tenants on delete cascade,
      id uuid not null,
      id_hash bytea not null,
      vendor_tenant_id uuid not null,
      vendor_session_id uuid not null,
      vendor_user_id uuid not null,
      vendor_name text not null,
      person text not null,
      username text not null,
      reason text not null,
      address text not null,
      began_at timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      expires_at timestamptz not null,
      ended_at timestamptz,
      end_reason text check (
        end_reason in ('left', 'ended', 'access-off', 'tenant-deactivated', 'vendor', 'expired', 'idle')),
      ended_by text,
      primary key (tenant_id, id)
    )`.execute(db)
  await tenantWall(db, 'support_sessions', ['select', 'insert', 'update'])
  await ownerDoor(db, 'support_sessions')
  await sql`create policy owner_sweep on support_sessions for delete to current_user using (true)`.execute(db)
  await sql`create unique index support_sessions_hash on support_sessions (id_hash)`.execute(db)
  await sql`create index support_sessions_began on support_sessions (tenant_id, began_at)`.execute(db)
  // Also one past its end, whose reason is then written.
  await definerFunction(db, {
    name: 'portico_find_support_session',
    args: 'wanted bytea',
    returns: 'table (tenant_id uuid, id uuid, vendor_tenant_id uuid, vendor_session_id uuid)',
    body: `
      select s.tenant_id, s.id, s.vendor_tenant_id, s.vendor_session_id from public.support_sessions s
       where s.id_hash = wanted and s.ended_at is null`,
  })

  // Of the vendor's tenant; the id is that of the support session.
  await sql`
    create table support_visits (
      tenant_id uuid not null references tenants on delete cascade,
      id uuid not null,
      visited_tenant_id uuid not null,
      visited_name text not null,
      user_id uuid not null,
      person text not null,
      reason text not null,
      began_at timestamptz not null default now(),
      expires_at timestamptz not null,
      ended_at timestamptz,
      end_reason text,
      primary key (tenant_id, id)
    )`.execute(db)
  await tenantWall(db, 'support_visits', ['select', 'insert', 'update'])
  await ownerDoor(db, 'support_visits', 'all')
  await sql`create index support_visits_began on support_visits (tenant_id, began_at)`.execute(db)

  // The transcript, the same rows in both tenants: the server may add and read them, never change or remove them.
  await sql`
    create table support_requests (
      tenant_id uuid not null references tenants on delete cascade,
      session_id uuid not null,
      id uuid not null,
      at timestamptz not null default now(),
      method text collate "C" not null,
      path text collate "C" not null,
      status smallint not null,
      request_id text not null,
      primary key (tenant_id, session_id, id)
    )`.execute(db)
  await tenantWall(db, 'support_requests', ['select', 'insert'])
  await ownerDoor(db, 'support_requests', 'all')

  // Whole support sessions whose last possible moment is older than the time, some at a time, in both tenants.
  await definerFunction(db, {
    name: 'portico_sweep_support_sessions',
    args: 'keep interval',
    returns: 'bigint',
    body: `
      with old as (
        select s.tenant_id, s.id from public.support_sessions s where s.expires_at < now() - keep
        union all
        select v.tenant_id, v.id from public.support_visits v where v.expires_at < now() - keep
        limit 20),
      requests as (
        delete from public.support_requests r using old where r.tenant_id = old.tenant_id and r.session_id = old.id),
      sessions as (
        delete from public.support_sessions s using old where s.tenant_id = old.tenant_id and s.id = old.id),
      visits as (
        delete from public.support_visits v using old where v.tenant_id = old.tenant_id and v.id = old.id)
      select count(*) from old`,
    volatile: true,
  })
}

/** Who has the Support role now, and which support sessions run. */
async function supporters(db: Kysely<never>): Promise<void> {
  // The only rule for who holds the role: the vendor's own requests and support sessions in other tenants both ask it.
  // As for Security Admin, a group of the primary provider counts, and the session began at that provider. The session
  // is active, and so are the person and the provider.
  await definerFunction(db, {
    name: 'portico_find_supporter',
    args: 'wanted_tenant uuid, wanted_session uuid',
    returns: 'table (user_id uuid, name text, username text, ends_at timestamptz, idle_ends_at timestamptz)',
    body: `
      select u.id, u.name, u.username,
             least(s.expires_at, case when not p.is_primary then p.admin_until end),
             s.last_used_at + make_interval(secs => s.idle_secs)
        from public.sessions s
        join public.tenants t on t.tenant_id = s.tenant_id
        join public.users u on u.tenant_id = s.tenant_id and u.id = s.user_id
        join public.identity_providers p on p.tenant_id = s.tenant_id and p.id = s.identity_provider_id
       where s.tenant_id = wanted_tenant and s.id = wanted_session and t.vendor
         and s.ended_at is null and s.expires_at > now()
         and s.last_used_at + make_interval(secs => s.idle_secs) > now()
         and u.active and p.enabled and (p.is_primary or coalesce(p.admin_until > now(), false))
         and exists (
           select from public.portal_role_groups r
            where r.tenant_id = s.tenant_id and r.role = 'support'
              and exists (select from public.user_groups ug
                           where ug.tenant_id = r.tenant_id and ug.user_id = s.user_id and ug.group_id = r.group_id)
              and exists (select from public.groups g
                           where g.tenant_id = r.tenant_id and g.id = r.group_id and g.identity_provider_id = p.id))`,
  })

  // How many support sessions run in the tenants of a page of the operations area, by the rules of
  // sessions/support-sessions.ts.
  await definerFunction(db, {
    name: 'portico_running_support',
    args: 'wanted uuid[]',
    returns: 'table (tenant_id uuid, running integer)',
    body: `
      select s.tenant_id, count(*)::integer
        from public.support_sessions s
        join public.tenants t on t.tenant_id = s.tenant_id
       cross join lateral public.portico_find_supporter(s.vendor_tenant_id, s.vendor_session_id) p
       where s.tenant_id = any (wanted) and s.ended_at is null and s.expires_at > now() and p.ends_at > now()
         and s.last_used_at + make_interval(secs => t.idle_secs) > now()
         and t.allow_pros_access and not t.deactivated and p.user_id = s.vendor_user_id
       group by s.tenant_id`,
  })
}

/** What ends sessions in applications sooner than their `check_at` says. */
const shortened = [
  {
    name: 'portico_check_applications_of_session',
    table: 'sessions',
    columns: 'expires_at, idle_secs, last_used_at',
    when: `new.ended_at is null and (new.expires_at < old.expires_at or new.idle_secs < old.idle_secs
      or new.last_used_at < old.last_used_at)`,
    rows: 'x.session_id = new.id',
  },
  {
    name: 'portico_check_applications_of_user',
    table: 'users',
    columns: 'active',
    when: 'old.active and not new.active',
    rows: 'x.user_id = new.id',
  },
  {
    name: 'portico_check_applications_of_provider',
    table: 'identity_providers',
    columns: 'enabled',
    when: 'old.enabled and not new.enabled',
    rows: `x.session_id in (select s.id from public.sessions s
             where s.tenant_id = new.tenant_id and s.identity_provider_id = new.id)`,
  },
  {
    name: 'portico_check_applications_of_tenant',
    table: 'tenants',
    columns: 'deactivated',
    when: 'not old.deactivated and new.deactivated',
    rows: 'true',
  },
] as const

/**
 * Sessions in applications (single-sign-on.ts) end with the session in the portal (docs/decisions/0106, 0114). Rows are
 * locked in the order of their ids, so that two statements do not wait for each other.
 */
async function sessionsInApplications(db: Kysely<never>): Promise<void> {
  await sql`
    create function portico_end_applications_of_session() returns trigger
      language plpgsql as $$
      begin
        update public.application_sessions a set ended_at = now(), next_attempt_at = now()
         where a.tenant_id = old.tenant_id and a.id in (
           select x.id from public.application_sessions x
            where x.tenant_id = old.tenant_id and x.session_id = old.id and x.ended_at is null
            order by x.id for update);
        return null;
      end
      $$`.execute(db)
  await sql`
    create trigger end_applications after update on sessions for each row
      when (old.ended_at is null and new.ended_at is not null)
      execute function portico_end_applications_of_session()`.execute(db)
  await sql`
    create trigger end_applications_of_deleted after delete on sessions for each row
      execute function portico_end_applications_of_session()`.execute(db)

  for (const { name, table, columns, when, rows } of shortened) {
    await sql`
      create function ${sql.id(name)}() returns trigger
        language plpgsql as $$
        begin
          update public.application_sessions a set check_at = now()
           where a.tenant_id = new.tenant_id and a.id in (
             select x.id from public.application_sessions x
              where x.tenant_id = new.tenant_id and x.ended_at is null and ${sql.raw(rows)} order by x.id for update);
          return null;
        end
        $$`.execute(db)
    await sql`
      create trigger check_applications after update of ${sql.raw(columns)} on ${sql.table(table)} for each row
        when (${sql.raw(when)}) execute function ${sql.id(name)}()`.execute(db)
  }
}
