import type { PrimaryIdp } from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { readUrlState } from './queries.ts'

/** The tenant's setup URL, as administrators see it; null: none is open. */
export async function openSetupUrl(tx: TenantTransaction): Promise<PrimaryIdp['setup']> {
  const setup = await readUrlState(tx)
  if (setup?.state !== 'open') return null
  const { madeAt, madeBy, expiresAt, openedAt, openedFrom } = setup
  return {
    madeAt: madeAt.toISOString(),
    madeBy,
    expiresOn: expiresAt.toISOString(),
    openedAt: openedAt?.toISOString() ?? null,
    openedFrom,
  }
}
