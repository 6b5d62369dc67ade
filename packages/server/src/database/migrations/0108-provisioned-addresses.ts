import { sql, type Kysely, type Migration } from 'kysely'

/** Whether an application gets e-mail addresses that are not in a domain of the person's provider (docs/decisions/0127). */
export const provisionedAddresses: Migration = {
  async up(db: Kysely<never>) {
    await sql`alter table provisioning_connections add column any_email boolean not null default false`.execute(db)
  },
}
