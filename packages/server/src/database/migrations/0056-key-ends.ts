import { sql, type Kysely, type Migration } from 'kysely'

/**
 * When the certificate of a service account's key ends, and the step of warning that was logged for it. null for a bare
 * key. The index is for the few that end soon, however many accounts there are.
 */
export const keyEnds: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      alter table service_account_keys
        add column not_after timestamptz,
        add column warned_step integer`.execute(db)
    await sql`
      create index service_account_keys_not_after on service_account_keys (tenant_id, not_after)
       where not_after is not null`.execute(db)
  },
}
