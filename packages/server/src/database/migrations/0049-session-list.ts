import { sql, type Kysely, type Migration } from 'kysely'

/**
 * What the list of sessions shows: an id that is no secret and stays when the session gets a new token, and where the
 * session began. A server of the version before writes sessions without an address.
 */
export const sessionList: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      alter table sessions
        add column id uuid not null default gen_random_uuid(),
        add column address text,
        add column user_agent text`.execute(db)
  },
}
