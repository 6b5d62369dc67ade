import { sql, type Kysely, type Migration } from 'kysely'

/**
 * People whose username does not belong to their provider (docs/decisions/0125). `active` stays what says who may sign in, so that
 * earlier versions refuse such people too: `username_holds` says that the username alone made the person inactive. A person who
 * was there before this migration is found by a check (people/check-usernames.ts) and stays active, with `username_foreign_since`.
 */
export const foreignUsernames: Migration = {
  async up(db: Kysely<never>) {
    await sql`alter table users
      add column username_foreign_since timestamptz,
      add column username_holds boolean not null default false`.execute(db)
    await sql`create index users_foreign on users (tenant_id, id) where username_foreign_since is not null`.execute(db)
    // null: the usernames of the tenant have not been checked since the upgrade or the restore.
    await sql`alter table tenants add column usernames_checked_at timestamptz`.execute(db)
  },
}
