import { sql, type Kysely, type Migration } from 'kysely'

/**
 * 64 rows for each count instead of 16 (docs/decisions/0119): of ten connections nearly always two had the same row, and the creates of
 * one waited for each commit of the other.
 */
export const scimCountRows: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      do $do$ begin
        execute replace(pg_get_functiondef('portico_count_scim'::regproc), 'pg_backend_pid() % 16', 'pg_backend_pid() % 64');
      end $do$`.execute(db)
  },
}
