import { sql } from 'kysely'

import { findTenantApplication } from '../applications/queries.ts'
import { recordAudit } from '../audit/record.ts'
import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { ConnectionRow } from './connections.ts'

/** How long after everything was sent again lost accounts are taken over: until people come back who sign in seldom. */
const adoptionMs = 30 * 86_400_000

/** An account of the application, or a group, with the name of one of ours and an `externalId` that is not ours. */
export type Other = { readonly externalId: string; readonly remoteId: string }

/**
 * Whether it is one that this tenant sent and does not know any more, because its database was restored or everything was sent again:
 * the `externalId` has the form of our ids, was made before then, and is unknown in every tenant (docs/decisions/0123). What belongs
 * to another system of record, to another tenant or to someone who has left stays with them.
 */
export async function isLost(
  tx: TenantTransaction,
  { id, resent_at: resentAt }: Pick<ConnectionRow, 'id' | 'resent_at'>,
  { externalId, remoteId }: Other,
  nowMs: number,
): Promise<boolean> {
  const madeMs = madeAtMs(externalId)
  if (resentAt === null || madeMs === undefined) return false
  if (madeMs > resentAt.getTime() || nowMs > resentAt.getTime() + adoptionMs) return false
  const { rows } = await sql<{ lost: boolean }>`
    select portico_is_lost_object(${tx.tenantId}, ${id}, ${externalId}, ${new Date(madeMs)})
           and not exists (select from provisioned_objects
                            where tenant_id = ${tx.tenantId} and connection_id = ${id} and remote_id = ${remoteId}) as lost`.execute(
    tx.db,
  )
  return rows[0]?.lost === true
}

/** Whom of ours it belongs to from now on; no other one of ours can have it. */
export async function noteAdoption(
  tx: TenantTransaction,
  connection: ConnectionRow,
  {
    kind,
    id,
    other,
    nowMs,
  }: { readonly kind: 'person' | 'group'; readonly id: string; readonly other: Other; readonly nowMs: number },
): Promise<void> {
  await tx.db
    .updateTable('provisioned_objects')
    .set({ remote_id: other.remoteId })
    .where('tenant_id', '=', tx.tenantId)
    .where('connection_id', '=', connection.id)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute()
  const application = await findTenantApplication(tx, connection.application_id)
  const by = { actor: { kind: 'system', name: 'Portico' }, requestId: connection.id, nowMs } as const
  const target = { kind: 'application', id: connection.application_id, name: application?.label ?? '' }
  const [before, after] = [{ externalId: other.externalId }, { externalId: id, kind }]
  await recordAudit(tx, by, { action: 'application.provisioning-adopt', target, before, after })
}

/** When a UUID of version 7 was made (RFC 9562 section 5.7); undefined: it has another form than our ids. */
function madeAtMs(text: string): number | undefined {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text)) return undefined
  return Number.parseInt(text.slice(0, 8) + text.slice(9, 13), 16)
}
