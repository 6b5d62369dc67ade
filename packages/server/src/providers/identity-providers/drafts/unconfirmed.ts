import { sql, type Selectable } from 'kysely'

import type { Tables } from '../../../kit/database/tables.ts'
import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import type { Configuration } from './working-copy.ts'

export type UnconfirmedRow = Selectable<Tables['unconfirmed_changes']>

function rows(tx: TenantTransaction) {
  return tx.db.selectFrom('unconfirmed_changes').selectAll().where('tenant_id', '=', tx.tenantId)
}

/** What reverts by itself, by provider. */
export async function listUnconfirmed(tx: TenantTransaction): Promise<ReadonlyMap<string, UnconfirmedRow>> {
  return new Map((await rows(tx).execute()).map((row) => [row.identity_provider_id, row]))
}

export async function findUnconfirmed(tx: TenantTransaction, providerId: string): Promise<UnconfirmedRow | undefined> {
  return rows(tx).where('identity_provider_id', '=', providerId).executeTakeFirst()
}

/**
 * Lets a change that is being kept revert after `secs` to what is in effect before it. Of several such changes in a row,
 * the state before the first one comes back.
 */
export async function awaitConfirmation(
  tx: TenantTransaction,
  { row, formats }: Configuration,
  { secs, by }: { readonly secs: number; readonly by: string },
): Promise<void> {
  const { id, name, enabled, config, secrets, secrets_id } = row
  const waits = { kept_by: by, reverts_at: sql<Date>`now() + make_interval(secs => ${secs})` }
  await tx.db
    .insertInto('unconfirmed_changes')
    .values({
      tenant_id: tx.tenantId,
      identity_provider_id: id,
      name,
      enabled,
      config: JSON.stringify(config),
      secrets,
      secrets_id,
      prefixes: [...formats.prefixes],
      suffixes: [...formats.suffixes],
      email_domains: [...formats.emailDomains],
      ...waits,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'identity_provider_id']).doUpdateSet(waits))
    .execute()
}

/** The change stays. false: nothing waited for a confirmation. */
export async function confirmChange(tx: TenantTransaction, providerId: string): Promise<boolean> {
  const gone = await tx.db
    .deleteFrom('unconfirmed_changes')
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .returning('identity_provider_id')
    .executeTakeFirst()
  return gone !== undefined
}
