import {
  environmentOf,
  getApplicationGroups,
  getApplicationSignIn,
  getAppRoleGroups,
  getEnvironment,
  getIdleTime,
  getLauncherSettings,
  getPortalRoleGroups,
  getServiceAccount,
  getSupportAccess,
  getTenantBranding,
  getTenantRole,
  getTenantRoleGroups,
  listDependencies,
  putApplicationSignIn,
  putIdleTime,
  putTenantBranding,
  putLauncherSettings,
  putSupportAccess,
  saveDependencies,
  setApplicationGroups,
  setAppRoleGroups,
  setPortalRoleGroups,
  setTenantRoleGroups,
  updateEnvironment,
  updateServiceAccount,
  updateTenantRole,
  type AuditRow,
  type Endpoint,
  type RevertibleAction,
} from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { isUuid } from '../../kit/identifiers.ts'

export type Params = Readonly<Record<string, string>>

/** The ordinary calls that read and change what an action changed. */
export type RevertPlan = {
  readonly read: Endpoint
  readonly write: Endpoint
  /** undefined: the object is gone. */
  readonly params: (tx: TenantTransaction, entry: AuditRow) => Promise<Params | undefined>
}

const none = () => Promise.resolve({})
const byId = (_: TenantTransaction, { target }: AuditRow) => Promise.resolve({ id: target.id ?? '' })

/** The plan for each action that can be taken back (docs/decisions/0104). */
export const revertPlans: Readonly<Record<RevertibleAction, RevertPlan>> = {
  'app-role.groups': { read: getAppRoleGroups, write: setAppRoleGroups, params: ofAppRole },
  'application.groups': {
    read: getApplicationGroups,
    write: setApplicationGroups,
    params: (_, entry) => Promise.resolve({ envId: environmentOf(entry) ?? '', appId: entry.target.id ?? '' }),
  },
  'application.sign-in': {
    read: getApplicationSignIn,
    write: putApplicationSignIn,
    params: (_, entry) => Promise.resolve({ envId: environmentOf(entry) ?? '', appId: entry.target.id ?? '' }),
  },
  'branding.update': { read: getTenantBranding, write: putTenantBranding, params: none },
  'environment.update': { read: getEnvironment, write: updateEnvironment, params: byId },
  'idle-time.update': { read: getIdleTime, write: putIdleTime, params: none },
  'launcher.settings': { read: getLauncherSettings, write: putLauncherSettings, params: none },
  'portal-role.groups': { read: getPortalRoleGroups, write: setPortalRoleGroups, params: byId },
  'service-account.dependencies': { read: listDependencies, write: saveDependencies, params: ofAccount },
  'service-account.update': { read: getServiceAccount, write: updateServiceAccount, params: ofAccount },
  'support-access.update': { read: getSupportAccess, write: putSupportAccess, params: none },
  'tenant-role.groups': {
    read: getTenantRoleGroups,
    write: setTenantRoleGroups,
    params: (_, entry) => Promise.resolve({ envId: environmentOf(entry) ?? '', roleId: entry.target.id ?? '' }),
  },
  'tenant-role.update': { read: getTenantRole, write: updateTenantRole, params: byId },
}

async function ofAccount({ db, tenantId }: TenantTransaction, { target }: AuditRow): Promise<Params | undefined> {
  const id = target.id ?? ''
  if (!isUuid(id)) return undefined
  const row = await db
    .selectFrom('service_accounts')
    .select('environment_id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { envId: row.environment_id, id }
}

async function ofAppRole({ db, tenantId }: TenantTransaction, { target }: AuditRow): Promise<Params | undefined> {
  const roleId = target.id ?? ''
  if (!isUuid(roleId)) return undefined
  const row = await db
    .selectFrom('app_roles')
    .select(['environment_id', 'application_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', roleId)
    .executeTakeFirst()
  return row && { envId: row.environment_id, appId: row.application_id, roleId }
}
