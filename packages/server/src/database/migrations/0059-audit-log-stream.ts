import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor, serverWide, tenantWall } from './wall.ts'

/** How far audit rows are written to the server's log (docs/decisions/0100). */
export const auditLogStream: Migration = {
  async up(db: Kysely<never>) {
    // Where it began: of a tenant that has no place yet, everything after it is written.
    await sql`
      create table audit_log_start (
        is_only boolean primary key default true check (is_only),
        position bigint not null
      )`.execute(db)
    await serverWide(db, 'audit_log_start', ['select', 'insert'])

    await sql`
      create table audit_log_places (
        tenant_id uuid primary key references tenants on delete cascade,
        position bigint not null,
        id uuid not null
      )`.execute(db)
    await tenantWall(db, 'audit_log_places', ['select', 'insert', 'update'])
    await ownerDoor(db, 'audit_log_places')

    // Tenants with rows that can be written: one look into an index for each tenant.
    await definerFunction(db, {
      name: 'portico_audit_log_tenants',
      args: '',
      returns: 'table (tenant_id uuid, slug text)',
      body: `
        select t.tenant_id, t.slug
          from public.tenants t
         cross join public.audit_log_start s
          left join public.audit_log_places p on p.tenant_id = t.tenant_id
         where exists (
           select from public.audit a
            where a.tenant_id = t.tenant_id
              and (a.position, a.id) > (coalesce(p.position, s.position), coalesce(p.id, '${lastId}'::uuid))
              and a.position < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + public.portico_audit_base())`,
    })
  },
}

/** After every row of a position. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
