import { sql, type Kysely, type Migration } from 'kysely'

import { backupDoors, serverWide } from './wall.ts'

export const keysAndBackups: Migration = {
  async up(db: Kysely<never>) {
    // Which secret key seals; `previous` ones are accepted until everything is sealed anew. Ids, never keys.
    await sql`
      create table secret_keys (
        id text collate "C" primary key,
        state text not null check (state in ('current', 'previous')),
        created_at timestamptz not null default now(),
        -- When nothing was left that is sealed with it.
        emptied_at timestamptz
      )`.execute(db)
    await sql`create unique index secret_keys_current on secret_keys (state) where state = 'current'`.execute(db)
    await serverWide(db, 'secret_keys', ['select'])

    // A new signing key is published before it signs.
    await sql`alter table signing_keys add column signs_from timestamptz not null default now()`.execute(db)
    await sql`update signing_keys set signs_from = created_at`.execute(db)

    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relforcerowsecurity
         and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'backup_door')`.execute(db)
    for (const { name } of rows) await backupDoors(db, name)
  },
}
