import { securityAdminRole } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { endRefreshTokensOfProvider } from '../../sign-in/sessions/application-session.ts'
import { primaryProviderId, setPrimary, touchProvider } from '../identity-providers/rows.ts'
import { replaceGroupsOfRole } from '../../access/portal-roles/queries.ts'
import { deletePendingSwitch, type PendingSwitch } from './queries.ts'

/**
 * Makes the chosen provider primary: the flag, the Security Admin mapping, the grace window of the earlier provider and
 * the end of the pending switch, in the caller's transaction. The mapping of the earlier provider counts during the window
 * as it is at this moment, with what `setPortalRoleGroups` changed since the choice. Running sessions need nothing: each request asks again who
 * administers (sessions/security-admin.ts); sessions and refresh tokens of applications for people of the earlier provider end.
 */
export async function becomePrimary(
  tx: TenantTransaction,
  { provider, group, graceSecs }: Pick<PendingSwitch, 'provider' | 'group' | 'graceSecs'>,
): Promise<void> {
  const earlier = await primaryProviderId(tx)
  await deletePendingSwitch(tx)
  if (earlier !== undefined) {
    await setPrimary(tx, earlier, false)
    await setGrace(tx, earlier, graceSecs)
    await endRefreshTokensOfProvider(tx, earlier)
  }
  await setPrimary(tx, provider.id, true)
  await setGrace(tx, provider.id, 0)
  // No mapping of an earlier time comes back.
  await replaceGroupsOfRole(tx, securityAdminRole, provider.id, [group.id])
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
