import type { FoundAccount, ProvisioningObstacle } from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'

import { findTenantApplication } from '../applications/queries.ts'
import { recordAudit } from '../../kit/audit-trail/record.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { ConnectionRow } from './connections.ts'
import type { Linked } from './linked-accounts.ts'

/** How long after everything was sent again lost accounts may be taken over: until people come back who sign in seldom. */
const lostMs = 30 * 86_400_000

type Taking = {
  readonly kind: 'person' | 'group'
  /** Ours. */
  readonly id: string
  readonly account: FoundAccount
  /** The application answered that it made the account for this attempt, or lists it with our identifier. */
  readonly isOwn: boolean
  readonly nowMs: number
}

/**
 * Decides whether a person or group may have an account, or a group, of the application (docs/decisions/0126): one that Portico made,
 * the one that they have on record, or one whose takeover an administrator approved and that is as it was then. Never one of another
 * person or group, nor one that waits for an administrator, whatever identifier the application has given it since. Records the account
 * and returns null; otherwise, returns why not.
 */
export async function takeOver(
  tx: TenantTransaction,
  connection: ConnectionRow,
  linked: Linked,
  { kind, id, account, isOwn, nowMs }: Taking,
): Promise<ProvisioningObstacle | null> {
  const row = await tx.db
    .selectFrom('provisioned_objects as o')
    .select('o.remote_id as remoteId')
    .select(sql<boolean>`o.approved_at is not null and ${isSame(sql`o.found`, account)}`.as('isApproved'))
    .select(sql<boolean>`o.obstacle is not null and o.found ->> 'id' is not distinct from ${account.id}`.as('isHeld'))
    .where('o.tenant_id', '=', tx.tenantId)
    .where('o.connection_id', '=', connection.id)
    .where('o.kind', '=', kind)
    .where('o.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return 'approval'
  const { externalId } = account
  if (await linked.isOthers(tx, { kind, id, remoteId: account.id })) return 'ours'
  const isOther = externalId !== null && externalId !== id
  if (isOther && !(await isLost(tx, connection, externalId, nowMs))) return 'identifier'
  const isTrusted = (isOwn && !row.isHeld) || (row.remoteId === account.id && !isOther)
  if (!isTrusted && !row.isApproved) return 'approval'
  await noteAccount(tx, connection.id, { kind, id, account })
  linked.add({ kind, id, remoteId: account.id })
  if (!isTrusted) await auditTakeover(tx, connection, { kind, id, account, nowMs })
  return null
}

/** Whether the account is the one in a column. It may have been used since: when it was changed last does not count. */
export function isSame(found: RawBuilder<unknown>, account: FoundAccount | null): RawBuilder<boolean> {
  const json = account === null ? null : JSON.stringify(account)
  return sql<boolean>`(${found} - 'modifiedAt') is not distinct from (${json}::jsonb - 'modifiedAt')`
}

/**
 * Whether an identifier is one that this tenant sent and no longer knows, because its database was restored or everything was
 * sent again: it has the form of our ids, was made before then, and is unknown in every tenant (docs/decisions/0123). What belongs to
 * another system of record, to another tenant or to a person who has left is not taken over.
 */
export async function isLost(
  tx: TenantTransaction,
  { id, resent_at: resentAt }: Pick<ConnectionRow, 'id' | 'resent_at'>,
  externalId: string,
  nowMs: number,
): Promise<boolean> {
  const madeMs = madeAtMs(externalId)
  if (resentAt === null || madeMs === undefined) return false
  if (madeMs > resentAt.getTime() || nowMs > resentAt.getTime() + lostMs) return false
  const { rows } = await sql<{ lost: boolean }>`
    select portico_is_lost_object(${tx.tenantId}, ${id}, ${externalId}, ${new Date(madeMs)}) as lost`.execute(tx.db)
  return rows[0]?.lost === true
}

/** The account belongs to this person or group from now on; no other one can have it. */
async function noteAccount(
  tx: TenantTransaction,
  connectionId: string,
  { kind, id, account }: Pick<Taking, 'kind' | 'id' | 'account'>,
): Promise<void> {
  await tx.db
    .updateTable('provisioned_objects')
    .set({ remote_id: account.id })
    .where('tenant_id', '=', tx.tenantId)
    .where('connection_id', '=', connectionId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute()
}

async function auditTakeover(
  tx: TenantTransaction,
  connection: ConnectionRow,
  { kind, id, account, nowMs }: Omit<Taking, 'isOwn'>,
): Promise<void> {
  const application = await findTenantApplication(tx, connection.application_id)
  const by = { actor: { kind: 'system', name: 'Portico' }, requestId: connection.id, nowMs } as const
  const target = { kind: 'application', id: connection.application_id, name: application?.label ?? '' }
  const [before, after] = [{ ...account }, { kind, externalId: id }]
  await recordAudit(tx, by, { action: 'application.provisioning-adopt', target, before, after })
}

/** When a UUID of version 7 was made (RFC 9562 section 5.7); undefined: it has another form than our ids. */
function madeAtMs(text: string): number | undefined {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text)) return undefined
  return Number.parseInt(text.slice(0, 8) + text.slice(9, 13), 16)
}
