import { sql, type Kysely, type Migration } from 'kysely'

/**
 * Tells every process what it holds of a service account in order to issue tokens: its applications and roles, not only
 * the portal's as in migration 0043, and the names by which applications are asked for.
 */
export const accountTargets: Migration = {
  async up(db: Kysely<never>) {
    for (const name of ['tell_insertion', 'tell_change'])
      await sql`drop trigger ${sql.id(name)} on service_account_dependencies`.execute(db)
    await sql`
      create trigger tell_change after insert or update or delete on service_account_dependencies for each row
        execute function portico_tell_dependency()`.execute(db)
    await sql`
      create trigger tell_change after update on applications for each row
        when (old.slug is distinct from new.slug)
        execute function portico_tell_tenant()`.execute(db)
  },
}
