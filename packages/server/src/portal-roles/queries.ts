import type { Group, PortalRoleGroups } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../database/tenant-scope.ts'
import { isUuid } from '../identifiers.ts'
import type { ProviderRow } from '../identity-providers/rows.ts'

/** The groups of the primary provider that hold a role, by name. */
export async function groupsOfRole(
  tx: TenantTransaction,
  role: string,
  primary: ProviderRow | undefined,
): Promise<PortalRoleGroups> {
  if (primary === undefined) return { idp: null, idpName: null, groups: [] }
  const groups = await groupsOf(tx, primary.id)
    .where(
      sql<boolean>`exists (select from portal_role_groups m
        where m.tenant_id = groups.tenant_id and m.group_id = groups.id and m.role = ${role})`,
    )
    .execute()
  return { idp: primary.id, idpName: primary.name, groups }
}

/** Those of the ids that are groups of this provider. */
export async function findGroups(tx: TenantTransaction, providerId: string, ids: readonly string[]): Promise<Group[]> {
  const wanted = ids.filter(isUuid)
  return groupsOf(tx, providerId)
    .where(sql<boolean>`id = any (${wanted}::uuid[])`)
    .execute()
}

/** Groups of other providers that hold the role, from before a switch, lose it too. */
export async function replaceGroupsOfRole(tx: TenantTransaction, role: string, ids: readonly string[]): Promise<void> {
  await tx.db.deleteFrom('portal_role_groups').where('tenant_id', '=', tx.tenantId).where('role', '=', role).execute()
  if (ids.length === 0) return
  await tx.db
    .insertInto('portal_role_groups')
    .values(ids.map((group_id) => ({ tenant_id: tx.tenantId, role, group_id })))
    .execute()
}

function groupsOf(tx: TenantTransaction, providerId: string) {
  return tx.db
    .selectFrom('groups')
    .select(['id', 'name', 'claim'])
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .orderBy(sql`lower(name) collate "C"`)
    .orderBy('id')
}
