import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor, tenantWall } from './wall.ts'

/** Support sessions (docs/decisions/0097): in the tenant that is entered, and what the vendor's tenant keeps of them. */
export const supportSessions: Migration = {
  async up(db: Kysely<never>) {
    // `vendor_session_id`: the person's session of the vendor's tenant. Without it, this one has ended too.
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
    await sql`create unique index support_sessions_hash on support_sessions (id_hash)`.execute(db)
    await sql`create index support_sessions_began on support_sessions (tenant_id, began_at)`.execute(db)
    await tenantWall(db, 'support_sessions', ['select', 'insert', 'update'])
    await ownerDoor(db, 'support_sessions')
    // Also one past its end, whose reason is then written.
    await definerFunction(db, {
      name: 'portico_find_support_session',
      args: 'wanted bytea',
      returns: 'table (tenant_id uuid, id uuid, vendor_tenant_id uuid, vendor_session_id uuid)',
      body: `select s.tenant_id, s.id, s.vendor_tenant_id, s.vendor_session_id from public.support_sessions s
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
    await sql`create index support_visits_began on support_visits (tenant_id, began_at)`.execute(db)
    await tenantWall(db, 'support_visits', ['select', 'insert', 'update'])

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

    // Administrators are told of running sessions (admin-news.ts), which is held with the sender (migration 0043).
    await sql`
      create trigger tell_insertion after insert on support_sessions for each row
        execute function portico_tell_tenant()`.execute(db)
    await sql`
      create trigger tell_change after update on support_sessions for each row
        when (old.ended_at is distinct from new.ended_at)
        execute function portico_tell_tenant()`.execute(db)

    await sql`alter table audit drop constraint audit_actor_kind_check`.execute(db)
    await sql`
      alter table audit add constraint audit_actor_kind_check check (
        actor_kind in ('user', 'service-account', 'recovery', 'setup', 'support', 'operator', 'system')) not valid`.execute(
      db,
    )
  },
}
