import { type Kysely, sql } from 'kysely'

import { serverWide } from './wall.ts'

/**
 * What belongs to the whole deployment and to no tenant: its address and identity, its keys, and counts of attempts.
 */
export async function deployment(db: Kysely<never>): Promise<void> {
  // The base URL that the server started with, for commands on the host.
  await sql`
    create table server_address (
      id smallint primary key default 1 check (id = 1),
      base_url text not null
    )`.execute(db)
  await serverWide(db, 'server_address', ['select', 'insert', 'update'])

  // The id of this database, which data directories remember (docs/decisions/0129). The first start makes it.
  await sql`
    create table database_identity (
      is_only boolean primary key default true check (is_only),
      id uuid not null default gen_random_uuid(),
      -- The databases that this one was restored from, and those that a restore replaced.
      earlier uuid[] not null default '{}'
    )`.execute(db)
  await serverWide(db, 'database_identity', ['select'])

  await keys(db)

  // Attempts that all processes count together (docs/decisions/0033). Unlogged: counting writes nothing to the
  // write-ahead log, and a crash of the database forgets at most a minute of attempts.
  await sql`
    create unlogged table rate_limits (
      bucket text collate "C" not null,
      -- A hash, so that no address and no username is kept.
      key_hash bytea not null,
      attempts bigint not null,
      window_ends_at timestamptz not null,
      primary key (bucket, key_hash)
    )`.execute(db)
  await serverWide(db, 'rate_limits')
  await sql`create index rate_limits_ended on rate_limits (window_ends_at)`.execute(db)
}

/** Which keys seal secrets and sign tokens (docs/decisions/0032). */
async function keys(db: Kysely<never>): Promise<void> {
  // Which secret key seals, by its id: the keys themselves are not in the database. Previous ones are accepted until
  // everything is sealed again.
  await sql`
    create table secret_keys (
      id text collate "C" primary key,
      state text not null check (state in ('current', 'previous')),
      created_at timestamptz not null default now(),
      -- When nothing was left that is sealed with it.
      emptied_at timestamptz
    )`.execute(db)
  await serverWide(db, 'secret_keys', ['select'])
  await sql`create unique index secret_keys_current on secret_keys (state) where state = 'current'`.execute(db)

  // The last backup that needs each secret key (docs/decisions/0130): after a rotation, it says how long the old key is
  // needed.
  await sql`
    create table backup_keys (
      key_id text primary key,
      last_at timestamptz not null,
      -- How many backups need it.
      backups bigint not null default 1
    )`.execute(db)
  await serverWide(db, 'backup_keys', ['select'])

  // The keys that sign the tokens of all tenants.
  await sql`
    create table signing_keys (
      -- The thumbprint of the public key (RFC 7638).
      kid text collate "C" primary key,
      algorithm text not null,
      -- Sealed.
      private_jwk bytea not null,
      public_jwk jsonb not null,
      created_at timestamptz not null default now(),
      -- A new key is published before it signs.
      signs_from timestamptz not null default now(),
      -- When a rotation without an overlap ended its use; null for every other key.
      retired_at timestamptz
    )`.execute(db)
  await serverWide(db, 'signing_keys')
}
