import { sql, type Kysely } from 'kysely'

/** Between the beginnings of two databases: more transactions than one runs. */
const step = 2n ** 44n

/**
 * Rows of the audit log are in the order of their transactions (schema/audit.ts), whose numbers start again in a database that
 * was restored. New rows then get places after all that were restored. Call it as the owner, before rows are written.
 */
export async function settleAuditPositions(owner: Kysely<never>): Promise<void> {
  const { rows: known } = await sql<{ found: boolean }>`
    select to_regprocedure('portico_audit_last_position()') is not null as found`.execute(owner)
  if (known[0]?.found !== true) return
  const { rows } = await sql<{ last: string | null; next: string }>`
    select portico_audit_last_position() as last,
           pg_snapshot_xmax(pg_current_snapshot())::text::bigint + portico_audit_base() as next`.execute(owner)
  const [found] = rows
  if (found === undefined || found.last === null || BigInt(found.last) < BigInt(found.next)) return
  const base = (BigInt(found.last) / step + 1n) * step
  await sql`
    create or replace function portico_audit_base() returns bigint language sql immutable parallel safe
    as ${sql.lit(`select ${base}::bigint`)}`.execute(owner)
}
