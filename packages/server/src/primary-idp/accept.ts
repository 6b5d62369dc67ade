import { sql } from 'kysely'

import type { TenantTransaction } from '../database/tenant-scope.ts'
import { primaryProviderId, setPrimary, touchProvider } from '../identity-providers/rows.ts'
import { deletePendingSwitch, type PendingSwitch } from './queries.ts'

/**
 * Makes the chosen provider primary: the flag, the Security Admin mapping, the grace window of the earlier provider and
 * the end of the pending switch, in the caller's transaction. Running sessions need nothing: each request asks again who
 * administers (sessions/security-admin.ts).
 */
export async function becomePrimary(
  tx: TenantTransaction,
  { provider, group, graceSecs }: PendingSwitch,
): Promise<void> {
  const earlier = await primaryProviderId(tx)
  await deletePendingSwitch(tx)
  if (earlier !== undefined) {
    await setPrimary(tx, earlier, false)
    await setGrace(tx, earlier, graceSecs)
  }
  await setPrimary(tx, provider.id, true)
  await setGrace(tx, provider.id, 0)
  await giveRoleOnlyTo(tx, provider.id, group.id)
  for (const id of earlier === undefined ? [provider.id] : [earlier, provider.id]) await touchProvider(tx, id)
}

/** The groups of this provider keep the role for so long; the mapping itself stays (decision 39). */
async function setGrace(tx: TenantTransaction, providerId: string, seconds: number): Promise<void> {
  await tx.db
    .updateTable('identity_providers')
    .set({ admin_until: seconds === 0 ? null : sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', providerId)
    .execute()
}

/** Of the groups of this provider, the chosen one alone holds the role: no mapping of an earlier time comes back. */
async function giveRoleOnlyTo(tx: TenantTransaction, providerId: string, groupId: string): Promise<void> {
  await sql`
    delete from portal_role_groups r using groups g
     where r.tenant_id = ${tx.tenantId} and r.role = 'security-admin' and g.tenant_id = r.tenant_id
       and g.id = r.group_id and g.identity_provider_id = ${providerId} and g.id <> ${groupId}`.execute(tx.db)
  await tx.db
    .insertInto('portal_role_groups')
    .values({ tenant_id: tx.tenantId, role: 'security-admin', group_id: groupId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
