import { sql, type Kysely, type Migration } from 'kysely'

import { serverWide } from './wall.ts'

/** The last backup that needs each secret key (docs/decisions/0130): after a rotation, it says how long the old key is needed. */
export const backupKeys: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create table backup_keys (
        key_id text primary key,
        last_at timestamptz not null,
        backups bigint not null default 1
      )`.execute(db)
    await serverWide(db, 'backup_keys', ['select'])
  },
}
