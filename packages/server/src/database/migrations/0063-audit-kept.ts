import { sql, type Kysely, type Migration } from 'kysely'

import { revoke } from './wall.ts'

/**
 * Two ways in which the role of the server could empty the audit log without a trace: it could remove a tenant, which takes its
 * log along, and it could add a checkpoint that named itself, so that the function of migration 0055 removed the whole chain.
 */
export const auditKept: Migration = {
  async up(db: Kysely<never>) {
    // The server never removes a tenant.
    await revoke(db, 'tenants', ['delete'])

    // A checkpoint comes after what it names, so that it stays: without the key, `audit verify` finds it. Retention keeps a day
    // at least (PORTICO_AUDIT_DAYS); 23 hours are the shortest one.
    await sql`
      create or replace function portico_audit_cut(through bigint) returns bigint language sql volatile security definer
      set search_path = pg_catalog, public, pg_temp as ${sql.lit(`
        with cut as (
          select s.tenant_id, s.last_position, s.last_id from public.audit_seals s
           where s.tenant_id = ${tenant} and s.seq = through
             and exists (select from public.audit_seals c
                          where c.tenant_id = s.tenant_id and c.cut_seq = through and c.seq > through)),
        seals as (
          delete from public.audit_seals s using cut where s.tenant_id = cut.tenant_id and s.seq <= through),
        gone as (
          delete from public.audit a using cut
           where a.tenant_id = cut.tenant_id and (a.position, a.id) <= (cut.last_position, cut.last_id)
             and a.at < now() - interval '23 hours' returning 1)
        select count(*) from gone`)}`.execute(db)
  },
}

const tenant = `nullif(current_setting('portico.tenant', true), '')::uuid`
