import { sql, type Kysely, type Migration } from 'kysely'

/** Sending waits for an administrator where very many people would be removed (docs/decisions/0122). */
export const provisioningRemovals: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      alter table provisioning_connections
        add column removals_allowed boolean not null default false,
        drop constraint provisioning_connections_paused_reason_check,
        add constraint provisioning_connections_paused_reason_check
          check (paused_reason in ('unauthorized', 'removals'))`.execute(db)
    await sql`
      create index provisioned_objects_removals
          on provisioned_objects (tenant_id, connection_id) where kind = 'person' and wanted is null and sent is not null`.execute(
      db,
    )
  },
}
