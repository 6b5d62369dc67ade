import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor, serverWide } from './wall.ts'

/** Rows that one call of a sweep removes at most; sweep.ts calls again while there were any. */
const sweptAtOnce = 2000

/** Attempts that all processes count together, and the end of audit rows and idempotency keys. */
export const limitsAndRetention: Migration = {
  async up(db: Kysely<never>) {
    // Unlogged: counting costs no write to the log, and a crash of the database forgets at most a minute of attempts.
    // The key is a hash, so that no address and no username is kept.
    await sql`
      create unlogged table rate_limits (
        bucket text collate "C" not null,
        key_hash bytea not null,
        attempts bigint not null,
        window_ends_at timestamptz not null,
        primary key (bucket, key_hash)
      )`.execute(db)
    await sql`create index rate_limits_ended on rate_limits (window_ends_at)`.execute(db)
    await serverWide(db, 'rate_limits')

    // Rows are appended in the order of time, so that a small block index finds the oldest.
    await sql`create index audit_at on audit using brin (at)`.execute(db)
    await sql`create index idempotency_keys_created on idempotency_keys (created_at)`.execute(db)
    for (const [table, column] of [
      ['audit', 'at'],
      ['idempotency_keys', 'created_at'],
    ] as const) {
      await ownerDoor(db, table, 'all')
      await definerFunction(db, {
        name: `portico_sweep_${table}`,
        args: 'keep interval',
        returns: 'bigint',
        body: `with chosen as (
                 select ctid from public.${table} where ${column} < now() - keep
                  limit ${sweptAtOnce} for update skip locked),
               gone as (delete from public.${table} where ctid = any (array(select ctid from chosen)) returning 1)
               select count(*) from gone`,
        volatile: true,
      })
    }
  },
}
