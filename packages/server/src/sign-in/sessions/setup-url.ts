import type { PrimaryIdp } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

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

export type SetupUrlState = {
  readonly madeAt: Date
  readonly madeBy: string
  readonly expiresAt: Date
  readonly openedAt: Date | null
  readonly openedFrom: string | null
  readonly state: 'open' | 'completed' | 'withdrawn' | 'expired'
  readonly step: number
}

/** What became of the latest setup URL of the tenant, for the operator. */
export async function readUrlState(tx: TenantTransaction): Promise<SetupUrlState | undefined> {
  const row = await tx.db
    .selectFrom('setups')
    .select(['created_at', 'created_by', 'expires_at', 'opened_at', 'opened_from', 'step'])
    .select(
      sql<SetupUrlState['state']>`case when completed_at is not null then 'completed'
        when withdrawn_at is not null then 'withdrawn' when expires_at <= now() then 'expired' else 'open' end`.as(
        'state',
      ),
    )
    .where('tenant_id', '=', tx.tenantId)
    .executeTakeFirst()
  return (
    row && {
      madeAt: row.created_at,
      madeBy: row.created_by,
      expiresAt: row.expires_at,
      openedAt: row.opened_at,
      openedFrom: row.opened_from,
      state: row.state,
      step: row.step,
    }
  )
}
