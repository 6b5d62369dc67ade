import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor, tenantWall } from './wall.ts'

/** Applications that people and groups are sent to, and what each has got (docs/decisions/0121). */
export const provisioning: Migration = {
  async up(db: Kysely<never>) {
    // `compared_position`: rows of the audit log until there are part of what was last compared. `taken_by`: the turn of a process
    // that compares and sends, until `taken_until`. A removed connection goes in batches, after its objects.
    await sql`
      create table provisioning_connections (
        tenant_id uuid not null,
        id uuid not null,
        environment_id uuid not null,
        application_id text collate "C" not null,
        url text not null,
        bearer_token bytea not null,
        send_groups boolean not null,
        removal text not null check (removal in ('deactivate', 'delete')),
        enabled boolean not null,
        paused_reason text check (paused_reason in ('unauthorized')),
        version integer not null default 1,
        created_at timestamptz not null default now(),
        removed_at timestamptz,
        people integer not null default 0,
        groups integer not null default 0,
        compared_position bigint,
        compared_at timestamptz,
        compare_after timestamptz,
        taken_by uuid,
        taken_until timestamptz,
        failed_attempts integer not null default 0,
        next_attempt_at timestamptz,
        last_sent_at timestamptz,
        last_failure text,
        last_status smallint,
        last_detail text,
        primary key (tenant_id, id),
        foreign key (tenant_id, environment_id, application_id) references environment_applications on delete cascade
      )`.execute(db)
    await sql`
      create unique index provisioning_connections_place
          on provisioning_connections (tenant_id, environment_id, application_id) where removed_at is null`.execute(db)
    await sql`
      create index provisioning_connections_application
          on provisioning_connections (tenant_id, environment_id, application_id)`.execute(db)
    await tenantWall(db, 'provisioning_connections')
    await ownerDoor(db, 'provisioning_connections', 'all')

    // `id` is ours; it stays when the person is gone, until the application knows. `wanted`, `sent`: hashes of what it should have and
    // of what it took over; null: nothing. `tried`: an attempt to create it began and its end is not known.
    await sql`
      create table provisioned_objects (
        tenant_id uuid not null,
        connection_id uuid not null,
        kind text collate "C" not null check (kind in ('person', 'group')),
        id uuid not null,
        name text not null,
        remote_id text,
        wanted bytea,
        sent bytea,
        tried boolean not null default false,
        attempts integer not null default 0,
        next_attempt_at timestamptz not null default now(),
        last_failure text,
        last_status smallint,
        last_detail text,
        primary key (tenant_id, connection_id, kind, id),
        foreign key (tenant_id, connection_id) references provisioning_connections on delete cascade
      )`.execute(db)
    await sql`
      create index provisioned_objects_behind
          on provisioned_objects (tenant_id, connection_id, kind desc, next_attempt_at, id)
       where wanted is distinct from sent`.execute(db)
    await tenantWall(db, 'provisioned_objects')
    await ownerDoor(db, 'provisioned_objects', 'all')

    // Members whom a group of the application has, by our ids; `remote_id` is the one by which it has them.
    await sql`
      create table provisioned_members (
        tenant_id uuid not null,
        connection_id uuid not null,
        group_id uuid not null,
        user_id uuid not null,
        remote_id text not null,
        primary key (tenant_id, connection_id, group_id, user_id),
        foreign key (tenant_id, connection_id) references provisioning_connections on delete cascade
      )`.execute(db)
    await sql`
      create index provisioned_members_user on provisioned_members (tenant_id, connection_id, user_id)`.execute(db)
    await tenantWall(db, 'provisioned_members')
    await ownerDoor(db, 'provisioned_members', 'all')

    // Connections with something to compare or to send, and no process that does it.
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
  },
}
