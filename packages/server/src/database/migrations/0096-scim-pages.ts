import { sql, type Kysely, type Migration } from 'kysely'

/**
 * The order of SCIM lists with what a page far behind their beginning has to know of the rows before it, so that it reads the index
 * alone (docs/decisions/0119). The indexes are also what members refer to.
 */
export const scimPages: Migration = {
  async up(db: Kysely<never>) {
    const references = { scim_groups: 'group_id', scim_users: 'user_id' }
    for (const [table, column] of Object.entries(references)) {
      const key = sql.id(`scim_members_tenant_id_identity_provider_id_${column}_fkey`)
      const index = sql.id(`${table}_order`)
      await sql`alter table scim_members drop constraint ${key}`.execute(db)
      await sql`drop index ${index}`.execute(db)
      await sql`create unique index ${index} on ${sql.table(table)} (tenant_id, identity_provider_id, id)
        include (deleted_at)`.execute(db)
      await sql`alter table scim_members add constraint ${key} foreign key (tenant_id, identity_provider_id, ${sql.id(column)})
        references ${sql.table(table)} (tenant_id, identity_provider_id, id) on delete cascade`.execute(db)
    }
  },
}
