import { sql, type Kysely, type Migration } from 'kysely'

/** Names of the attributes that a request of a directory has and the schemas do not. */
export const scimIgnored: Migration = {
  async up(db: Kysely<never>) {
    await sql`alter table scim_requests add column ignored text[] not null default '{}'`.execute(db)
  },
}
