import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { countRemovals, type ConnectionRow } from './connections.ts'
import { notePause } from './pause.ts'

/** Fewer people than this are always removed. */
const removalsMin = 20
/** The share of the people in the application above which an administrator is asked. */
const shareMax = 0.25

/**
 * Pauses a connection that is about to remove very many of the people in the application: a mapping or a provider may have been changed by
 * mistake. An administrator who switches it on again allows what is waiting then. Returns whether to go on.
 */
export async function guardRemovals(tx: TenantTransaction, { id }: ConnectionRow, nowMs: number): Promise<boolean> {
  const connection = await tx.db
    .selectFrom('provisioning_connections')
    .selectAll()
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { removals_allowed: isAllowed, people } = connection
  const removals = await countRemovals(tx, id, people + removalsMin)
  if (isAllowed && removals === 0)
    await tx.db
      .updateTable('provisioning_connections')
      .set({ removals_allowed: false })
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', id)
      .execute()
  if (isAllowed || removals < removalsMin || removals <= shareMax * (removals + people)) return true
  await notePause(tx, connection, { reason: 'removals', nowMs })
  return false
}
