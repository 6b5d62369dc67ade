import { sql } from 'kysely'

import { findTenantApplication } from '../applications/queries.ts'
import { recordAudit } from '../audit/record.ts'
import type { TenantTransaction } from '../database/tenant-scope.ts'
import { auditedConnection } from './audited.ts'
import type { ConnectionRow } from './connections.ts'

/** Sends nothing more until an administrator has seen why. */
export async function notePause(
  tx: TenantTransaction,
  connection: ConnectionRow,
  { reason, nowMs }: { readonly reason: NonNullable<ConnectionRow['paused_reason']>; readonly nowMs: number },
): Promise<void> {
  const row = await tx.db
    .updateTable('provisioning_connections')
    .set({ enabled: false, paused_reason: reason, version: sql<number>`version + 1` })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', connection.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const application = await findTenantApplication(tx, connection.application_id)
  const by = { actor: { kind: 'system', name: 'Portico' }, requestId: connection.id, nowMs } as const
  const target = { kind: 'application', id: connection.application_id, name: application?.label ?? '' }
  const [before, after] = [auditedConnection(connection), { ...auditedConnection(row), reason }]
  await recordAudit(tx, by, { action: 'application.provisioning-pause', target, before, after })
}
