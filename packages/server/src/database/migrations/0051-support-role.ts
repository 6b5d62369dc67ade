import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor } from './wall.ts'

/**
 * The Support role of the vendor's tenant, and the second flag of support access. `portico_find_supporter` is the only rule for
 * who holds the role: the vendor's own requests and support sessions in other tenants both ask it.
 */
export const supportRole: Migration = {
  async up(db: Kysely<never>) {
    await sql`alter table tenants add column allow_pros_change boolean not null default false`.execute(db)
    await sql`
      alter table portal_role_groups
        drop constraint portal_role_groups_role_check,
        add constraint portal_role_groups_role_check check (role in ('security-admin', 'support')) not valid`.execute(
      db,
    )
    await ownerDoor(db, 'portal_role_groups')
    await sql`create unique index sessions_id on sessions (tenant_id, id)`.execute(db)

    // The rules of isSecurityAdmin: a group of the primary provider, and the session began at that provider. The session is
    // active, and so are the person and the provider.
    await definerFunction(db, {
      name: 'portico_find_supporter',
      args: 'wanted_tenant uuid, wanted_session uuid',
      returns: 'table (user_id uuid, name text, username text, ends_at timestamptz, idle_ends_at timestamptz)',
      body: `
        select u.id, u.name, u.username,
               least(s.expires_at, case when not p.is_primary then p.admin_until end),
               s.last_used_at + make_interval(secs => s.idle_secs)
          from public.sessions s
          join public.tenants t on t.tenant_id = s.tenant_id
          join public.users u on u.tenant_id = s.tenant_id and u.id = s.user_id
          join public.identity_providers p on p.tenant_id = s.tenant_id and p.id = s.identity_provider_id
         where s.tenant_id = wanted_tenant and s.id = wanted_session and t.vendor
           and s.ended_at is null and s.expires_at > now()
           and s.last_used_at + make_interval(secs => s.idle_secs) > now()
           and u.active and p.enabled and (p.is_primary or coalesce(p.admin_until > now(), false))
           and exists (
             select from public.portal_role_groups r
              where r.tenant_id = s.tenant_id and r.role = 'support'
                and exists (select from public.user_groups ug
                             where ug.tenant_id = r.tenant_id and ug.user_id = s.user_id and ug.group_id = r.group_id)
                and exists (select from public.groups g
                             where g.tenant_id = r.tenant_id and g.id = r.group_id and g.identity_provider_id = p.id))`,
    })

    // What is held of the vendor's people depends on this column too (migration 0043).
    await sql`
      create trigger tell_vendor after update on tenants for each row when (old.vendor is distinct from new.vendor)
        execute function portico_tell_tenant()`.execute(db)
  },
}
