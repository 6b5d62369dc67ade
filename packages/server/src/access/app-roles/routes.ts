import { listAssignableRoles, listRoles, type Role } from '@portico/core/contract'

import { findApplication } from '../../applications/applications/queries.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { findEnvironment } from '../../tenant/environments/queries.ts'
import { notFound } from '../../kit/http/failure.ts'
import { route } from '../../kit/http/route.ts'
import { listRoleRows } from './queries.ts'

export const appRoleRoutes = [
  route(listRoles, ['admin', 'support-reading'], async ({ tx, params }) => ({
    value: await rolesOf(tx, params.envId, params.appId),
  })),

  route(listAssignableRoles, ['admin', 'support-reading'], async ({ tx, params }) => {
    const { roles, readonly } = await rolesOf(tx, params.envId, params.appId)
    return { value: { roles: roles.filter((role) => role.visible), readonly } }
  }),
]

async function rolesOf(
  tx: TenantTransaction,
  envId: string,
  appId: string,
): Promise<{ roles: Role[]; readonly: boolean }> {
  const environment = await findEnvironment(tx, envId)
  if (environment === undefined || (await findApplication(tx, envId, appId)) === undefined) throw notFound()
  return { roles: await listRoleRows(tx, envId, appId), readonly: environment.readonly }
}
