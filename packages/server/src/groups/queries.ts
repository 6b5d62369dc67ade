import type { Group } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../database/tenant-scope.ts'

/** Most groups of one provider in one answer; whoever misses one searches. */
export const groupsListMax = 1000

/** Groups that sign-ins and imports brought, by name; `search` is part of a name or of the claim. */
export async function listSeenGroups(tx: TenantTransaction, providerId: string, search = ''): Promise<Group[]> {
  const part = `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return tx.db
    .selectFrom('groups')
    .select(['id', 'name', 'claim'])
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .where((where) => where.or([where('name', 'ilike', part), where('claim', 'ilike', part)]))
    .orderBy(sql`lower(name) collate "C"`)
    .orderBy('id')
    .limit(groupsListMax)
    .execute()
}

/** Removes the groups of a provider with everything that was mapped to them. Answers their names. */
export async function deleteGroups(tx: TenantTransaction, providerId: string): Promise<string[]> {
  const rows = await tx.db
    .deleteFrom('groups')
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .returning('name')
    .execute()
  return rows.map((row) => row.name).toSorted((a, b) => (a < b ? -1 : 1))
}
