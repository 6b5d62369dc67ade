import { orderByName, type Role } from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

/** Roles of an application in an environment; only visible ones can be chosen (spec section 3). */
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
  return orderByName(
    rows.map((row) => ({
      id: row.id,
      name: row.name,
      label: row.label,
      visible: row.visible,
      appId: row.application_id,
      environmentId: row.environment_id,
    })),
    ({ label }) => label,
  )
}

/** Creates a role, or updates the one with this name. Returns its id. */
export async function saveRole(
  tx: TenantTransaction,
  id: string,
  environmentId: string,
  applicationId: string,
  role: { name: string; label: string; visible: boolean },
): Promise<string> {
  const values = { label: role.label, visible: role.visible }
  const row = await tx.db
    .insertInto('app_roles')
    .values({
      tenant_id: tx.tenantId,
      id,
      environment_id: environmentId,
      application_id: applicationId,
      name: role.name,
      ...values,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'environment_id', 'application_id', 'name']).doUpdateSet(values),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Gives a role to a group. */
export async function giveRoleTo(tx: TenantTransaction, roleId: string, groupId: string): Promise<void> {
  await tx.db
    .insertInto('app_role_groups')
    .values({ tenant_id: tx.tenantId, role_id: roleId, group_id: groupId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findRoleId(
  tx: TenantTransaction,
  role: { readonly environmentId: string; readonly applicationId: string; readonly name: string },
): Promise<string | undefined> {
  const row = await tx.db
    .selectFrom('app_roles')
    .select('id')
    .where('tenant_id', '=', tx.tenantId)
    .where('environment_id', '=', role.environmentId)
    .where('application_id', '=', role.applicationId)
    .where('name', '=', role.name)
    .executeTakeFirst()
  return row?.id
}
