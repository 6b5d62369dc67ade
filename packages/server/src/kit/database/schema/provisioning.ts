import { type Kysely, sql } from 'kysely'

import { definerFunction, ownerDoor, tenantWall } from './wall.ts'

/**
 * Applications that people and groups are sent to by SCIM, and what each of them has (docs/decisions/0121 to 0124,
 * and 0126).
 */
export async function provisioning(db: Kysely<never>): Promise<void> {
  await connections(db)
  await objects(db)
  await members(db)
  await work(db)
}

/** At most one connection of an application in an environment, beside removed ones whose rows are not swept yet. */
async function connections(db: Kysely<never>): Promise<void> {
  await sql`
    create table provisioning_connections (
      tenant_id uuid not null,
      id uuid not null,
      environment_id uuid not null,
      application_id text collate "C" not null,
      url text not null,
      -- Sealed.
      bearer_token bytea not null,
      send_groups boolean not null,
      -- The application also gets addresses outside the domains of the person's provider (docs/decisions/0127).
      any_email boolean not null default false,
      -- What happens to people who lose access.
      removal text not null check (removal in ('deactivate', 'delete')),
      enabled boolean not null,
      -- Why the server switched it off: the application answered 401, very many people would be removed
      -- (docs/decisions/0122), or the database was restored (docs/decisions/0123). null: it did not.
      paused_reason text check (paused_reason in ('unauthorized', 'removals', 'restored')),
      -- An administrator switched it on after the pause for removals. Holds until nothing is left to remove.
      removals_allowed boolean not null default false,
      -- The next comparison forgets what was sent, so that everything is sent again.
      resend boolean not null default false,
      -- When that was asked for last.
      resent_at timestamptz,

      version integer not null default 1,
      created_at timestamptz not null default now(),
      -- Hidden since then. It is deleted in batches, after its objects.
      removed_at timestamptz,

      -- How many people and groups the application should have, by the last comparison.
      people integer not null default 0,
      groups integer not null default 0,
      -- All rows of the audit log up to here were part of the last comparison.
      compared_position bigint,
      compared_at timestamptz,
      -- The next comparison does not begin before; null: at once.
      compare_after timestamptz,

      -- The turn of a process that compares and sends, until taken_until.
      taken_by uuid,
      taken_until timestamptz,
      -- Failures of the application as a whole, in a row.
      failed_attempts integer not null default 0,
      next_attempt_at timestamptz,
      last_sent_at timestamptz,
      last_failure text,
      -- The HTTP status, and what the application said, without the token; null: there was no answer.
      last_status smallint,
      last_detail text,
      -- What the application refuses; null: nothing, or only some (docs/decisions/0124).
      refused_kind text check (refused_kind in ('person', 'group')),
      -- When it last accepted a person, and a group.
      person_accepted_at timestamptz,
      group_accepted_at timestamptz,
      primary key (tenant_id, id),
      foreign key (tenant_id, environment_id, application_id) references environment_applications on delete cascade
    )`.execute(db)
  await sql`
    create unique index provisioning_connections_place on provisioning_connections
      (tenant_id, environment_id, application_id) where removed_at is null`.execute(db)
  await sql`
    create index provisioning_connections_application on provisioning_connections
      (tenant_id, environment_id, application_id)`.execute(db)
  await tenantWall(db, 'provisioning_connections')
  await ownerDoor(db, 'provisioning_connections', 'all')
}

/** The people and groups of a connection. */
async function objects(db: Kysely<never>): Promise<void> {
  await sql`
    create table provisioned_objects (
      tenant_id uuid not null,
      connection_id uuid not null,
      kind text collate "C" not null check (kind in ('person', 'group')),
      -- The id of the person or group in Portico. No foreign key: the row stays until the application knows that it
      -- is gone.
      id uuid not null,
      name text not null,
      -- Its id in the application; null: it is not there, as far as is known.
      remote_id text,
      -- Hashes of what the application should have, and of what it accepted; null: nothing. It is behind where they
      -- differ. Values of sent that are not hashes mean that it is not known (provisioning/forget.ts).
      wanted bytea,
      sent bytea,
      -- Since when it has been behind. A trigger sets it.
      behind_since timestamptz not null default now(),
      -- An attempt to create it began, and its result is not known.
      tried boolean not null default false,
      -- Which members the application has in the group is not known, so all are sent.
      members_unknown boolean not null default false,

      attempts integer not null default 0,
      next_attempt_at timestamptz not null default now(),
      -- As of the connection.
      last_failure text,
      last_status smallint,
      last_detail text,
      -- Since when every answer to it was a refusal; null: it was not refused (docs/decisions/0124).
      refused_at timestamptz,

      -- Why its name belongs to another account there; null: it does not, as far as is known (docs/decisions/0126).
      obstacle text check (obstacle in ('approval', 'identifier', 'ours', 'several', 'hidden')),
      -- That account, as it was listed at found_at; null: none was found, or several.
      found jsonb,
      found_at timestamptz,
      -- When an administrator approved that the account in found is taken over.
      approved_at timestamptz,

      primary key (tenant_id, connection_id, kind, id),
      foreign key (tenant_id, connection_id) references provisioning_connections on delete cascade
    )`.execute(db)
  // In the order of sending: people first.
  await sql`
    create index provisioned_objects_behind on provisioned_objects
      (tenant_id, connection_id, kind desc, next_attempt_at, id) where wanted is distinct from sent`.execute(db)
  await sql`
    create index provisioned_objects_removals on provisioned_objects
      (tenant_id, connection_id) where kind = 'person' and wanted is null and sent is not null`.execute(db)
  await sql`
    create index provisioned_objects_refused on provisioned_objects
      (tenant_id, connection_id, kind, refused_at) where refused_at is not null`.execute(db)
  await sql`
    create index provisioned_objects_obstacles on provisioned_objects
      (tenant_id, connection_id, kind, id) where obstacle is not null`.execute(db)
  await tenantWall(db, 'provisioned_objects')
  await ownerDoor(db, 'provisioned_objects', 'all')

  await sql`
    create function portico_note_behind() returns trigger language plpgsql as $$
    begin
      new.behind_since := now();
      return new;
    end
    $$`.execute(db)
  await sql`
    create trigger note_behind before update on provisioned_objects for each row
      when (old.wanted is not distinct from old.sent and new.wanted is distinct from new.sent)
      execute function portico_note_behind()`.execute(db)
}

/** The members that a group has in the application. */
async function members(db: Kysely<never>): Promise<void> {
  await sql`
    create table provisioned_members (
      tenant_id uuid not null,
      connection_id uuid not null,
      -- Ids in Portico.
      group_id uuid not null,
      user_id uuid not null,
      -- The id by which the application has the member.
      remote_id text not null,
      primary key (tenant_id, connection_id, group_id, user_id),
      foreign key (tenant_id, connection_id) references provisioning_connections on delete cascade
    )`.execute(db)
  await sql`
    create index provisioned_members_user on provisioned_members (tenant_id, connection_id, user_id)`.execute(db)
  await tenantWall(db, 'provisioned_members')
  await ownerDoor(db, 'provisioned_members', 'all')
}

/** What processes of the server ask about all tenants: what is due, what can be deleted, and metrics. */
async function work(db: Kysely<never>): Promise<void> {
  // Connections with something to compare or to send that no process works on.
  await definerFunction(db, {
    name: 'portico_due_provisioning',
    args: 'most integer',
    returns: 'table (tenant_id uuid, id uuid)',
    body: `
      select c.tenant_id, c.id
        from public.provisioning_connections c
        join public.tenants t on t.tenant_id = c.tenant_id and not t.deactivated
       where c.enabled and c.removed_at is null
         and coalesce(c.next_attempt_at, '-infinity') <= now()
         and coalesce(c.taken_until, '-infinity') <= now()
         and (exists (
               select from public.provisioned_objects o
                where o.tenant_id = c.tenant_id and o.connection_id = c.id and o.wanted is distinct from o.sent
                  and o.kind = 'person' and o.next_attempt_at <= now())
           or exists (
               select from public.provisioned_objects o
                where o.tenant_id = c.tenant_id and o.connection_id = c.id and o.wanted is distinct from o.sent
                  and o.kind = 'group' and o.next_attempt_at <= now())
           or (coalesce(c.compare_after, '-infinity') <= now()
               and (c.compared_at is null or c.compared_at < now() - interval '10 minutes'
                    or exists (select from public.audit a
                                where a.tenant_id = c.tenant_id and a.position > c.compared_position))))
       order by coalesce(c.next_attempt_at, c.compared_at, '-infinity')
       limit most`,
  })

  // One removed connection at a time: its members, then its objects, then the connection.
  await definerFunction(db, {
    name: 'portico_sweep_provisioning',
    args: '',
    returns: 'bigint',
    volatile: true,
    language: 'plpgsql',
    body: `
      declare
        c record;
        gone bigint;
      begin
        select tenant_id, id into c from public.provisioning_connections
         where removed_at is not null limit 1 for update skip locked;
        if not found then return 0; end if;
        delete from public.provisioned_members m where m.tenant_id = c.tenant_id and m.connection_id = c.id
           and (m.group_id, m.user_id) in (
             select x.group_id, x.user_id from public.provisioned_members x
              where x.tenant_id = c.tenant_id and x.connection_id = c.id limit 1000);
        get diagnostics gone = row_count;
        if gone > 0 then return gone; end if;
        delete from public.provisioned_objects o where o.tenant_id = c.tenant_id and o.connection_id = c.id
           and (o.kind, o.id) in (
             select x.kind, x.id from public.provisioned_objects x
              where x.tenant_id = c.tenant_id and x.connection_id = c.id limit 1000);
        get diagnostics gone = row_count;
        if gone > 0 then return gone; end if;
        delete from public.provisioning_connections p where p.tenant_id = c.tenant_id and p.id = c.id;
        return 1;
      end`,
  })

  // For metrics: connections of all tenants by what decides on their state. Of each, at most 10,000 objects that are
  // behind are counted.
  await definerFunction(db, {
    name: 'portico_count_provisioning',
    args: '',
    returns: `table (enabled boolean, paused_reason text, failed_attempts integer, refused_kind text,
                     connections integer, behind bigint, secs_since_success double precision)`,
    body: `
      select c.enabled, c.paused_reason, least(c.failed_attempts, 1), c.refused_kind, count(*)::int,
             sum(b.behind)::bigint,
             max(extract(epoch from now() - coalesce(c.last_sent_at, c.created_at)))
               filter (where c.enabled and b.behind > 0)::float8
        from public.provisioning_connections c
        join public.tenants t on t.tenant_id = c.tenant_id and not t.deactivated
       cross join lateral (
         select count(*) as behind from (
           select from public.provisioned_objects o
            where o.tenant_id = c.tenant_id and o.connection_id = c.id and o.wanted is distinct from o.sent
            limit 10000) x) b
       where c.removed_at is null
       group by 1, 2, 3, 4`,
  })
}
