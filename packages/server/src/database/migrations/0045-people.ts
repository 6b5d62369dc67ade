import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction } from './wall.ts'

/**
 * People as a list, and their deactivation by an administrator (docs/decisions/0087). `active` says whether a person may
 * sign in, as before, so that servers of the version before refuse them too; the new columns say since when, and who did
 * it. The columns of the list are filled by a trigger, so that earlier versions of the server fill them too.
 */
export const peopleList: Migration = {
  async up(db: Kysely<never>) {
    await sql`alter table users
      add column deactivated_at timestamptz,
      add column deactivated_by text`.execute(db)
    await sql`
      create function portico_person_text(name text, username text, received text, email text) returns text
      language sql immutable parallel safe
      as ${sql.lit(`select concat_ws(' ', f.name, f.username, nullif(f.received, f.username), nullif(f.email, f.username))
        from (select portico_folded(name) as name, portico_folded(username) as username,
                     portico_folded(received) as received, portico_folded(email) as email offset 0) f`)}`.execute(db)
    // The type is changed to the same type: that rewrites every row, which an update of the owner cannot (row security).
    await sql`alter table users
      add column folded_text text collate "C" not null default '',
      add column sort_key text collate "C" not null default ''`.execute(db)
    await sql`alter table users
      alter column folded_text type text collate "C"
        using portico_person_text(name, username, username_received, email),
      alter column sort_key type text collate "C" using portico_sort_key(portico_folded(name))`.execute(db)
    await sql`
      create function portico_fill_person() returns trigger language plpgsql
      set search_path = pg_catalog, public, pg_temp
      as ${sql.lit(`begin
        new.folded_text := public.portico_person_text(new.name, new.username, new.username_received, new.email);
        new.sort_key := public.portico_sort_key(public.portico_folded(new.name));
        return new;
      end`)}`.execute(db)
    await sql`create trigger list_order before insert or update of name, username, username_received, email on users
      for each row execute function portico_fill_person()`.execute(db)
    // With what the list is filtered by inside, so that a page is found in this index alone. The time of the last sign-in
    // is in no index: a sign-in that changes nothing else writes none.
    await sql`create index users_by_name on users (tenant_id, sort_key, id)
      include (folded_text, identity_provider_id, active)`.execute(db)
    await sql`create index users_deactivated on users (tenant_id, sort_key, id)
      include (folded_text, identity_provider_id, active) where not active`.execute(db)
    await sql`create index users_parts on users
      using gin (portico_parts(tenant_id, folded_text)) with (fastupdate = off)`.execute(db)
    // As in migration 0019. null: there are `most` of them or more.
    await definerFunction(db, {
      name: 'portico_person_candidates',
      args: 'words text[], most integer',
      returns: 'uuid[]',
      body: `
        select case when count(*) < most then coalesce(array_agg(c.id) filter (where c.tenant_id = ${tenant}), '{}') end
          from (select u.tenant_id, u.id from public.users u
                 where public.portico_parts(u.tenant_id, u.folded_text) @> (
                         select array_agg(part)
                           from unnest(words) word, unnest(public.portico_parts(${tenant}, word)) part)
                 limit most) c`,
    })
    // The last attempts of a person: those that failed name no person, but a username.
    await sql`create index sign_in_records_username on sign_in_records (tenant_id, username, started_at)`.execute(db)
  },
}

const tenant = `nullif(current_setting('portico.tenant', true), '')::uuid`
