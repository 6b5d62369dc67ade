import { sql, type Kysely, type Migration } from 'kysely'

import { serverWide } from './wall.ts'

/**
 * The id of this database, which data directories remember (docs/decisions/0129). The first start makes it. `earlier`: the
 * databases that it was restored from.
 */
export const databaseIdentity: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create table database_identity (
        is_only boolean primary key default true check (is_only),
        id uuid not null default gen_random_uuid(),
        earlier uuid[] not null default '{}'
      )`.execute(db)
    await serverWide(db, 'database_identity', ['select'])
  },
}
