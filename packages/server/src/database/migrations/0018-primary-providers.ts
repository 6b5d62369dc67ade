import { sql, type Kysely, type Migration } from 'kysely'

/**
 * The Security Admin role counts for groups of the primary provider alone, so each tenant with providers gets one: where
 * none was marked, the enabled provider whose groups hold the role, else the oldest enabled one.
 */
export const primaryProviders: Migration = {
  async up(db: Kysely<never>) {
    // Tenant by tenant through the wall: the owner sees rows of the tenant that is set, as everybody does.
    await sql`
      do $$
      declare
        one uuid;
      begin
        for one in
          select p.tenant_id from identity_providers p group by p.tenant_id having not bool_or(p.is_primary)
        loop
          perform set_config('portico.tenant', one::text, true);
          update identity_providers set is_primary = true
           where tenant_id = one and id = (
             select p.id from identity_providers p
              where p.tenant_id = one and p.enabled
              order by exists (
                         select from groups g
                           join portal_role_groups r on r.tenant_id = g.tenant_id and r.group_id = g.id
                          where g.tenant_id = one and g.identity_provider_id = p.id) desc,
                       p.created_at, p.id
              limit 1);
        end loop;
        perform set_config('portico.tenant', '', true);
      end
      $$`.execute(db)
  },
}
