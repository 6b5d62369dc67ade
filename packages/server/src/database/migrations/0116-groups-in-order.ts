import { sql, type Kysely, type Migration } from 'kysely'

/**
 * The order of the list of groups. The index before it began with the provider's id as text, a cast that PostgreSQL does not
 * compare ahead of the wall between tenants: no list could use it. Not with the provider's id itself: where the table has no
 * statistics yet, such an index looks as good as the unique one for finding a group by its claim.
 */
export const groupsInOrder: Migration = {
  async up(db: Kysely<never>) {
    await sql`create index groups_in_order on groups (tenant_id, sort_text, id)`.execute(db)
    await sql`drop index groups_by_name`.execute(db)
  },
}
