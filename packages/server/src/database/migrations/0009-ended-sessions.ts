import { sql, type Kysely, type Migration } from 'kysely'

export const endedSessions: Migration = {
  async up(db: Kysely<never>) {
    // What a session began on the command line outlives it: a sign-out that the provider begins finds it by a session
    // that is over, too.
    await sql`
      create index sessions_provider_names on sessions (tenant_id, identity_provider_id, provider_session)`.execute(db)
    await sql`
      create index sessions_provider_people on sessions (tenant_id, identity_provider_id, provider_subject_hash)`.execute(
      db,
    )
    await sql`drop index sessions_provider`.execute(db)
    await sql`drop index sessions_provider_subject`.execute(db)
  },
}
