import { portalAppId } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { findEnvironment, lockEnvironment, type EnvironmentRow } from '../../tenant/environments/queries.ts'
import { Failure, notFound } from '../../kit/http/failure.ts'
import { isUuid } from '../../kit/identifiers.ts'
import { findTenantRole, lockTenantRole } from '../tenant-roles/queries.ts'
import type { MappingKey } from './queries.ts'

/** What groups are mapped to. `id` and `name` are for the audit and for errors. */
export type MappingTarget = {
  readonly kind: 'app-role' | 'tenant-role' | 'application'
  readonly id: string
  readonly name: string
  readonly environment: EnvironmentRow
  readonly key: MappingKey
  /** An application with roles keeps the groups that open it without one, but gets no further ones. */
  readonly takesNoGroups: boolean
}

/** `locked`: until the transaction ends, so that two writers follow one another. */
export type Access = 'read' | 'locked'

type AppRoleParams = { readonly envId: string; readonly appId: string; readonly roleId: string }

/** Spec section 3: only visible roles exist here. Throws 404, and 409 for a role of the portal itself. */
export async function appRoleTarget(
  tx: TenantTransaction,
  params: AppRoleParams,
  access: Access,
): Promise<MappingTarget> {
  const { envId, appId, roleId } = params
  const environment = await environmentOf(tx, envId, access)
  const { rows } = await sql<{ label: string; application: string }>`
    select r.label, a.label as application from app_roles r
      join applications a on a.tenant_id = r.tenant_id and a.id = r.application_id and not a.single_tenant
     where r.tenant_id = ${tx.tenantId} and r.id = ${uuidOf(roleId)}
       and r.environment_id = ${envId} and r.application_id = ${appId} and r.visible
       ${access === 'locked' ? sql`for no key update of r` : sql``}`.execute(tx.db)
  const [role] = rows
  if (role === undefined) throw notFound()
  if (appId === portalAppId) throw new Failure(409, 'PORTAL_ROLE_APART', { resource: { type: 'app-role', id: roleId } })
  return {
    kind: 'app-role',
    id: roleId,
    name: `${role.application}: ${role.label} (${environment.name})`,
    environment,
    key: { table: 'app_role_groups', columns: { role_id: roleId } },
    takesNoGroups: false,
  }
}

/** Throws 404. */
export async function tenantRoleTarget(
  tx: TenantTransaction,
  { envId, roleId }: Pick<AppRoleParams, 'envId' | 'roleId'>,
  access: Access,
): Promise<MappingTarget> {
  const environment = await environmentOf(tx, envId, access)
  const role = await (access === 'locked' ? lockTenantRole : findTenantRole)(tx, uuidOf(roleId))
  if (role === undefined) throw notFound()
  return {
    kind: 'tenant-role',
    id: roleId,
    name: `${role.label} (${environment.name})`,
    environment,
    key: { table: 'tenant_role_groups', columns: { environment_id: envId, role_id: roleId } },
    takesNoGroups: false,
  }
}

/** Throws 404, also for the portal itself, which everyone opens. */
export async function applicationTarget(
  tx: TenantTransaction,
  { envId, appId }: Pick<AppRoleParams, 'envId' | 'appId'>,
  access: Access,
): Promise<MappingTarget> {
  const environment = await environmentOf(tx, envId, access)
  const { rows } = await sql<{ label: string; hasRoles: boolean }>`
    select a.label, not a.single_tenant and exists (
             select from app_roles r
              where r.tenant_id = ea.tenant_id and r.environment_id = ea.environment_id
                and r.application_id = ea.application_id and r.visible) as "hasRoles"
      from environment_applications ea
      join applications a on a.tenant_id = ea.tenant_id and a.id = ea.application_id
     where ea.tenant_id = ${tx.tenantId} and ea.environment_id = ${envId} and ea.application_id = ${appId}
       and ea.application_id <> ${portalAppId}
       ${access === 'locked' ? sql`for no key update of ea` : sql``}`.execute(tx.db)
  const [application] = rows
  if (application === undefined) throw notFound()
  return {
    kind: 'application',
    id: appId,
    name: `${application.label} (${environment.name})`,
    environment,
    key: { table: 'application_access_groups', columns: { environment_id: envId, application_id: appId } },
    takesNoGroups: application.hasRoles,
  }
}

async function environmentOf(tx: TenantTransaction, id: string, access: Access): Promise<EnvironmentRow> {
  const environment = await (access === 'locked' ? lockEnvironment : findEnvironment)(tx, id)
  if (environment === undefined) throw notFound()
  return environment
}

function uuidOf(id: string): string {
  if (!isUuid(id)) throw notFound()
  return id
}
