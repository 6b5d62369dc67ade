import { securityAdminRole } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { listProofs, type ProvenBy } from './drafts/proofs.ts'
import { readConfigurations } from './drafts/working-copy.ts'
import { findProviderRow } from './rows.ts'
import { mappedGroups } from './mapped-groups.ts'
import { maySignIn } from '../../sign-in/sessions/may-sign-in.ts'

/** A way to the Security Admin role: members of this group, who sign in with this provider. */
export type SecurityAdminPath = { readonly providerId: string; readonly groupId: string; readonly group: string }

/**
 * The proven ways to the Security Admin role in a tenant (docs/decisions/0075): groups of the primary provider that hold
 * it, while the provider is enabled, each proven by an active member whose last sign-in used the configuration in effect,
 * or by an earlier sign-in or test login with exactly this configuration, of those who count (`by`). A grace window is not a
 * path: it ends.
 */
export async function securityAdminPaths(tx: TenantTransaction, by: ProvenBy = 'anyone'): Promise<SecurityAdminPath[]> {
  const holders = await roleHolders(tx)
  const unproven = holders.filter(({ isProven }) => !isProven)
  const proven = new Set(unproven.length === 0 ? [] : await provenBefore(tx, unproven[0]?.providerId ?? '', by))
  return holders
    .filter(({ isProven, groupId }) => isProven || proven.has(groupId))
    .map(({ providerId, groupId, group }) => ({ providerId, groupId, group }))
}

/** The groups that hold the role, of the primary provider if it is enabled. */
export async function roleHolders(tx: TenantTransaction) {
  return tx.db
    .selectFrom('portal_role_groups as m')
    .innerJoin('groups as g', (join) => join.onRef('g.tenant_id', '=', 'm.tenant_id').onRef('g.id', '=', 'm.group_id'))
    .innerJoin('identity_providers as p', (join) =>
      join.onRef('p.tenant_id', '=', 'g.tenant_id').onRef('p.id', '=', 'g.identity_provider_id'),
    )
    .select(['p.id as providerId', 'p.name as provider', 'g.id as groupId', 'g.name as group'])
    .select(
      sql<boolean>`exists (
        select from user_groups ug join users u on u.tenant_id = ug.tenant_id and u.id = ug.user_id
         where ug.tenant_id = g.tenant_id and ug.group_id = g.id and u.identity_provider_id = p.id
           and ${maySignIn('u')} and u.last_sign_in_at >= p.configured_at)`.as('isProven'),
    )
    .where('m.tenant_id', '=', tx.tenantId)
    .where('m.role', '=', securityAdminRole)
    .where('p.is_primary', '=', true)
    .where('p.enabled', '=', true)
    .where('p.kept_at', 'is not', null)
    .orderBy('g.name')
    .execute()
}

/** Ids of mapped groups to which earlier logins with the configuration in effect lead. */
async function provenBefore(tx: TenantTransaction, providerId: string, by: ProvenBy): Promise<string[]> {
  const row = await findProviderRow(tx, providerId)
  // Groups of SCIM are known without a sign-in: only members of now count.
  if (row === undefined || row.group_source === 'scim') return []
  const { live } = await readConfigurations(tx, row)
  const ids: string[] = []
  for (const groups of await listProofs(tx, { providerId: row.id, fingerprint: live.fingerprint, by }))
    ids.push(...(await mappedGroups(tx, live.row, groups)))
  return ids
}
