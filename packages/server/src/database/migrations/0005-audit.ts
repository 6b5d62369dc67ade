import { sql, type Kysely, type Migration } from 'kysely'

import { tenantWall } from './wall.ts'

export const audit: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create table audit (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        at timestamptz not null default now(),
        actor_kind text not null check (actor_kind in ('user', 'service-account', 'operator', 'system')),
        actor_id text,
        actor_name text not null,
        action text collate "C" not null,
        target_kind text collate "C" not null,
        target_id text collate "C",
        target_name text,
        before jsonb,
        after jsonb,
        request_id text not null,
        primary key (tenant_id, id)
      )`.execute(db)
    // What happened stays: the server may add and read rows, never change or remove them.
    await tenantWall(db, 'audit', ['select', 'insert'])

    await sql`
      create table idempotency_keys (
        tenant_id uuid not null references tenants on delete cascade,
        actor_id text collate "C" not null,
        key text collate "C" not null,
        request_hash bytea not null,
        status integer,
        reply jsonb,
        etag text,
        created_at timestamptz not null default now(),
        primary key (tenant_id, actor_id, key)
      )`.execute(db)
    await tenantWall(db, 'idempotency_keys')
  },
}
