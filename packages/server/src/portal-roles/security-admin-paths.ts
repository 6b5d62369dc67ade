import { securityAdminRole } from '@portico/core/contract'

import type { TenantTransaction } from '../database/tenant-scope.ts'

/** A way to the Security Admin role: members of this group, who sign in with this provider. */
export type SecurityAdminPath = { readonly providerId: string; readonly groupId: string; readonly group: string }

/**
 * The ways in which people of this tenant can get the Security Admin role: groups of the primary provider that hold it,
 * while the provider is switched on (spec section 6). A grace window is not a path: it ends. A change that leaves none is
 * refused with `LAST_ADMIN_PATH`.
 */
export async function securityAdminPaths(tx: TenantTransaction): Promise<SecurityAdminPath[]> {
  return tx.db
    .selectFrom('portal_role_groups as m')
    .innerJoin('groups as g', (join) => join.onRef('g.tenant_id', '=', 'm.tenant_id').onRef('g.id', '=', 'm.group_id'))
    .innerJoin('identity_providers as p', (join) =>
      join.onRef('p.tenant_id', '=', 'g.tenant_id').onRef('p.id', '=', 'g.identity_provider_id'),
    )
    .select(['p.id as providerId', 'g.id as groupId', 'g.name as group'])
    .where('m.tenant_id', '=', tx.tenantId)
    .where('m.role', '=', securityAdminRole)
    .where('p.is_primary', '=', true)
    .where('p.enabled', '=', true)
    .orderBy('g.name')
    .execute()
}
