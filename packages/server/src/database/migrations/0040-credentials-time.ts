import { sql, type Kysely, type Migration } from 'kysely'

/**
 * When the provider checked the person's credentials, on the clock of the database (docs/decisions/0083). null: the provider
 * does not say, or the version before began the session; such a sign-in is never a fresh one.
 */
export const credentialsTime: Migration = {
  async up(db: Kysely<never>) {
    await sql`alter table sessions add column credentials_at timestamptz`.execute(db)
    await sql`alter table cli_grants add column credentials_at timestamptz`.execute(db)
  },
}
