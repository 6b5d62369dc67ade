import { sql, type Kysely, type Migration } from 'kysely'

/** Whether administrators may change the idle time of their tenant's sessions (spec section 6, "Read-only flags"). */
export const idleTime: Migration = {
  async up(db: Kysely<never>) {
    await sql`alter table tenants add column idle_readonly boolean not null default false`.execute(db)
  },
}
