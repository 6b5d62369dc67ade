import { sql, type Kysely, type Migration } from 'kysely'

/** When signing certificates were added to a provider, by fingerprint (docs/decisions/0080). Earlier ones have no time. */
export const certificateTimes: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      alter table identity_providers add column certificates_added jsonb not null default '{}'`.execute(db)
  },
}
