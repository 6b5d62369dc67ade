import { type Kysely, sql } from 'kysely'

import { definerFunction, ownerDoor, tenantWall } from './wall.ts'

/**
 * What directories send by SCIM: their tokens, the people and groups with their members, the requests of the last 30
 * days, and how many resources a provider has (docs/decisions/0112, 0113, 0119 and 0120).
 */
export async function scim(db: Kysely<never>): Promise<void> {
  await scimTokens(db)
  await scimUsers(db)
  await scimGroups(db)
  await scimCounts(db)
  await scimRequests(db)
}

/**
 * A directory sends thousands of people within minutes: plans that do not know of them read them all for each one.
 * The default waits for a tenth of the table, which may be hundreds of thousands of other directories' people.
 */
const analyzedOften = sql.raw(`with (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 1000)`)

/** The tokens of an identity provider's directory. Only the SHA-256 of a token is stored. */
async function scimTokens(db: Kysely<never>): Promise<void> {
  await sql`
    create table scim_tokens (
      tenant_id uuid not null,
      id uuid not null,
      identity_provider_id uuid not null,
      -- The first characters of the token, by which people recognise it.
      beginning text collate "C" not null,
      token_hash bytea not null,
      active boolean not null default true,
      -- Requests with this token are answered and kept, and change nothing.
      dry_run boolean not null,
      version integer not null default 1,
      issued_at timestamptz not null default now(),
      expires_at timestamptz not null,
      last_used_at timestamptz,
      -- Days left at the last warning about expires_at; 0: it had expired; null: there was no warning yet.
      warned_step integer,
      primary key (tenant_id, id),
      foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
    )`.execute(db)
  await sql`create unique index scim_tokens_hash on scim_tokens (token_hash)`.execute(db)
  await sql`create index scim_tokens_provider on scim_tokens (tenant_id, identity_provider_id, issued_at)`.execute(db)
  await tenantWall(db, 'scim_tokens')
  await ownerDoor(db, 'scim_tokens')

  // Who sends with a token that is valid now, in one statement: each request of a directory asks it.
  await definerFunction(db, {
    name: 'portico_scim_sender',
    args: 'wanted bytea',
    returns: 'table (tenant_id uuid, identity_provider_id uuid, id uuid, beginning text, dry_run boolean)',
    body: `
      select k.tenant_id, k.identity_provider_id, k.id, k.beginning, k.dry_run
        from public.scim_tokens k
        join public.tenants t on t.tenant_id = k.tenant_id
        join public.identity_providers p on p.tenant_id = k.tenant_id and p.id = k.identity_provider_id
       where k.token_hash = wanted and k.active and k.expires_at > now()
         and not t.deactivated and p.deleted_at is null`,
  })
}

/** People whom the directory of an identity provider sends, each with its person in `users` (docs/decisions/0112). */
async function scimUsers(db: Kysely<never>): Promise<void> {
  await sql`
    create table scim_users (
      tenant_id uuid not null,
      -- Ids grow with time, so their order is that of creation.
      id uuid not null,
      identity_provider_id uuid not null,
      -- The row in users; null: it no longer exists.
      person_id uuid,

      -- Up to active, what is looked up in the resource. Keys are in lower case.
      user_name text collate "C" not null,
      user_name_key text collate "C" not null,
      external_id text collate "C",
      display_name_key text collate "C",
      active boolean not null,
      -- What the directory sent, without id, meta and schemas.
      resource jsonb not null,
      -- The directory deactivated the person, and may let the person sign in again.
      has_deactivated boolean not null default false,

      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      -- A deleted row stays, so that its id is not used again.
      deleted_at timestamptz,
      primary key (tenant_id, id),
      foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade,
      foreign key (tenant_id, person_id) references users on delete set null (person_id)
    ) ${analyzedOften}`.execute(db)
  await orderedIndex(db, 'scim_users')
  await sql`
    create unique index scim_users_user_name on scim_users (tenant_id, identity_provider_id, user_name_key)
     where deleted_at is null`.execute(db)
  await sql`
    create unique index scim_users_external_id on scim_users (tenant_id, identity_provider_id, external_id)
     where deleted_at is null`.execute(db)
  // A sign-in that matches only a deleted person is rejected.
  for (const column of ['user_name_key', 'external_id'])
    await sql`
      create index ${sql.id(`scim_users_deleted_${column}`)} on scim_users
        (tenant_id, identity_provider_id, ${sql.id(column)}) where deleted_at is not null`.execute(db)
  await sql`create index scim_users_person on scim_users (tenant_id, person_id)`.execute(db)
  await tenantWall(db, 'scim_users')
  await ownerDoor(db, 'scim_users', 'all')
}

/**
 * The order of SCIM lists, with what a page far behind their beginning has to know of the rows before it, so that
 * only the index is read (docs/decisions/0119). It is also what members refer to.
 */
async function orderedIndex(db: Kysely<never>, table: 'scim_users' | 'scim_groups'): Promise<void> {
  await sql`
    create unique index ${sql.id(`${table}_order`)} on ${sql.table(table)} (tenant_id, identity_provider_id, id)
      include (deleted_at)`.execute(db)
}

/** Groups that the directory sends, each with its group in `groups`, and their members (docs/decisions/0113). */
async function scimGroups(db: Kysely<never>): Promise<void> {
  await sql`
    create table scim_groups (
      tenant_id uuid not null,
      id uuid not null,
      identity_provider_id uuid not null,
      -- The row in groups; null: it does not exist yet, or no longer.
      group_id uuid,

      -- What is looked up in the resource. The key is in lower case.
      display_name text collate "C" not null,
      display_name_key text collate "C" not null,
      external_id text collate "C",
      -- What the directory sent, without id, meta, schemas and members.
      resource jsonb not null,

      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      -- As of a user.
      deleted_at timestamptz,
      primary key (tenant_id, id),
      foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade,
      foreign key (tenant_id, group_id) references groups on delete set null (group_id)
    ) ${analyzedOften}`.execute(db)
  await orderedIndex(db, 'scim_groups')
  await sql`
    create unique index scim_groups_name on scim_groups (tenant_id, identity_provider_id, display_name_key)
     where deleted_at is null`.execute(db)
  await sql`
    create unique index scim_groups_external_id on scim_groups (tenant_id, identity_provider_id, external_id)
     where deleted_at is null`.execute(db)
  await sql`create index scim_groups_group on scim_groups (tenant_id, group_id)`.execute(db)
  await tenantWall(db, 'scim_groups')
  await ownerDoor(db, 'scim_groups', 'all')

  // Both ids are those of SCIM.
  await sql`
    create table scim_members (
      tenant_id uuid not null,
      identity_provider_id uuid not null,
      group_id uuid not null,
      user_id uuid not null,
      primary key (tenant_id, identity_provider_id, group_id, user_id),
      foreign key (tenant_id, identity_provider_id, group_id)
        references scim_groups (tenant_id, identity_provider_id, id) on delete cascade,
      foreign key (tenant_id, identity_provider_id, user_id)
        references scim_users (tenant_id, identity_provider_id, id) on delete cascade
    ) ${analyzedOften}`.execute(db)
  await sql`create index scim_members_user on scim_members (tenant_id, identity_provider_id, user_id)`.execute(db)
  await tenantWall(db, 'scim_members')
  await ownerDoor(db, 'scim_members', 'all')
}

/**
 * How many users and groups of a provider are not deleted (docs/decisions/0119): the sum of at most 64 rows, so that
 * creates at the same time seldom wait for each other. A connection to the database always writes the same one of
 * them.
 */
async function scimCounts(db: Kysely<never>): Promise<void> {
  await sql`
    create table scim_counts (
      tenant_id uuid not null,
      identity_provider_id uuid not null,
      -- The name of the table.
      counted text collate "C" not null check (counted in ('scim_users', 'scim_groups')),
      -- From 0 to 63.
      shard smallint not null,
      -- Can be negative: only the sum is a number of resources.
      count bigint not null,
      -- How often the places of resources in the order of creation changed: one was deleted or came back, or was
      -- added before others. While the sum is the same, a place that was found before is still right, except among
      -- resources that are younger than two minutes: creates that overlap are not committed in the order of their
      -- ids.
      moves bigint not null default 0,
      primary key (tenant_id, identity_provider_id, counted, shard),
      foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
    ) with (fillfactor = 50)`.execute(db)
  await tenantWall(db, 'scim_counts')
  await ownerDoor(db, 'scim_counts', 'all')

  // A restore brings the counts as they were.
  await sql`
    create function portico_count_scim() returns trigger language plpgsql
      set search_path = pg_catalog, public, pg_temp as $$
    begin
      if current_setting('portico.restore', true) = 'on' then return null; end if;
      if tg_op = 'INSERT' then
        insert into public.scim_counts as c (tenant_id, identity_provider_id, counted, shard, count, moves)
        select tenant_id, identity_provider_id, tg_table_name, pg_backend_pid() % 64, count(*),
               count(*) filter (where id < public.portico_id_at(now() - interval '1 minute'))
          from added where deleted_at is null group by tenant_id, identity_provider_id
         order by tenant_id, identity_provider_id
        on conflict (tenant_id, identity_provider_id, counted, shard)
        do update set count = c.count + excluded.count, moves = c.moves + excluded.moves;
        return null;
      end if;
      insert into public.scim_counts as c (tenant_id, identity_provider_id, counted, shard, count, moves)
      values (new.tenant_id, new.identity_provider_id, tg_table_name, pg_backend_pid() % 64,
              case when new.deleted_at is null then 1 else -1 end, 1)
      on conflict (tenant_id, identity_provider_id, counted, shard)
      do update set count = c.count + excluded.count, moves = c.moves + excluded.moves;
      return null;
    end
    $$`.execute(db)
  for (const table of ['scim_users', 'scim_groups']) {
    await sql`
      create trigger count_added after insert on ${sql.table(table)} referencing new table as added
        for each statement execute function portico_count_scim()`.execute(db)
    await sql`
      create trigger count_deleted after update of deleted_at on ${sql.table(table)} for each row
        when ((old.deleted_at is null) is distinct from (new.deleted_at is null))
        execute function portico_count_scim()`.execute(db)
  }
}

/** What directories sent, without secrets (docs/decisions/0120). */
async function scimRequests(db: Kysely<never>): Promise<void> {
  await sql`
    create table scim_requests (
      tenant_id uuid not null,
      identity_provider_id uuid not null,
      -- A UUID of version 7: its order is that of time.
      id uuid not null,
      at timestamptz not null,
      -- The beginning of the token that was used.
      token_beginning text not null,
      -- What the directory is, by how it writes requests.
      dialect text not null,
      dry_run boolean not null,
      method text not null,
      path text not null,
      -- Of query and body, only what identifies people and groups is readable. Of other texts the length is kept.
      query text,
      body jsonb,
      status smallint not null,
      -- Why the request failed; null: it did not.
      detail text,
      -- What it changed, an array.
      changes jsonb not null,
      -- Ids of members that it named, whom the directory never sent.
      unknown_members text[] not null default '{}',
      took_ms integer not null,
      -- The same as in the audit log.
      request_id text not null,
      primary key (tenant_id, identity_provider_id, id),
      foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
    )`.execute(db)
  await sql`
    create index scim_requests_changed on scim_requests (tenant_id, identity_provider_id, id)
     where changes <> '[]'::jsonb`.execute(db)
  await sql`
    create index scim_requests_failed on scim_requests (tenant_id, identity_provider_id, id)
     where status >= 400`.execute(db)
  await sql`
    create index scim_requests_unknown_members on scim_requests (tenant_id, identity_provider_id, id)
     where unknown_members <> '{}'`.execute(db)
  await sql`create index scim_requests_at on scim_requests (at)`.execute(db)
  await tenantWall(db, 'scim_requests', ['select', 'insert'])
  await ownerDoor(db, 'scim_requests', 'all')

  // How many requests were answered in each hour, how many of them changed something, and how many failed.
  await sql`
    create table scim_activity (
      tenant_id uuid not null,
      identity_provider_id uuid not null,
      -- The beginning of the hour.
      hour timestamptz not null,
      requests integer not null,
      changed integer not null,
      failed integer not null,
      primary key (tenant_id, identity_provider_id, hour),
      foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
    )`.execute(db)
  await sql`create index scim_activity_hour on scim_activity (hour)`.execute(db)
  await tenantWall(db, 'scim_activity', ['select', 'insert', 'update'])
  await ownerDoor(db, 'scim_activity', 'all')

  await definerFunction(db, {
    name: 'portico_sweep_scim_requests',
    args: '',
    returns: 'bigint',
    volatile: true,
    body: `
      with old as (
        select tenant_id, identity_provider_id, id from public.scim_requests
         where at < now() - interval '30 days' order by at limit 5000),
      gone as (
        delete from public.scim_requests r using old
         where r.tenant_id = old.tenant_id and r.identity_provider_id = old.identity_provider_id and r.id = old.id
        returning 1),
      hours as (
        select tenant_id, identity_provider_id, hour from public.scim_activity
         where hour < now() - interval '31 days' order by hour limit 5000),
      gone_hours as (
        delete from public.scim_activity a using hours
         where a.tenant_id = hours.tenant_id and a.identity_provider_id = hours.identity_provider_id
           and a.hour = hours.hour
        returning 1)
      select (select count(*) from gone) + (select count(*) from gone_hours)`,
  })
}
