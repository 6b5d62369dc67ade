import { sql, type Kysely, type Migration } from 'kysely'

import { serverWide } from './wall.ts'

/** What machines remember of the seals (docs/decisions/0128) is in files. The database only holds that there is such a file. */
export const auditMemory: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create table audit_memory (
        is_only boolean primary key default true check (is_only),
        since timestamptz not null default now()
      )`.execute(db)
    await serverWide(db, 'audit_memory', ['select', 'insert'])
    // A seal over no rows that is not a checkpoint: an operator accepted the log as it was.
    await sql`create index audit_seals_marks on audit_seals (tenant_id, seq) where row_count = 0 and cut_seq is null`.execute(
      db,
    )
  },
}
