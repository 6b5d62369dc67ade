import type { Role } from '@portico/core/contract'

import { orderLabels } from '../applications/order.ts'
import type { TenantTransaction } from '../database/tenant-scope.ts'

/** Roles of an application in an environment; only visible ones are for choosing (spec section 3). */
export async function listRoleRows(
  tx: TenantTransaction,
  environmentId: string,
  applicationId: string,
): Promise<Role[]> {
  const rows = await tx.db
    .selectFrom('app_roles')
    .select(['id', 'name', 'label', 'visible', 'application_id', 'environment_id'])
    .where('tenant_id', '=', tx.tenantId)
    .where('environment_id', '=', environmentId)
    .where('application_id', '=', applicationId)
    .execute()
  return orderLabels(
    rows.map((row) => ({
      id: row.id,
      name: row.name,
      label: row.label,
      visible: row.visible,
      appId: row.application_id,
      environmentId: row.environment_id,
    })),
  )
}
