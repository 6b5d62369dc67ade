import { type Kysely, sql } from 'kysely'

import { definerFunction, hideDeleted, ownerDoor, tenantWall } from './wall.ts'

/**
 * People and groups of identity providers, who administers the portal through groups, and how people arranged the
 * launcher. Triggers that notify processes of changed groups are in applications.ts.
 */
export async function people(db: Kysely<never>): Promise<void> {
  await users(db)
  await personText(db)
  await personSearch(db)
  await scimMatches(db)
  await groups(db)
  await members(db)
  await forgottenGroups(db)
  await portalRoles(db)
  await launcher(db)
}

/** The tenant of the transaction. */
const tenant = `nullif(current_setting('portico.tenant', true), '')::uuid`

/**
 * A directory sends thousands of people within minutes. Plans made before the table is analyzed would read all of them
 * for each one. The default waits for a tenth of the table, which may be the hundred thousand of other directories.
 */
const analyzedOften = sql.raw('autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 1000')

async function users(db: Kysely<never>): Promise<void> {
  await sql`
    create table users (
      tenant_id uuid not null,
      id uuid not null,
      identity_provider_id uuid not null,
      -- What the provider calls the person for good, behind its issuer, directory or entity and a space: a subject is
      -- unique only there (docs/decisions/0025).
      subject text collate "C" not null,
      username text not null,
      -- The username as the provider wrote it; null: no transforms were applied.
      username_received text,
      name text not null,
      nickname text not null,
      email text,
      -- What the provider said about the address at the last sign-in; null: nothing. It counts only while email is
      -- email_verified_of (docs/decisions/0127).
      email_verified boolean,
      email_verified_of text,

      -- Whether the person may sign in; if not, since when, and the name of who deactivated the person
      -- (docs/decisions/0087).
      active boolean not null default true,
      deactivated_at timestamptz,
      deactivated_by text,
      -- Since when the username does not belong to the provider; null: it does. With username_holds, the person is
      -- inactive for that reason only (docs/decisions/0125).
      username_foreign_since timestamptz,
      username_holds boolean not null default false,

      created_at timestamptz not null default now(),
      -- In no index: a sign-in that changes nothing else writes none.
      last_sign_in_at timestamptz,

      -- For the list of people. The trigger list_order fills both.
      folded_text text collate "C" not null default '',
      sort_key text collate "C" not null default '',
      primary key (tenant_id, id),
      unique (tenant_id, identity_provider_id, subject),
      foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
    ) with (${analyzedOften})`.execute(db)
  await tenantWall(db, 'users')
  await ownerDoor(db, 'users', 'all')
  await sql`create index users_username on users (tenant_id, identity_provider_id, username)`.execute(db)
  await sql`
    create index users_foreign on users (tenant_id, id) where username_foreign_since is not null`.execute(db)

  await sql`
    create function portico_tell_user() returns trigger
      language plpgsql as $$
      begin
        perform public.portico_tell('user:' || old.id, old.tenant_id);
        return null;
      end
      $$`.execute(db)
  await sql`
    create trigger tell_change after update on users for each row
      when ((old.active, old.username, old.name, old.nickname, old.email)
        is distinct from (new.active, new.username, new.name, new.nickname, new.email))
      execute function portico_tell_user()`.execute(db)
}

/** What the list of people is ordered and searched by. */
async function personText(db: Kysely<never>): Promise<void> {
  await sql`
    create function portico_person_text(name text, username text, received text, email text) returns text
      language sql immutable parallel safe as $$
      select concat_ws(' ', f.name, f.username, nullif(f.received, f.username), nullif(f.email, f.username))
      from (select portico_folded(name) as name, portico_folded(username) as username,
                   portico_folded(received) as received, portico_folded(email) as email offset 0) f
      $$`.execute(db)

  // The same as portico_person_text and portico_sort_key, which take most of the time of an insert: ASCII needs only
  // lower case, and without digits there is no number to pad.
  await sql`
    create function portico_fill_person() returns trigger
      language plpgsql
      set search_path = pg_catalog, public, pg_temp as $$
      declare
        texts text := concat(new.name, new.username, new.username_received, new.email);
        folded_name text;
        folded_username text;
      begin
        if octet_length(texts) = char_length(texts) then
          folded_name := left(lower(new.name collate "C"), 256);
          folded_username := left(lower(new.username collate "C"), 256);
          new.folded_text := concat_ws(' ', folded_name, folded_username,
            nullif(left(lower(new.username_received collate "C"), 256), folded_username),
            nullif(left(lower(new.email collate "C"), 256), folded_username));
        else
          folded_name := public.portico_folded(new.name);
          new.folded_text := public.portico_person_text(new.name, new.username, new.username_received, new.email);
        end if;
        new.sort_key := case when translate(folded_name, '0123456789', '') = folded_name then left(folded_name, 200)
                             else public.portico_sort_key(folded_name) end;
        return new;
      end
      $$`.execute(db)
  await sql`
    create trigger list_order before insert or update of name, username, username_received, email on users
      for each row execute function portico_fill_person()`.execute(db)
}

/** The indexes of the list of people (docs/decisions/0087). */
async function personSearch(db: Kysely<never>): Promise<void> {
  // With the columns that the list is filtered by, so that a page is found in this index only.
  await sql`
    create index users_by_name on users (tenant_id, sort_key, id)
      include (folded_text, identity_provider_id, active)`.execute(db)
  await sql`
    create index users_deactivated on users (tenant_id, sort_key, id)
      include (folded_text, identity_provider_id, active) where not active`.execute(db)

  // Entries are merged in batches: one by one they cost more than the rest of writing a person. A search reads at most
  // 256 kilobytes that wait to be merged.
  await sql`
    create index users_parts on users using gin (portico_parts(tenant_id, folded_text))
      with (fastupdate = on, gin_pending_list_limit = 256)`.execute(db)
  // Row security keeps the app role from such an index: its operators are not leakproof. The query that uses the
  // candidates compares them again. null: there are `most` of them or more.
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
}

/**
 * The people of a provider whom a SCIM user may be: by the subject (0), or by the username (1). `lower` and `substr`
 * are not leakproof, so row security keeps the app role from their indexes. No other condition fits these indexes:
 * where statistics do not know a provider yet, every index that begins with its id is estimated as one row, and a
 * search would read all people of a directory for each one that it sends.
 */
async function scimMatches(db: Kysely<never>): Promise<void> {
  const subjectKey = `(identity_provider_id::text || ' ' || substr(subject, strpos(subject, ' ') + 1))`
  const nameKey = `(identity_provider_id::text || ' ' || lower(username))`
  await sql`create index users_scim_subject on users (${sql.raw(subjectKey)})`.execute(db)
  await sql`create index users_scim_name on users (${sql.raw(nameKey)})`.execute(db)

  // In plpgsql, which keeps the plan for the next call. `is not distinct from` cannot be a condition of an index.
  await definerFunction(db, {
    name: 'portico_scim_matches',
    args: 'provider uuid, subjects text[], wanted_name text',
    returns: 'table (user_id uuid, place integer)',
    language: 'plpgsql',
    body: `
      begin
        return query
          select u.id, 0 from public.users u
           where ${subjectKey} = any (array(select provider::text || ' ' || subject from unnest(subjects) subject))
             and u.tenant_id is not distinct from ${tenant}
          union all
          select u.id, 1 from public.users u
           where ${nameKey} = provider::text || ' ' || lower(wanted_name)
             and u.tenant_id is not distinct from ${tenant};
      end`,
  })
  // Instead of the 1,000 rows that PostgreSQL assumes, for which it would read the table of people.
  await sql`alter function portico_scim_matches(uuid, text[], text) rows 2`.execute(db)
}

async function groups(db: Kysely<never>): Promise<void> {
  // The result of portico_folded, which is slow for thousands of names of a directory: ASCII needs only lower case.
  const folded = (column: string) =>
    sql.raw(`case when octet_length(${column}) = char_length(${column}) then lower(${column} collate "C")
                  else portico_folded(${column}) end`)

  // A page of the table has room for another version of its rows, so that a sign-in that sets last_seen_at writes no
  // index.
  await sql`
    create table groups (
      tenant_id uuid not null,
      id uuid not null,
      identity_provider_id uuid not null,
      -- What the provider calls the group: the word in its token, or its object id.
      claim text collate "C" not null,
      -- What the group transforms of the provider made of it; null without transforms, and for a group with an id of
      -- its directory.
      known_as text collate "C",
      name text not null,
      -- When a sign-in had this group, at most five minutes before the latest one that had it (docs/decisions/0136).
      last_seen_at timestamptz,
      -- Hidden by the tenant wall until purge.ts removes it (docs/decisions/0036).
      deleted_at timestamptz,

      -- What lists of groups and mappings are searched and ordered by (docs/decisions/0094).
      folded_text text collate "C" generated always as (${folded('name')} || ' ' || ${folded('claim')}) stored,
      sort_text text collate "C" generated always as (left(lower(name), 200)) stored,
      primary key (tenant_id, id),
      unique (tenant_id, identity_provider_id, claim),
      foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
    ) with (${analyzedOften}, fillfactor = 80)`.execute(db)
  await tenantWall(db, 'groups')
  await hideDeleted(db, 'groups')
  await ownerDoor(db, 'groups', 'all')
  await sql`create index groups_deleted on groups (deleted_at) where deleted_at is not null`.execute(db)
  await sql`
    create index groups_known_as on groups (tenant_id, identity_provider_id, known_as)
     where known_as is not null`.execute(db)
  // Without the provider's id: where the table has no statistics yet, such an index looks as good as the unique one for
  // finding a group by its claim, and reads every group of the provider.
  await sql`create index groups_in_order on groups (tenant_id, sort_text, id)`.execute(db)
}

async function members(db: Kysely<never>): Promise<void> {
  await sql`
    create table user_groups (
      tenant_id uuid not null,
      user_id uuid not null,
      group_id uuid not null,
      primary key (tenant_id, user_id, group_id),
      foreign key (tenant_id, user_id) references users on delete cascade,
      foreign key (tenant_id, group_id) references groups on delete cascade
    ) with (${analyzedOften})`.execute(db)
  await tenantWall(db, 'user_groups')
  await ownerDoor(db, 'user_groups', 'all')
  // The members of a group from this index only: in the table they lie far apart.
  await sql`create index user_groups_members on user_groups (tenant_id, group_id, user_id)`.execute(db)

  // A person whom this transaction added signs in for the first time and has no session elsewhere.
  await sql`
    create function portico_tell_members() returns trigger
      language plpgsql as $$
      begin
        perform public.portico_tell('user:' || c.user_id, c.tenant_id)
           from (select distinct tenant_id, user_id from changed) c
           left join public.users u on u.tenant_id = c.tenant_id and u.id = c.user_id
          where u.created_at is distinct from now();
        return null;
      end
      $$`.execute(db)
  await sql`
    create trigger tell_insertion after insert on user_groups referencing new table as changed
      for each statement execute function portico_tell_members()`.execute(db)
  await sql`
    create trigger tell_deletion after delete on user_groups referencing old table as changed
      for each statement execute function portico_tell_members()`.execute(db)
}

/**
 * Marks the groups of a provider to which neither a role nor an application is mapped as deleted, and returns their
 * names. The claim is free for the group that the next sign-in brings. Memberships are removed in batches
 * (docs/decisions/0036).
 */
async function forgottenGroups(db: Kysely<never>): Promise<void> {
  const mappings = ['portal_role_groups', 'app_role_groups', 'application_access_groups', 'tenant_role_groups']
  const unmapped = mappings.map(
    (table) => `and not exists (select from public.${table} m where m.tenant_id = g.tenant_id and m.group_id = g.id)`,
  )
  await definerFunction(db, {
    name: 'portico_forget_unmapped_groups',
    args: 'provider uuid',
    returns: 'setof text',
    body: `
      update public.groups g set deleted_at = now(), claim = g.id::text, known_as = null
       where g.tenant_id = ${tenant} and g.identity_provider_id = provider and g.deleted_at is null
         ${unmapped.join(' ')}
      returning g.name`,
    volatile: true,
  })
}

/** Who administers the portal, and the pending switch of a tenant's primary provider. */
async function portalRoles(db: Kysely<never>): Promise<void> {
  // 'security-admin' administers the tenant (spec section 6); 'support', of the vendor's tenant, enters other tenants
  // (docs/decisions/0097).
  await sql`
    create table portal_role_groups (
      tenant_id uuid not null,
      role text collate "C" not null check (role in ('security-admin', 'support')),
      group_id uuid not null,
      primary key (tenant_id, role, group_id),
      foreign key (tenant_id, group_id) references groups on delete cascade
    )`.execute(db)
  await tenantWall(db, 'portal_role_groups')
  await ownerDoor(db, 'portal_role_groups')
  await sql`create index portal_role_groups_group_id on portal_role_groups (tenant_id, group_id)`.execute(db)

  // The switch that waits for a member of the group to accept it, at most one for a tenant (docs/decisions/0069).
  await sql`
    create table primary_switches (
      tenant_id uuid primary key,
      -- New with each choice.
      id uuid not null,
      identity_provider_id uuid not null,
      group_id uuid not null,
      -- How long groups of the earlier primary provider keep the Security Admin role.
      grace_secs integer not null check (grace_secs >= 0),
      chosen_by text not null,
      chosen_at timestamptz not null default now(),
      foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade,
      foreign key (tenant_id, group_id) references groups on delete cascade
    )`.execute(db)
  await tenantWall(db, 'primary_switches')
  await sql`create index primary_switches_provider on primary_switches (tenant_id, identity_provider_id)`.execute(db)
  await sql`create index primary_switches_group on primary_switches (tenant_id, group_id)`.execute(db)

  // Ends a pending switch with its provider or its group, whichever feature removes them.
  await sql`
    create function portico_end_pending_switch() returns trigger
      language plpgsql as $$
      begin
        if tg_table_name = 'groups' then
          delete from public.primary_switches s where s.tenant_id = new.tenant_id and s.group_id = new.id;
        else
          delete from public.primary_switches s where s.tenant_id = new.tenant_id and s.identity_provider_id = new.id;
        end if;
        return null;
      end
      $$`.execute(db)
  await sql`
    create trigger end_pending_switch after update of deleted_at, enabled, is_primary on identity_providers for each row
      when (new.deleted_at is not null or not new.enabled or new.is_primary)
      execute function portico_end_pending_switch()`.execute(db)
  await sql`
    create trigger end_pending_switch after update of deleted_at on groups for each row
      when (new.deleted_at is not null)
      execute function portico_end_pending_switch()`.execute(db)
}

/**
 * How each person arranged the launcher (docs/decisions/0063): the favourites and the order, by ids of applications.
 */
async function launcher(db: Kysely<never>): Promise<void> {
  await sql`
    create table launcher_preferences (
      tenant_id uuid not null,
      user_id uuid not null,
      layout text not null check (layout in ('grid', 'list')),
      favourites text[] not null,
      own_order text[] not null,
      primary key (tenant_id, user_id),
      foreign key (tenant_id, user_id) references users on delete cascade
    )`.execute(db)
  await tenantWall(db, 'launcher_preferences')
}
