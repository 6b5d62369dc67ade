import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction } from './wall.ts'

/** Ends of sessions in applications: found by an index, and told to SAML applications too (docs/decisions/0114). */
export const applicationLogOuts: Migration = {
  async up(db: Kysely<never>) {
    // `check_at`: before that time the portal session cannot be over, unless a trigger below says so. `told_at`: the application has
    // answered that it knows of the end.
    await sql`
      alter table application_sessions
        add column check_at timestamptz not null default now(),
        add column told_at timestamptz`.execute(db)
    await sql`
      create index application_sessions_check on application_sessions (check_at) where ended_at is null`.execute(db)

    // Both protocols are told. Rows are locked in the order of their ids, here and below, so that two statements do not wait for each other.
    await sql`
      create or replace function portico_end_applications_of_session() returns trigger language plpgsql as $$
      begin
        update public.application_sessions a set ended_at = now(), next_attempt_at = now()
         where a.tenant_id = old.tenant_id and a.id in (
           select x.id from public.application_sessions x
            where x.tenant_id = old.tenant_id and x.session_id = old.id and x.ended_at is null order by x.id for update);
        return null;
      end
      $$`.execute(db)

    for (const { name, table, columns, when, rows } of shortened) {
      await sql`
        create function ${sql.id(name)}() returns trigger language plpgsql as ${sql.lit(`
        begin
          update public.application_sessions a set check_at = now()
           where a.tenant_id = new.tenant_id and a.id in (
             select x.id from public.application_sessions x
              where x.tenant_id = new.tenant_id and x.ended_at is null and ${rows} order by x.id for update);
          return null;
        end`)}`.execute(db)
      await sql`
        create trigger check_applications after update of ${sql.raw(columns)} on ${sql.table(table)} for each row
          when (${sql.raw(when)}) execute function ${sql.id(name)}()`.execute(db)
    }

    // The rows are locked first, and looked at in a later statement, which sees what was committed before the lock.
    await sql`drop function portico_end_application_sessions(integer)`.execute(db)
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
  },
}

/** What ends sessions in applications sooner than `check_at` says. */
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
