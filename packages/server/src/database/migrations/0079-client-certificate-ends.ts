import { sql, type Kysely, type Migration } from 'kysely'

/**
 * When the first signing certificate of a registered service provider ends; null where it has none, and for a registration
 * that was saved before this column was there, until it is saved again. The index is for the few that end soon.
 */
export const clientCertificateEnds: Migration = {
  async up(db: Kysely<never>) {
    await sql`alter table application_clients add column certificate_ends timestamptz`.execute(db)
    await sql`
      create index application_clients_certificate_ends on application_clients (tenant_id, certificate_ends)
       where certificate_ends is not null`.execute(db)
  },
}
