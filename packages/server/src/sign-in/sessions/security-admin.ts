import { sql, type RawBuilder } from 'kysely'

import { administers } from '../../access/grants/grants.ts'

/**
 * Whether the person of session `s` administers the tenant, where `p` is the identity provider of that session:
 * a group of the primary provider that holds the Security Admin role, and the session began at that provider
 * (spec section 6). A group of any other provider grants nothing, mapped or not; the only exception is an earlier primary
 * provider during the grace window of a switch (`admin_until`). It is asked on each request, so that a changed mapping and
 * a changed primary provider count in running sessions too. Read from the few groups that hold the role, each looked up by its key: the planner does not turn scalar subqueries into joins, which without fresh
 * statistics started from a person's thousands of groups (5 s for 12,000).
 */
export const isSecurityAdmin: RawBuilder<boolean> = sql<boolean>`(
  ${administers} and exists (
  select 1 from portal_role_groups r
   where r.tenant_id = s.tenant_id and r.role = 'security-admin'
     and (select true from user_groups ug
           where ug.tenant_id = r.tenant_id and ug.user_id = s.user_id and ug.group_id = r.group_id)
     and (select g.identity_provider_id = p.id from groups g where g.tenant_id = r.tenant_id and g.id = r.group_id)))`
