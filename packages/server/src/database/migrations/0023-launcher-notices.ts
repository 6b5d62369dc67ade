import { sql, type Kysely, type Migration } from 'kysely'

/**
 * What the launcher tells people: an announcement of the tenant, whom to ask for access, and how to ask for an
 * application in an environment. All of it is off until it is set.
 */
export const launcherNotices: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      alter table tenants
        add column announcement text,
        add column announcement_id uuid,
        add column announcement_until timestamptz,
        add column access_contact text`.execute(db)
    await sql`alter table environment_applications add column access_text text`.execute(db)
  },
}
