import { tenantRoleFields, type SearchMatch, type TenantRole } from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'

import { selected, written } from '../../kit/database/columns.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Place } from '../../kit/lists/cursor.ts'
import { pageOf, walkOf } from '../../kit/lists/keyset.ts'
import { searchCondition } from '../../kit/lists/search.ts'

export type TenantRoleRow = TenantRole & { readonly version: number }

export type TenantRoleFilter = { readonly search?: string | undefined; readonly match?: SearchMatch | undefined }

const columns = selected(tenantRoleFields.map(({ name }) => name))

function rows(tx: TenantTransaction) {
  return tx.db
    .selectFrom('tenant_roles')
    .select(['id', 'version', ...columns])
    .where('tenant_id', '=', tx.tenantId)
}

export async function tenantRolePage(
  tx: TenantTransaction,
  filter: TenantRoleFilter,
  page: { readonly isDescending: boolean; readonly place: Place | undefined; readonly limit: number | undefined },
) {
  const { isDescending, place, limit = Number.MAX_SAFE_INTEGER } = page
  const key = sql<string>`sort_key`
  const walk = walkOf({ key, id: sql`id`, cast: sql`text` }, place, isDescending)
  const found = await matching(tx, filter)
    .select(['id', 'sort_key as sortText', ...columns])
    .where(walk.where)
    .orderBy(sql`sort_key ${walk.direction}`)
    .orderBy(sql`id ${walk.direction}`)
    .$if(page.limit !== undefined, (query) => query.limit(limit + 1))
    .execute()
  const { rows: roles, ...cursors } = pageOf(found, { limit, place, sort: 'label', isBackward: walk.isBackward })
  return { roles: roles.map(({ sortText: _, ...role }) => role), ...cursors }
}

/** All matching rows, for the total. */
export function everyTenantRole(tx: TenantTransaction, filter: TenantRoleFilter): RawBuilder<unknown> {
  return sql`${matching(tx, filter).select(sql`1`.as('one'))}`
}

function matching(tx: TenantTransaction, { search = '', match = 'contains' }: TenantRoleFilter) {
  const condition = searchCondition({ name: sql`folded_label`, urn: sql<string>`id::text` }, search, match)
  const query = tx.db.selectFrom('tenant_roles').where('tenant_id', '=', tx.tenantId)
  return condition === undefined ? query : query.where(condition)
}

export async function findTenantRole(tx: TenantTransaction, id: string): Promise<TenantRoleRow | undefined> {
  return rows(tx).where('id', '=', id).executeTakeFirst()
}

/** The same, held until the transaction ends, so that two writers follow one another. */
export async function lockTenantRole(tx: TenantTransaction, id: string): Promise<TenantRoleRow | undefined> {
  return rows(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Whether roles of this tenant can be created, renamed and deleted (spec section 6); held until the transaction ends. */
export async function areTenantRolesReadonly(
  tx: TenantTransaction,
  lock: 'locked' | 'read' = 'read',
): Promise<boolean> {
  const query = tx.db.selectFrom('tenants').select('custom_roles_readonly').where('tenant_id', '=', tx.tenantId)
  const row = await (lock === 'locked' ? query.forShare() : query).executeTakeFirst()
  return row?.custom_roles_readonly === true
}

/** Ignores case and accents, like the index that no two roles with one name get past. */
export async function tenantRoleLabelTaken(tx: TenantTransaction, label: string, exceptId?: string): Promise<boolean> {
  const taken = await rows(tx)
    .where(sql<boolean>`folded_label = portico_folded(${label})`)
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId ?? ''))
    .executeTakeFirst()
  return taken !== undefined
}

/** False: a role with this label was created at the same time. */
export async function insertTenantRole(tx: TenantTransaction, { id, ...values }: TenantRole): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('tenant_roles')
    .values({ tenant_id: tx.tenantId, id, ...written(values) })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'folded_label']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function updateTenantRoleRow(tx: TenantTransaction, { id, ...values }: TenantRole): Promise<void> {
  await tx.db
    .updateTable('tenant_roles')
    .set({ ...written(values), version: sql<number>`version + 1` })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
}

/** Names of the groups that hold a role, by environment: what a deletion removes, for the audit. */
export async function mappingsOfTenantRole(
  tx: TenantTransaction,
  id: string,
): Promise<{ environment: string; groups: string[] }[]> {
  const { rows: found } = await sql<{ environment: string; groups: string[] }>`
    select e.name as environment, array_agg(g.name order by g.name collate "C", g.id) as groups
      from tenant_role_groups m
      join environments e on e.tenant_id = m.tenant_id and e.id = m.environment_id
      join groups g on g.tenant_id = m.tenant_id and g.id = m.group_id
     where m.tenant_id = ${tx.tenantId} and m.role_id = ${id}
     group by e.id, e.name order by e.name collate "C"`.execute(tx.db)
  return found
}

/** With its mappings (schema/applications.ts). */
export async function deleteTenantRoleRow(tx: TenantTransaction, id: string): Promise<void> {
  await tx.db.deleteFrom('tenant_roles').where('tenant_id', '=', tx.tenantId).where('id', '=', id).execute()
}

/** For a tenant file: the role with this label, created if it is new. */
export async function saveTenantRole(tx: TenantTransaction, { id, ...values }: TenantRole): Promise<string> {
  const row = await tx.db
    .insertInto('tenant_roles')
    .values({ tenant_id: tx.tenantId, id, ...written(values) })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'folded_label']).doUpdateSet(written(values)))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Those that hold the role in the environment already keep it. */
export async function addGroupsToTenantRole(
  tx: TenantTransaction,
  environmentId: string,
  roleId: string,
  groupIds: readonly string[],
): Promise<void> {
  if (groupIds.length === 0) return
  await tx.db
    .insertInto('tenant_role_groups')
    .values(
      groupIds.map((group_id) => ({
        tenant_id: tx.tenantId,
        environment_id: environmentId,
        role_id: roleId,
        group_id,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
