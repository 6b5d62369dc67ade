import { sql, type Kysely, type Migration } from 'kysely'

/**
 * `groups.claim` stays what the provider wrote; `known_as` is what the group transforms of the provider made of it, null
 * without transforms and for a group with an id of its directory. `users.username_received` is the username as the
 * provider wrote it, null if no transforms were applied.
 */
export const nameTransforms: Migration = {
  async up(db: Kysely<never>) {
    await sql`alter table groups add column known_as text collate "C"`.execute(db)
    await sql`
      create index groups_known_as on groups (tenant_id, identity_provider_id, known_as) where known_as is not null`.execute(
      db,
    )
    await sql`alter table users add column username_received text`.execute(db)
    await sql`create index users_username on users (tenant_id, identity_provider_id, username)`.execute(db)
  },
}
