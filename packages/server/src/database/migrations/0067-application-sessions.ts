import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor, tenantWall } from './wall.ts'

/** Sessions of people in applications, and the codes and access tokens of OpenID clients (docs/decisions/0106). */
export const applicationSessions: Migration = {
  async up(db: Kysely<never>) {
    // `id` is the `sid` of OpenID and the SessionIndex of SAML. `session_id` is `sessions.id`, which stays when the cookie changes.
    // `next_attempt_at`: when the application is told of the end; null: nothing is left to tell. `taken_until`: a process tells it.
    await sql`
      create table application_sessions (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        session_id uuid not null,
        sign_in_id uuid not null,
        user_id uuid not null,
        client_id uuid not null,
        protocol text not null check (protocol in ('openid', 'saml')),
        name_id jsonb,
        started_at timestamptz not null default now(),
        ended_at timestamptz,
        next_attempt_at timestamptz,
        attempts integer not null default 0,
        taken_until timestamptz,
        primary key (tenant_id, id),
        unique (tenant_id, session_id, client_id),
        foreign key (tenant_id, user_id) references users on delete cascade,
        foreign key (tenant_id, client_id) references application_clients on delete cascade
      )`.execute(db)
    await sql`create index application_sessions_person on application_sessions (tenant_id, user_id)`.execute(db)
    await sql`create index application_sessions_client on application_sessions (tenant_id, client_id)`.execute(db)
    await sql`
      create index application_sessions_live on application_sessions (tenant_id, session_id) where ended_at is null`.execute(
      db,
    )
    await sql`
      create index application_sessions_due on application_sessions (next_attempt_at)
       where next_attempt_at is not null`.execute(db)
    await tenantWall(db, 'application_sessions')
    await ownerDoor(db, 'application_sessions', 'all')

    // `hash`: SHA-256 of a code, or of the id of an access token. `parent_hash`: of the code that it was issued for.
    await sql`
      create table application_grants (
        tenant_id uuid not null,
        hash bytea not null,
        kind text not null check (kind in ('code', 'access')),
        application_session_id uuid not null,
        parent_hash bytea,
        redirect_uri text,
        code_challenge text collate "C",
        nonce text,
        scope text not null,
        audience text not null,
        key_thumbprint text collate "C",
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
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

    await sql`
      create function portico_end_applications_of_session() returns trigger language plpgsql as $$
      begin
        update public.application_sessions a
           set ended_at = now(), next_attempt_at = case when a.protocol = 'openid' then now() end
         where a.tenant_id = old.tenant_id and a.session_id = old.id and a.ended_at is null;
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

    // Those whose session in the portal has ended without a statement that says so: by time, or because a person, a provider or a
    // tenant was deactivated.
    await definerFunction(db, {
      name: 'portico_end_application_sessions',
      args: 'most integer',
      returns: 'bigint',
      volatile: true,
      body: `
        with over as (
          select a.tenant_id, a.id
            from public.application_sessions a
           where a.ended_at is null
             and not exists (
               select from public.sessions s
                 join public.users u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.active
                 join public.identity_providers p
                   on p.tenant_id = s.tenant_id and p.id = s.identity_provider_id and p.enabled
                 join public.tenants t on t.tenant_id = s.tenant_id and not t.deactivated
                where s.tenant_id = a.tenant_id and s.id = a.session_id and s.ended_at is null and s.expires_at > now()
                  and s.last_used_at + make_interval(secs => s.idle_secs) > now())
           limit most for update skip locked),
        ended as (
          update public.application_sessions a
             set ended_at = now(), next_attempt_at = case when a.protocol = 'openid' then now() end
            from over o where a.tenant_id = o.tenant_id and a.id = o.id
          returning 1)
        select count(*) from ended`,
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
  },
}
