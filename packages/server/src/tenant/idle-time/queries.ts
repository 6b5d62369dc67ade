import { idleTimeText, type IdleTime } from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { applyIdleTime } from '../../sign-in/sessions/idle-time.ts'

/** `isLocked`: until the transaction ends, no other one changes it, and no session begins. */
export async function readIdleTimeOf(tx: TenantTransaction, { isLocked = false } = {}): Promise<IdleTime> {
  const query = tx.db.selectFrom('tenants').select(['idle_secs', 'idle_readonly']).where('tenant_id', '=', tx.tenantId)
  const row = await (isLocked ? query.forNoKeyUpdate() : query).executeTakeFirstOrThrow()
  return { idletime: idleTimeText(row.idle_secs), readonly: row.idle_readonly }
}

/** For new sessions and for those that run. Absent: what is set stays. */
export async function saveIdleTime(
  tx: TenantTransaction,
  { secs, readonly }: { readonly secs?: number | undefined; readonly readonly?: boolean | undefined },
): Promise<void> {
  const values = {
    ...(secs === undefined ? {} : { idle_secs: secs }),
    ...(readonly === undefined ? {} : { idle_readonly: readonly }),
  }
  if (Object.keys(values).length === 0) return
  await tx.db.updateTable('tenants').set(values).where('tenant_id', '=', tx.tenantId).execute()
  if (secs !== undefined) await applyIdleTime(tx, secs)
}
