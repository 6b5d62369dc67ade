import { type Kysely, sql } from 'kysely'

import { definerFunction, ownerDoor, tenantWall } from './wall.ts'

/**
 * Portico as identity provider of applications: their registrations, the sessions of people in them, and logouts
 * (docs/decisions/0106 to 0108 and 0114).
 */
export async function singleSignOn(db: Kysely<never>): Promise<void> {
  await registrations(db)
  await applicationSessions(db)
  await grants(db)
  await endsOfSessions(db)
  await samlLogouts(db)
}

/** How applications sign people in at Portico: one registration of an application in an environment. */
async function registrations(db: Kysely<never>): Promise<void> {
  await sql`
    create table application_clients (
      tenant_id uuid not null,
      -- The client id of OpenID.
      id uuid not null,
      environment_id uuid not null,
      application_id text collate "C" not null,
      protocol text not null check (protocol in ('openid', 'saml')),
      config jsonb not null,
      -- Of a SAML service provider; null for OpenID.
      entity_id text collate "C",
      -- When the first signing certificate of a service provider ends; null: it has none.
      certificate_ends timestamptz,

      -- SHA-256 of the client secret; null: there is none.
      secret_hash bytea,
      secret_made_at timestamptz,
      -- The replaced secret counts too until then.
      previous_secret_hash bytea,
      previous_secret_until timestamptz,

      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (tenant_id, id),
      unique (tenant_id, environment_id, application_id),
      unique (tenant_id, entity_id),
      check ((protocol = 'saml') = (entity_id is not null)),
      foreign key (tenant_id, environment_id, application_id) references environment_applications on delete cascade
    )`.execute(db)
  // For the few that end soon.
  await sql`
    create index application_clients_certificate_ends on application_clients (tenant_id, certificate_ends)
     where certificate_ends is not null`.execute(db)
  await tenantWall(db, 'application_clients')
  await ownerDoor(db, 'application_clients')

  // The door from a client id to its tenant: requests of OpenID clients name nothing else.
  await sql`create unique index application_clients_id on application_clients (id)`.execute(db)
  await definerFunction(db, {
    name: 'portico_find_client',
    args: 'client uuid',
    returns: 'table (tenant_id uuid)',
    body: 'select c.tenant_id from public.application_clients c where c.id = client',
  })

  // Notifies processes that may hold the registration (docs/decisions/0085).
  await sql`
    create function portico_tell_client() returns trigger language plpgsql as $$
    begin
      perform public.portico_tell('client:' || old.id, old.tenant_id);
      return null;
    end
    $$`.execute(db)
  await sql`
    create trigger tell_change after update or delete on application_clients for each row
      execute function portico_tell_client()`.execute(db)
}

/** The session of a person in an application, which begins from their session in the portal and ends with it. */
async function applicationSessions(db: Kysely<never>): Promise<void> {
  await sql`
    create table application_sessions (
      tenant_id uuid not null references tenants on delete cascade,
      -- The sid of OpenID and the SessionIndex of SAML.
      id uuid not null,
      -- sessions.id, which stays when the cookie changes. No foreign key: the row is needed after the session is
      -- gone.
      session_id uuid not null,
      -- The sign-in that the portal session belongs to (docs/decisions/0056).
      sign_in_id uuid not null,
      user_id uuid not null,
      client_id uuid not null,
      protocol text not null check (protocol in ('openid', 'saml')),
      -- The NameID that a service provider got; null for OpenID. A logout names the person by it.
      name_id jsonb,

      started_at timestamptz not null default now(),
      -- Before this time the portal session cannot be over, unless a trigger sets it to now.
      check_at timestamptz not null default now(),
      ended_at timestamptz,
      -- When the application is next notified of the end; null: it need not be notified.
      next_attempt_at timestamptz,
      attempts integer not null default 0,
      -- A process is notifying the application until then.
      taken_until timestamptz,
      -- When the application confirmed that it knows of the end.
      told_at timestamptz,

      primary key (tenant_id, id),
      unique (tenant_id, session_id, client_id),
      foreign key (tenant_id, user_id) references users on delete cascade,
      foreign key (tenant_id, client_id) references application_clients on delete cascade
    )`.execute(db)
  await sql`create index application_sessions_person on application_sessions (tenant_id, user_id)`.execute(db)
  await sql`create index application_sessions_client on application_sessions (tenant_id, client_id)`.execute(db)
  await sql`
    create index application_sessions_live on application_sessions (tenant_id, session_id)
     where ended_at is null`.execute(db)
  await sql`
    create index application_sessions_check on application_sessions (check_at)
     where ended_at is null`.execute(db)
  await sql`
    create index application_sessions_due on application_sessions (next_attempt_at)
     where next_attempt_at is not null`.execute(db)
  await tenantWall(db, 'application_sessions')
  await ownerDoor(db, 'application_sessions', 'all')
}

/** The codes and access tokens of OpenID clients (docs/decisions/0106). */
async function grants(db: Kysely<never>): Promise<void> {
  await sql`
    create table application_grants (
      tenant_id uuid not null,
      -- SHA-256 of a code, or of the id (jti) of an access token.
      hash bytea not null,
      kind text not null check (kind in ('code', 'access')),
      application_session_id uuid not null,
      -- Of an access token: the code that it was issued for. A second use of the code revokes the token.
      parent_hash bytea,
      -- Of a code: what the request for it said.
      redirect_uri text,
      code_challenge text collate "C",
      nonce text,
      scope text not null,
      audience text not null,
      -- The DPoP key (RFC 9449) that the code or the token is bound to; null: none.
      key_thumbprint text collate "C",
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      -- Of a code.
      used_at timestamptz,
      revoked_at timestamptz,
      primary key (tenant_id, hash),
      foreign key (tenant_id, application_session_id) references application_sessions on delete cascade
    )`.execute(db)
  await sql`
    create index application_grants_session on application_grants (tenant_id, application_session_id)`.execute(db)
  await sql`create index application_grants_parent on application_grants (tenant_id, parent_hash)`.execute(db)
  await sql`create index application_grants_expiry on application_grants (expires_at)`.execute(db)
  await tenantWall(db, 'application_grants')
  await ownerDoor(db, 'application_grants', 'all')
}

/**
 * Finds sessions in applications that are over, and those whose application has to be notified. A trigger on
 * `sessions` ends those whose portal session a statement ends (sign-in.ts).
 */
async function endsOfSessions(db: Kysely<never>): Promise<void> {
  // Those whose session in the portal ended without such a statement: by time, or because a person, a provider or a
  // tenant was deactivated. The rows are locked first, and looked at in a later statement, which sees what was
  // committed before the lock.
  await definerFunction(db, {
    name: 'portico_end_application_sessions',
    args: 'most integer',
    returns: 'bigint',
    volatile: true,
    language: 'plpgsql',
    body: `
      declare
        tenants uuid[];
        ids uuid[];
        ended bigint;
      begin
        select array_agg(d.tenant_id), array_agg(d.id) into tenants, ids from (
          select a.tenant_id, a.id from public.application_sessions a
           where a.ended_at is null and a.check_at <= now()
           order by a.check_at limit most for update skip locked) d;
        with looked as (
          select d.tenant_id, d.id, (
              select least(s.expires_at, s.last_used_at + make_interval(secs => s.idle_secs))
                from public.sessions s
                join public.users u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.active
                join public.identity_providers p
                  on p.tenant_id = s.tenant_id and p.id = s.identity_provider_id and p.enabled
                join public.tenants t on t.tenant_id = s.tenant_id and not t.deactivated
               where s.tenant_id = a.tenant_id and s.id = a.session_id and s.ended_at is null) as ends_at
            from unnest(tenants, ids) as d (tenant_id, id)
            join public.application_sessions a on a.tenant_id = d.tenant_id and a.id = d.id),
        changed as (
          update public.application_sessions a
             set ended_at = case when l.ends_at > now() then null else now() end,
                 next_attempt_at = case when l.ends_at > now() then null else now() end,
                 check_at = coalesce(l.ends_at, a.check_at)
            from looked l where a.tenant_id = l.tenant_id and a.id = l.id
          returning a.ended_at is not null as is_over)
        select count(*) filter (where is_over) into ended from changed;
        return ended;
      end`,
  })

  await definerFunction(db, {
    name: 'portico_due_application_ends',
    args: 'most integer',
    returns: 'table (tenant_id uuid, id uuid)',
    body: `
      select a.tenant_id, a.id from public.application_sessions a
       where a.next_attempt_at <= now() and coalesce(a.taken_until, '-infinity') <= now()
       order by a.next_attempt_at limit most`,
  })

  await definerFunction(db, {
    name: 'portico_sweep_application_sessions',
    args: '',
    returns: 'bigint',
    volatile: true,
    body: `
      with grants as (
        delete from public.application_grants where (tenant_id, hash) in (
          select tenant_id, hash from public.application_grants
           where expires_at < now() - interval '1 day' limit 1000 for update skip locked)
        returning 1),
      gone as (
        delete from public.application_sessions where (tenant_id, id) in (
          select tenant_id, id from public.application_sessions
           where ended_at < now() - interval '1 day' and next_attempt_at is null limit 1000 for update skip locked)
        returning 1)
      select (select count(*) from grants) + (select count(*) from gone)`,
  })
}

/** Sign-outs in progress, in which the browser goes from one SAML application to the next (docs/decisions/0108). */
async function samlLogouts(db: Kysely<never>): Promise<void> {
  await sql`
    create table saml_logouts (
      tenant_id uuid not null references tenants on delete cascade,
      -- SHA-256 of the RelayState.
      id_hash bytea not null,
      -- Sealed: it can contain a token of the identity provider, which the end of the sign-out sends there.
      state bytea not null,
      expires_at timestamptz not null,
      primary key (tenant_id, id_hash)
    )`.execute(db)
  await sql`create index saml_logouts_expiry on saml_logouts (expires_at)`.execute(db)
  await tenantWall(db, 'saml_logouts')
  await ownerDoor(db, 'saml_logouts', 'all')

  await definerFunction(db, {
    name: 'portico_sweep_saml_logouts',
    args: '',
    returns: 'bigint',
    volatile: true,
    body: `
      with gone as (
        delete from public.saml_logouts where (tenant_id, id_hash) in (
          select tenant_id, id_hash from public.saml_logouts
           where expires_at < now() limit 1000 for update skip locked)
        returning 1)
      select count(*) from gone`,
  })
}
