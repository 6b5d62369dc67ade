import { sql, type Kysely, type Migration } from 'kysely'

/** What the provider said about a person's e-mail address at the last sign-in (docs/decisions/0127). */
export const emailVerified: Migration = {
  async up(db: Kysely<never>) {
    // It counts only for the address it was said of, which the version before may change without it. null: nothing was said.
    await sql`
      alter table users
        add column email_verified boolean,
        add column email_verified_of text`.execute(db)
  },
}
