import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor, serverWide, tenantWall } from './wall.ts'

/**
 * Seals over the audit log (docs/decisions/0099). Rows get their place by the transaction that writes them, so that writing
 * waits for nothing; servers of the version before write such rows too.
 */
export const auditSeals: Migration = {
  async up(db: Kysely<never>) {
    // Added to the number of a transaction. database/audit-positions.ts replaces it where those numbers begin anew.
    await sql`
      create function portico_audit_base() returns bigint language sql immutable parallel safe as 'select 0::bigint'`.execute(
      db,
    )
    // Rows that exist come first, all of them committed; a constant default rewrites no table.
    await sql`alter table audit add column position bigint not null default 0`.execute(db)
    await sql`alter table audit alter column position
      set default (pg_current_xact_id()::text::bigint + portico_audit_base())`.execute(db)
    await sql`create index audit_position on audit (tenant_id, position, id)`.execute(db)

    // Entries of the index of names are merged in batches: one by one they cost more than the rest of writing a row. A search reads
    // at most a megabyte that waits for it.
    await sql`alter index audit_parts set (fastupdate = on, gin_pending_list_limit = 1024)`.execute(db)

    // `entries`: for each row its id and 16 bytes of the SHA-256 of what it says. A checkpoint of retention has no rows, and names
    // the last seal that it removed.
    await sql`
      create table audit_seals (
        tenant_id uuid not null references tenants on delete cascade,
        seq bigint not null,
        sealed_at timestamptz not null,
        row_count integer not null,
        last_position bigint not null,
        last_id uuid not null,
        last_at timestamptz not null,
        entries bytea not null,
        cut_seq bigint,
        cut_mac bytea,
        key_id text collate "C" not null,
        previous_mac bytea,
        mac bytea not null,
        primary key (tenant_id, seq)
      )`.execute(db)
    await tenantWall(db, 'audit_seals', ['select', 'insert'])
    await ownerDoor(db, 'audit_seals', 'all')

    // Which keys seal this database: a server with another one does not seal.
    await sql`
      create table audit_keys (id text collate "C" primary key, created_at timestamptz not null default now())`.execute(
      db,
    )
    await serverWide(db, 'audit_keys', ['select', 'insert'])

    // Tenants with rows since then; null: all tenants.
    await definerFunction(db, {
      name: 'portico_audit_tenants',
      args: 'since timestamptz',
      returns: 'table (tenant_id uuid)',
      body: `select t.tenant_id from public.tenants t where since is null
             union select a.tenant_id from public.audit a where a.at >= since`,
    })
    await definerFunction(db, {
      name: 'portico_audit_last_position',
      args: '',
      returns: 'bigint',
      body: `select max(a.position) from public.tenants t,
               lateral (select l.position from public.audit l where l.tenant_id = t.tenant_id order by l.position desc limit 1) a`,
    })
    // Retention removes what a checkpoint in the chain of seals names, and nothing else.
    await definerFunction(db, {
      name: 'portico_audit_cut',
      args: 'through bigint',
      returns: 'bigint',
      body: `
        with cut as (
          select s.tenant_id, s.last_position, s.last_id from public.audit_seals s
           where s.tenant_id = ${tenant} and s.seq = through
             and exists (select from public.audit_seals c where c.tenant_id = s.tenant_id and c.cut_seq = through)),
        seals as (
          delete from public.audit_seals s using cut where s.tenant_id = cut.tenant_id and s.seq <= through),
        gone as (
          delete from public.audit a using cut
           where a.tenant_id = cut.tenant_id and (a.position, a.id) <= (cut.last_position, cut.last_id) returning 1)
        select count(*) from gone`,
      volatile: true,
    })
    // The function of migration 0012 removed rows that seals name. Servers of the version before still call it.
    await sql`
      create or replace function portico_sweep_audit(keep interval) returns bigint language sql stable security definer
      set search_path = pg_catalog, public, pg_temp as 'select 0::bigint'`.execute(db)
  },
}

const tenant = `nullif(current_setting('portico.tenant', true), '')::uuid`
