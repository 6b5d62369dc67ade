import { sql, type Kysely, type Migration } from 'kysely'

/** Deleted SCIM users, found by what a sign-in is matched by, and whether a provider has any SCIM users at all. */
export const scimPeople: Migration = {
  async up(db: Kysely<never>) {
    await sql`alter table identity_providers add column is_provisioned boolean not null default false`.execute(db)
    for (const column of ['user_name_key', 'external_id'])
      await sql`create index ${sql.id(`scim_users_deleted_${column}`)} on scim_users
        (tenant_id, identity_provider_id, ${sql.id(column)}) where deleted_at is not null`.execute(db)
  },
}
