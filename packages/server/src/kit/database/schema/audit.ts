import { type Kysely, sql } from 'kysely'

import { definerFunction, ownerDoor, serverWide, tenantWall } from './wall.ts'

/**
 * The audit log, the seals over it (docs/decisions/0099 and 0128), and where its rows are sent to: the log of the
 * server (docs/decisions/0100) and webhooks of tenants (docs/decisions/0101).
 */
export async function audit(db: Kysely<never>): Promise<void> {
  await auditLog(db)
  await auditLists(db)
  await auditSeals(db)
  await auditLogStream(db)
  await webhooks(db)
}

/** The tenant of the transaction. */
const tenant = `nullif(current_setting('portico.tenant', true), '')::uuid`

/** `before` and `after`: what the change replaced, and what it wrote. */
async function auditLog(db: Kysely<never>): Promise<void> {
  const names = sql.raw(`actor_name || ' ' || coalesce(target_name, '')`)
  const letters = sql.raw(`actor_name || coalesce(target_name, '')`)
  await sql`
    create table audit (
      tenant_id uuid not null references tenants on delete cascade,
      id uuid not null,
      at timestamptz not null default now(),
      actor_kind text not null check (
        actor_kind in ('user', 'service-account', 'recovery', 'setup', 'support', 'operator', 'system')),
      actor_id text,
      actor_name text not null,
      action text collate "C" not null,
      target_kind text collate "C" not null,
      target_id text collate "C",
      target_name text,
      before jsonb,
      after jsonb,
      request_id text not null,
      -- The network address of the caller; null: the change came from no request.
      address text,
      -- What a search compares. ASCII, which most names are, needs only lower case.
      names text collate "C" generated always as (
        case when octet_length(${letters}) = char_length(${letters}) then lower((${names}) collate "C")
             else portico_folded(${names}) end) stored,
      -- The place in the final order of the log: the number of the transaction that wrote the row. Writing waits for
      -- no other writer. portico_audit_base() is added because transactions of a restored database count from the
      -- beginning.
      position bigint not null default (pg_current_xact_id()::text::bigint + portico_audit_base()),
      primary key (tenant_id, id)
    )`.execute(db)
  await sql`create index audit_position on audit (tenant_id, position, id)`.execute(db)
  // The server may add and read rows, never change or remove them.
  await tenantWall(db, 'audit', ['select', 'insert'])
  await ownerDoor(db, 'audit', 'all')
}

/** An index for each way in which the log is read. */
async function auditLists(db: Kysely<never>): Promise<void> {
  await sql`create index audit_list on audit (tenant_id, at, id)`.execute(db)
  for (const column of ['actor_id', 'actor_name', 'action', 'target_kind', 'target_id', 'target_name'])
    await sql`
      create index ${sql.id(`audit_${column}`)} on audit (tenant_id, ${sql.id(column)}, at, id)
       where ${sql.id(column)} is not null`.execute(db)
  await sql`create index audit_request on audit (tenant_id, request_id, at, id)`.execute(db)
  // Rows are appended in the order of time, so that a small block index finds those of a time in all tenants.
  await sql`create index audit_at on audit using brin (at)`.execute(db)

  // Entries of this index are merged in batches: one by one they cost more than the rest of writing a row. A search
  // reads at most 1,024 kilobytes of entries that are not merged yet.
  await sql`
    create index audit_parts on audit
      using gin (portico_parts(tenant_id, names)) with (fastupdate = on, gin_pending_list_limit = 1024)`.execute(db)
  // Row-level security keeps the app role from such an index: its operators are not leakproof. The query that uses
  // the candidates compares them again. null: there are `most` of them or more.
  await definerFunction(db, {
    name: 'portico_audit_candidates',
    args: 'words text[], most integer',
    returns: 'uuid[]',
    body: `
      select case when count(*) < most then coalesce(array_agg(c.id) filter (where c.tenant_id = ${tenant}), '{}') end
        from (select a.tenant_id, a.id from public.audit a
               where public.portico_parts(a.tenant_id, a.names) @> (
                       select array_agg(part)
                         from unnest(words) word, unnest(public.portico_parts(${tenant}, word)) part)
               limit most) c`,
  })
}

/** Seals over rows whose order is final, and which keys and machines make them. */
async function auditSeals(db: Kysely<never>): Promise<void> {
  // Which keys seal this database, by their ids: a server with another key does not seal.
  await sql`
    create table audit_keys (
      id text collate "C" primary key,
      created_at timestamptz not null default now()
    )`.execute(db)
  await serverWide(db, 'audit_keys', ['select', 'insert'])

  // What a machine remembers of the seals is in a file (docs/decisions/0128). A row here says that there is such a
  // file: then no machine starts a new one by itself.
  await sql`
    create table audit_memory (
      is_only boolean primary key default true check (is_only),
      since timestamptz not null default now()
    )`.execute(db)
  await serverWide(db, 'audit_memory', ['select', 'insert'])

  // The chain of a tenant. A seal over no rows is a checkpoint of retention, which names the last seal that was
  // removed, or a mark: an operator accepted the log as it was.
  await sql`
    create table audit_seals (
      tenant_id uuid not null references tenants on delete cascade,
      -- From 1. Retention removes the first seals.
      seq bigint not null,
      sealed_at timestamptz not null,
      row_count integer not null,
      -- The last row under this seal, or under one before it.
      last_position bigint not null,
      last_id uuid not null,
      -- The latest time of a row under this seal, or under one before it; of a mark, when it was made.
      last_at timestamptz not null,
      -- For each row its id, and 16 bytes of the SHA-256 of its columns.
      entries bytea not null,
      -- Of a checkpoint: the last seal that was removed.
      cut_seq bigint,
      cut_mac bytea,
      -- The key in audit_keys that made mac.
      key_id text collate "C" not null,
      -- The mac of the seal before it; null: it is the first.
      previous_mac bytea,
      -- HMAC-SHA-256 over all of the above.
      mac bytea not null,
      primary key (tenant_id, seq)
    )`.execute(db)
  // The marks.
  await sql`
    create index audit_seals_marks on audit_seals (tenant_id, seq) where row_count = 0 and cut_seq is null`.execute(db)
  await tenantWall(db, 'audit_seals', ['select', 'insert'])
  await ownerDoor(db, 'audit_seals', 'all')

  // Retention removes what a checkpoint in the chain names, and nothing else. The checkpoint comes after what it
  // names, so that it stays: if it was added without the key, `audit verify` finds it. Retention keeps at least a day
  // (PORTICO_AUDIT_DAYS); the shortest day has 23 hours.
  await definerFunction(db, {
    name: 'portico_audit_cut',
    args: 'through bigint',
    returns: 'bigint',
    volatile: true,
    body: `
      with cut as (
        select s.tenant_id, s.last_position, s.last_id from public.audit_seals s
         where s.tenant_id = ${tenant} and s.seq = through
           and exists (select from public.audit_seals c
                        where c.tenant_id = s.tenant_id and c.cut_seq = through and c.seq > through)),
      seals as (
        delete from public.audit_seals s using cut where s.tenant_id = cut.tenant_id and s.seq <= through),
      gone as (
        delete from public.audit a using cut
         where a.tenant_id = cut.tenant_id and (a.position, a.id) <= (cut.last_position, cut.last_id)
           and a.at < now() - interval '23 hours' returning 1)
      select count(*) from gone`,
  })
}

/** How far audit rows are written to the server's log. */
async function auditLogStream(db: Kysely<never>): Promise<void> {
  // Where the stream began: of a tenant without a place, everything after it is written.
  await sql`
    create table audit_log_start (
      is_only boolean primary key default true check (is_only),
      position bigint not null
    )`.execute(db)
  await serverWide(db, 'audit_log_start', ['select', 'insert'])

  // The last row of each tenant that was written.
  await sql`
    create table audit_log_places (
      tenant_id uuid primary key references tenants on delete cascade,
      position bigint not null,
      id uuid not null
    )`.execute(db)
  await tenantWall(db, 'audit_log_places', ['select', 'insert', 'update'])
  await ownerDoor(db, 'audit_log_places')
}

/** Webhooks of tenants, and how far each is in the audit log. */
async function webhooks(db: Kysely<never>): Promise<void> {
  await sql`
    create table webhooks (
      tenant_id uuid not null references tenants on delete cascade,
      id uuid not null,
      url text not null,
      events text[] collate "C" not null,
      -- Rows are sent whose action begins with one of these; empty: all rows.
      actions text[] collate "C" not null,
      enabled boolean not null,
      -- Why the server switched it off: failing for days, or the receiver answered 410. null: it did not.
      paused_reason text check (paused_reason in ('failing', 'gone')),
      -- Sealed. After a rotation both secrets sign for a time.
      secret bytea not null,
      previous_secret bytea,
      previous_secret_until timestamptz,
      version integer not null default 1,
      created_at timestamptz not null default now(),

      -- The last row that was sent or passed over.
      position bigint not null,
      row_id uuid not null,
      -- The last row of the message that is being sent, or is sent again, under message_id; null: there is none.
      until_position bigint,
      until_row_id uuid,
      message_id text collate "C",

      -- The attempt of a process, which no other process joins until taken_until.
      taken_by uuid,
      taken_until timestamptz,

      -- In a row.
      failed_attempts integer not null default 0,
      failing_since timestamptz,
      next_attempt_at timestamptz,
      last_delivered_at timestamptz,
      last_failure text,
      -- The HTTP status of the last failure; null: there was no answer.
      last_status smallint,
      primary key (tenant_id, id)
    )`.execute(db)
  await tenantWall(db, 'webhooks')
  await ownerDoor(db, 'webhooks')

  // Those with rows to send that no process sends to. Each webhook costs one look-up in an index. Rows of
  // transactions that may still run are not in their final order yet (docs/decisions/0099).
  await definerFunction(db, {
    name: 'portico_due_webhooks',
    args: 'most integer',
    returns: 'table (tenant_id uuid, id uuid)',
    body: `
      select w.tenant_id, w.id
        from public.webhooks w
        join public.tenants t on t.tenant_id = w.tenant_id and not t.deactivated
       where w.enabled
         and coalesce(w.next_attempt_at, '-infinity') <= now()
         and coalesce(w.taken_until, '-infinity') <= now()
         and exists (
           select from public.audit a
            where a.tenant_id = w.tenant_id and (a.position, a.id) > (w.position, w.row_id)
              and a.position < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + public.portico_audit_base())
       order by coalesce(w.next_attempt_at, w.last_delivered_at, '-infinity')
       limit most`,
  })
}
