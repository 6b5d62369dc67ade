import { sql } from 'kysely'
import type { Logger } from 'pino'

import { findTenantApplication } from '../applications/queries.ts'
import { recordAudit } from '../../kit/audit-trail/record.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { auditedConnection } from './audit-details.ts'
import type { ConnectionRow } from './connections.ts'

type Reason = NonNullable<ConnectionRow['paused_reason']>

/** One line for operators, without the token, the address and names of people. */
export function logPause(log: Pick<Logger, 'warn'>, { tenant_id, id, application_id }: ConnectionRow, reason: Reason) {
  const place = { tenant: tenant_id, application: application_id, connection: id }
  log.warn({ ...place, reason }, 'provisioning of an application was paused')
}

/** Sends nothing more until an administrator has seen why. */
export async function notePause(
  tx: TenantTransaction,
  connection: ConnectionRow,
  { reason, nowMs }: { readonly reason: Reason; readonly nowMs: number },
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
