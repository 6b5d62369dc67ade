import { securityAdminRole, supportRole } from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

/** How the role of the portal is named. */
export const securityAdminLabel = 'Security Admin'

export type GrantKind = 'portal-role' | 'tenant-role' | 'application-role' | 'application'

/**
 * The grants of groups: what every mapping of the tenant gives to the members of its group. Everything that asks who may do
 * what reads this relation. Columns: `kind`, `environment_id`, `application_id`, `role_id`, `label` of the role, `is_visible`
 * (a hidden role opens its application and is not shown), `group_id`. A row of kind `portal-role` counts only where
 * `administers` holds.
 */
export function grantsOfGroups(tx: TenantTransaction): RawBuilder<unknown> {
  return sql`
    select 'portal-role'::text as kind, null::uuid as environment_id, null::text as application_id,
           null::uuid as role_id, ${securityAdminLabel}::text as label, true as is_visible, m.group_id
      from portal_role_groups m
     where m.tenant_id = ${tx.tenantId} and m.role = ${securityAdminRole}
    union all
    select 'tenant-role', m.environment_id, null, r.id, r.label, true, m.group_id
      from tenant_role_groups m join tenant_roles r on r.tenant_id = m.tenant_id and r.id = m.role_id
     where m.tenant_id = ${tx.tenantId}
    union all
    select 'application-role', r.environment_id, r.application_id, r.id, r.label, r.visible, m.group_id
      from app_role_groups m join app_roles r on r.tenant_id = m.tenant_id and r.id = m.role_id
     where m.tenant_id = ${tx.tenantId}
    union all
    select 'application', m.environment_id, m.application_id, null, null, true, m.group_id
      from application_access_groups m
     where m.tenant_id = ${tx.tenantId}`
}

/**
 * Whether groups of provider `p` can give the Security Admin role to people who sign in with it (spec section 6): it is
 * the primary one, or was until a switch whose grace window has not ended (docs/decisions/0069).
 */
export const administers: RawBuilder<boolean> = sql<boolean>`(p.is_primary or coalesce(p.admin_until > now(), false))`

/**
 * The grants of a person's groups, with the columns of `grantsOfGroups`. It begins with the person's groups and looks the
 * mappings of each up by key. `offset 0` keeps that order: without fresh statistics the planner joined a person's thousands
 * of groups with every mapping (5 s).
 */
export function grantsOfPerson(tx: TenantTransaction, userId: string): RawBuilder<unknown> {
  return sql`
    select o.*
      from user_groups ug cross join lateral (
        select g.* from (${grantsOfGroups(tx)}) g where g.group_id = ug.group_id
        offset 0) o
     where ug.tenant_id = ${tx.tenantId} and ug.user_id = ${userId}
       and (o.kind <> 'portal-role' or (
         select g.identity_provider_id = p.id and ${administers}
           from users u
           join identity_providers p on p.tenant_id = u.tenant_id and p.id = u.identity_provider_id
           join groups g on g.tenant_id = u.tenant_id and g.id = o.group_id
          where u.tenant_id = ${tx.tenantId} and u.id = ${userId}))`
}

/** What a person's groups open: their grants that belong to an application, with `label` only for visible roles. */
export function openedByGroups(tx: TenantTransaction, userId: string): RawBuilder<unknown> {
  return sql`
    select o.environment_id, o.application_id, case when o.is_visible then o.label end as label
      from (${grantsOfPerson(tx, userId)}) o
     where o.application_id is not null`
}

/** Whether anything is mapped to group `g`. */
export function isMapped(tx: TenantTransaction): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from (${grantsOfGroups(tx)}) m where m.group_id = g.id)
    or exists (select from portal_role_groups m
                where m.tenant_id = ${tx.tenantId} and m.role = ${supportRole} and m.group_id = g.id))`
}

/** Names of a person's groups that are mapped to Security Admin without effect: their provider does not administer. */
export async function uncountedAdminGroups(tx: TenantTransaction, userId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select g.name
      from users u
      join identity_providers p on p.tenant_id = u.tenant_id and p.id = u.identity_provider_id
      cross join (${grantsOfGroups(tx)}) m
      join groups g on g.tenant_id = u.tenant_id and g.id = m.group_id
     where u.tenant_id = ${tx.tenantId} and u.id = ${userId} and m.kind = 'portal-role'
       and exists (select from user_groups ug
                    where ug.tenant_id = u.tenant_id and ug.user_id = u.id and ug.group_id = m.group_id)
       and not (${administers} and g.identity_provider_id = p.id)
     order by 1`.execute(tx.db)
  return rows.map(({ name }) => name)
}
