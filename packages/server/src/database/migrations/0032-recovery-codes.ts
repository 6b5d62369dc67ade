import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor, tenantWall } from './wall.ts'

/** Recovery codes of tenants, and the repair sessions they open (docs/decisions/0070). */
export const recoveryCodes: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create table recovery_sets (
        tenant_id uuid primary key references tenants on delete cascade,
        created_at timestamptz not null default now(),
        created_by text not null,
        expires_at timestamptz not null,
        drilled_at timestamptz,
        drilled_by text,
        used_at timestamptz,
        used_from text
      )`.execute(db)
    await tenantWall(db, 'recovery_sets')

    // Only the SHA-256 of a code is stored: 135 random bits cannot be guessed from it.
    await sql`
      create table recovery_codes (
        tenant_id uuid not null references recovery_sets on delete cascade,
        slot smallint not null check (slot in (1, 2)),
        code_hash bytea not null,
        used_at timestamptz,
        primary key (tenant_id, slot)
      )`.execute(db)
    await sql`create unique index recovery_codes_hash on recovery_codes (code_hash)`.execute(db)
    await tenantWall(db, 'recovery_codes')
    await ownerDoor(db, 'recovery_codes')
    await definerFunction(db, {
      name: 'portico_find_recovery_code',
      args: 'wanted bytea',
      returns: 'table (tenant_id uuid)',
      body: `select c.tenant_id from public.recovery_codes c where c.code_hash = wanted`,
    })

    await sql`
      create table repair_sessions (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        id_hash bytea not null,
        started_at timestamptz not null default now(),
        expires_at timestamptz not null,
        ended_at timestamptz,
        primary key (tenant_id, id)
      )`.execute(db)
    await sql`create unique index repair_sessions_hash on repair_sessions (id_hash)`.execute(db)
    // One at a time, also when two servers begin one in the same moment.
    await sql`create unique index repair_sessions_one on repair_sessions (tenant_id) where ended_at is null`.execute(db)
    await tenantWall(db, 'repair_sessions')
    await ownerDoor(db, 'repair_sessions', 'all')
    await definerFunction(db, {
      name: 'portico_find_repair_session',
      args: 'wanted bytea',
      returns: 'table (tenant_id uuid)',
      body: `select s.tenant_id from public.repair_sessions s
              where s.id_hash = wanted and s.ended_at is null and s.expires_at > now()`,
    })
    await definerFunction(db, {
      name: 'portico_sweep_repair_sessions',
      args: '',
      returns: 'bigint',
      body: `with gone as (delete from public.repair_sessions where expires_at < now() - interval '1 day' returning 1)
             select count(*) from gone`,
      volatile: true,
    })

    await sql`alter table audit drop constraint audit_actor_kind_check`.execute(db)
    await sql`
      alter table audit add constraint audit_actor_kind_check
        check (actor_kind in ('user', 'service-account', 'recovery', 'operator', 'system')) not valid`.execute(db)
  },
}
