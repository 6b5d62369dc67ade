import { sql, type Kysely, type Migration } from 'kysely'

/**
 * What operators of the server tell the people of a tenant (docs/decisions/0098). Servers of the version before read
 * `deactivated` alone.
 */
export const operations: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      alter table tenants
        add column deactivated_message text,
        add column banner_message text,
        add column banner_type text collate "C" check (banner_type in ('info', 'warning', 'error')),
        add column banner_until timestamptz,
        add constraint tenants_banner check ((banner_message is null) = (banner_type is null))`.execute(db)
    // Beside the trigger of 0043: what senders of the tenant are told is held in memory too.
    await sql`
      create trigger tell_banner after update on tenants for each row
        when ((old.deactivated_message, old.banner_message, old.banner_type, old.banner_until)
          is distinct from (new.deactivated_message, new.banner_message, new.banner_type, new.banner_until))
        execute function portico_tell_tenant()`.execute(db)
  },
}
