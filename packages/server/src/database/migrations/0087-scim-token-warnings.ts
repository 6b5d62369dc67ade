import { sql, type Kysely, type Migration } from 'kysely'

/** The step of the last warning that a SCIM token expires; null: none yet. */
export const scimTokenWarnings: Migration = {
  async up(db: Kysely<never>) {
    await sql`alter table scim_tokens add column warned_step integer`.execute(db)
  },
}
