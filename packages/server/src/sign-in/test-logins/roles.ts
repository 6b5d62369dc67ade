import { sql } from 'kysely'

import { grantsOfGroups } from '../../access/grants/grants.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { mappedGroups, type TestedGroups } from '../../providers/identity-providers/mapped-groups.ts'
import type { AssertedGroup } from '../attempts/asserted-group.ts'

export type ResultingRoles = {
  readonly roles: { label: string; application: string | null; environment: string | null }[]
  readonly securityAdmin: boolean
}

/**
 * The roles that groups of a provider lead to. Security Admin counts only for the primary provider (spec section 6). A
 * tenant without a primary provider gets one when its first provider is kept, so there it counts too.
 */
export async function rolesOfGroups(
  tx: TenantTransaction,
  provider: TestedGroups & { readonly isPrimary: boolean },
  groups: readonly AssertedGroup[],
): Promise<ResultingRoles> {
  const ids = await mappedGroups(tx, provider, groups)
  const { rows } = await sql<{ kind: string; label: string; application: string | null; environment: string | null }>`
    select o.kind, coalesce(o.label, 'Access') as label, a.label as application, e.name as environment
      from unnest(${ids}::uuid[]) as mine (id) cross join lateral (
        select g.* from (${grantsOfGroups(tx)}) g where g.group_id = mine.id
        offset 0) o
      left join applications a on a.tenant_id = ${tx.tenantId} and a.id = o.application_id
      left join environments e on e.tenant_id = ${tx.tenantId} and e.id = o.environment_id
     where o.is_visible
       and (o.kind <> 'portal-role' or ${provider.isPrimary} or not exists (
             select from identity_providers p where p.tenant_id = ${tx.tenantId} and p.is_primary))
     group by 1, 2, 3, 4
     order by o.kind <> 'portal-role', a.label, e.name, 2 limit 500`.execute(tx.db)
  return {
    roles: rows.map(({ label, application, environment }) => ({ label, application, environment })),
    securityAdmin: rows.some(({ kind }) => kind === 'portal-role'),
  }
}
