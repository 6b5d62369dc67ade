import { createHash } from 'node:crypto'

import type { Group, PortalRoleGroups } from '@portico/core/contract'
import { sql } from 'kysely'

import type { Tables } from '../../kit/database/tables.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { isUuid } from '../../kit/identifiers.ts'
import type { ProviderRow } from '../../providers/identity-providers/rows.ts'

type Role = Tables['portal_role_groups']['role']

/** The groups of the primary provider that hold a role, by name. */
export async function groupsOfRole(
  tx: TenantTransaction,
  role: Role,
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

/** The mapping has no row that counts changes, so its content is its version. */
export function versionOf({
  idp,
  groups,
}: {
  readonly idp: string | null
  readonly groups: readonly { id: string }[]
}) {
  const text = [idp ?? '', ...groups.map(({ id }) => id).toSorted()].join(' ')
  return createHash('sha256').update(text).digest().readUIntBE(0, 6)
}

/** Those of the ids that are groups of this provider. */
export async function findGroups(tx: TenantTransaction, providerId: string, ids: readonly string[]): Promise<Group[]> {
  const wanted = ids.filter(isUuid)
  return groupsOf(tx, providerId)
    .where(sql<boolean>`id = any (${wanted}::uuid[])`)
    .execute()
}

/**
 * Of the groups of this provider, these and no others hold the role from here on. Every replacement goes through this
 * function: the direct one (routes.ts) and a switch of the primary provider (primary-idp/accept.ts). Both hold
 * `lockProviderList`. Groups of other providers keep their rows: they count only in a grace window (decision 69).
 */
export async function replaceGroupsOfRole(
  tx: TenantTransaction,
  role: Role,
  providerId: string,
  groupIds: readonly string[],
): Promise<void> {
  await sql`
    delete from portal_role_groups r using groups g
     where r.tenant_id = ${tx.tenantId} and r.role = ${role} and g.tenant_id = r.tenant_id and g.id = r.group_id
       and g.identity_provider_id = ${providerId} and g.id <> all (${groupIds}::uuid[])`.execute(tx.db)
  await addGroupsToRole(tx, role, groupIds)
}

/** Those that hold the role already keep it. */
export async function addGroupsToRole(tx: TenantTransaction, role: Role, groupIds: readonly string[]): Promise<void> {
  if (groupIds.length === 0) return
  await tx.db
    .insertInto('portal_role_groups')
    .values(groupIds.map((group_id) => ({ tenant_id: tx.tenantId, role, group_id })))
    .onConflict((conflict) => conflict.doNothing())
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
