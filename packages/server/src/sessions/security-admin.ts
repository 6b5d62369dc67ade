import { sql, type RawBuilder } from 'kysely'

/**
 * Whether the person of session `s` administers the tenant, where `p` is the identity provider of that session:
 * a group of the primary provider that holds the Security Admin role, and the session began at that provider
 * (spec section 6). A group of any other provider grants nothing, mapped or not. It is asked on each request, so that
 * a changed mapping and a changed primary provider count in running sessions too.
 */
export const isSecurityAdmin: RawBuilder<boolean> = sql<boolean>`(p.is_primary and exists (
  select 1 from user_groups ug
    join groups g on g.tenant_id = ug.tenant_id and g.id = ug.group_id
    join portal_role_groups r on r.tenant_id = ug.tenant_id and r.group_id = ug.group_id
   where ug.tenant_id = s.tenant_id and ug.user_id = s.user_id
     and g.identity_provider_id = p.id and r.role = 'security-admin'))`
