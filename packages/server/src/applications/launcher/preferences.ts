import { recentMax, type LauncherPreferences } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

type OwnChoice = Omit<LauncherPreferences, 'recent'>

const initial: OwnChoice = { layout: 'grid', favourites: [], order: [] }

export async function readPreferences(tx: TenantTransaction, userId: string): Promise<LauncherPreferences> {
  const chosen = await tx.db
    .selectFrom('launcher_preferences')
    .select(['layout', 'favourites', 'own_order as order'])
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const launches = await tx.db
    .selectFrom('application_launches')
    .select('application_id as id')
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', userId)
    .orderBy('launched_at', 'desc')
    .orderBy('application_id')
    .limit(recentMax)
    .execute()
  return { ...initial, ...(chosen as OwnChoice | undefined), recent: launches.map(({ id }) => id) }
}

/** The last save wins: an arrangement belongs to one person. */
export async function savePreferences(tx: TenantTransaction, userId: string, chosen: OwnChoice): Promise<void> {
  const values = {
    layout: chosen.layout,
    favourites: [...new Set(chosen.favourites)],
    own_order: [...new Set(chosen.order)],
  }
  await tx.db
    .insertInto('launcher_preferences')
    .values({ tenant_id: tx.tenantId, user_id: userId, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet(values))
    .execute()
}

/** The time of the last launch; one row per person and application, however often it is opened. */
export async function saveLaunch(tx: TenantTransaction, userId: string, applicationId: string): Promise<void> {
  await tx.db
    .insertInto('application_launches')
    .values({ tenant_id: tx.tenantId, user_id: userId, application_id: applicationId })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id', 'application_id'])
        .doUpdateSet({ launched_at: sql<Date>`clock_timestamp()` }),
    )
    .execute()
}
