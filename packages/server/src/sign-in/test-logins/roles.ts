import { nameTransformer, type NameTransform } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../../database/tenant-scope.ts'
import { readPattern } from '../../identity-providers/patterns.ts'
import type { AssertedGroup } from '../attempts/asserted-group.ts'

export type ResultingRoles = {
  readonly roles: { label: string; application: string | null; environment: string | null }[]
  readonly securityAdmin: boolean
}

export type TestedGroups = {
  readonly id: string
  readonly config: { readonly groupTransforms?: readonly NameTransform[] | undefined }
}

/**
 * The roles that groups of a provider lead to. Security Admin counts for the primary provider alone (spec section 6). A
 * tenant without a primary provider gets one when its first provider is kept, so there it counts too.
 */
export async function rolesOfGroups(
  tx: TenantTransaction,
  provider: TestedGroups & { readonly isPrimary: boolean },
  groups: readonly AssertedGroup[],
): Promise<ResultingRoles> {
  const ids = await mappedGroups(tx, provider, groups)
  const { rows } = await sql<{ kind: string; label: string; application: string | null; environment: string | null }>`
    with mine as materialized (select unnest(${ids}::uuid[]) as id)
    select o.* from (
    select 'portal' as kind, 'Security Admin' as label, null as application, null as environment
     where exists (select from mine m join portal_role_groups r
                     on r.tenant_id = ${tx.tenantId} and r.group_id = m.id and r.role = 'security-admin')
       and (${provider.isPrimary} or not exists (
             select from identity_providers p where p.tenant_id = ${tx.tenantId} and p.is_primary))
    union
    select 'role', r.label, a.label, e.name
      from mine m
      join app_role_groups rg on rg.tenant_id = ${tx.tenantId} and rg.group_id = m.id
      join app_roles r on r.tenant_id = rg.tenant_id and r.id = rg.role_id and r.visible
      join applications a on a.tenant_id = r.tenant_id and a.id = r.application_id
      join environments e on e.tenant_id = r.tenant_id and e.id = r.environment_id
    union
    select 'access', 'Access', a.label, e.name
      from mine m
      join application_access_groups ag on ag.tenant_id = ${tx.tenantId} and ag.group_id = m.id
      join applications a on a.tenant_id = ag.tenant_id and a.id = ag.application_id
      join environments e on e.tenant_id = ag.tenant_id and e.id = ag.environment_id
    ) o order by o.kind <> 'portal', o.application, o.environment, o.label limit 500`.execute(tx.db)
  return {
    roles: rows.map(({ label, application, environment }) => ({ label, application, environment })),
    securityAdmin: rows.some(({ kind }) => kind === 'portal'),
  }
}

/**
 * Ids of the groups with mappings that this person would be in. Stored groups are known by what the transforms in effect
 * made of them, so those of the tested configuration are applied to their claims (decision 68).
 */
export async function mappedGroups(
  tx: TenantTransaction,
  { id, config }: TestedGroups,
  groups: readonly AssertedGroup[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string; claim: string }>`
    select g.id, g.claim from groups g
     where g.tenant_id = ${tx.tenantId} and g.identity_provider_id = ${id}
       and (exists (select from portal_role_groups m where m.tenant_id = g.tenant_id and m.group_id = g.id)
         or exists (select from app_role_groups m where m.tenant_id = g.tenant_id and m.group_id = g.id)
         or exists (select from application_access_groups m where m.tenant_id = g.tenant_id and m.group_id = g.id))`.execute(
    tx.db,
  )
  const claims = new Set(groups.map(({ claim }) => claim))
  const known = new Set(groups.flatMap(({ knownAs }) => knownAs ?? []))
  const transform = nameTransformer(config.groupTransforms ?? [], readPattern)
  return rows
    .filter(({ claim }) => claims.has(claim) || (known.size > 0 && known.has(transform(claim).after ?? '')))
    .map((row) => row.id)
}
