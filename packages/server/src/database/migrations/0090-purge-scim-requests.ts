import { sql, type Kysely, type Migration } from 'kysely'

import { belongings, purgeBody } from './0075-scim-groups.ts'

/** Requests that directories sent may be millions: they are removed in batches too, before a deleted provider. */
export const purgeScimRequests: Migration = {
  async up(db: Kysely<never>) {
    await sql`create or replace function portico_purge_deleted(batch integer) returns bigint
      language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
      as ${sql.lit(purgeBody(['scim_requests', ...belongings]))}`.execute(db)
  },
}
