import { noProvisioning, type Provisioning, type ProvisioningConfig } from '@portico/core/contract'
import { sql, type Selectable } from 'kysely'

import type { Tables } from '../../kit/database/tables.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { isPendingRemoval, waitsForApproval } from './forget.ts'
import { noteRefused } from './refused.ts'

export type ConnectionRow = Selectable<Tables['provisioning_connections']>
export type ConnectionPlace = { readonly environmentId: string; readonly applicationId: string }

/** The most people and groups that are counted as behind. */
export const behindMax = 10_000

/** What the sealed token of a connection is bound to. */
export function bearerTokenContext(id: string): string {
  return `provisioning token ${id}`
}

/** The provisioning of an application in an environment; undefined: there is none. */
export async function findConnection(
  tx: TenantTransaction,
  place: ConnectionPlace,
): Promise<ConnectionRow | undefined> {
  return tx.db
    .selectFrom('provisioning_connections')
    .selectAll()
    .where('tenant_id', '=', tx.tenantId)
    .where('environment_id', '=', place.environmentId)
    .where('application_id', '=', place.applicationId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

export async function insertConnection(
  tx: TenantTransaction,
  { id, place, config, sealed }: NewConnection,
): Promise<ConnectionRow> {
  return tx.db
    .insertInto('provisioning_connections')
    .values({
      tenant_id: tx.tenantId,
      id,
      environment_id: place.environmentId,
      application_id: place.applicationId,
      bearer_token: sealed,
      ...columnsOf(config),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export type NewConnection = {
  readonly id: string
  readonly place: ConnectionPlace
  readonly config: ProvisioningConfig
  readonly sealed: Buffer
}

/**
 * Compares and sends again at once, also after a pause or failures. A process that is sending sees the new version, stops and ends its
 * turn itself, so that no other one sends meanwhile.
 */
export async function updateConnection(
  tx: TenantTransaction,
  { id, config, sealed }: Omit<NewConnection, 'place' | 'sealed'> & { readonly sealed: Buffer | undefined },
): Promise<ConnectionRow> {
  await tx.db
    .updateTable('provisioning_connections')
    .set({ ...columnsOf(config), ...(sealed && { bearer_token: sealed }), version: sql<number>`version + 1` })
    .set({
      // Switching it on again allows the removals that are waiting.
      removals_allowed: config.enabled
        ? sql<boolean>`removals_allowed or paused_reason is not distinct from 'removals'`
        : false,
      paused_reason: config.enabled
        ? null
        : sql<
            ConnectionRow['paused_reason']
          >`case when paused_reason <> 'unauthorized' or ${sealed === undefined} then paused_reason end`,
      // What a restored database believes was sent may be wrong.
      ...(config.enabled && {
        resend: sql<boolean>`resend or paused_reason is not distinct from 'restored'`,
        resent_at: sql<Date>`case when paused_reason = 'restored' then now() else resent_at end`,
      }),
    })
    .set({ compared_at: null, compare_after: null })
    .set({ failed_attempts: 0, next_attempt_at: null, last_failure: null, last_status: null, last_detail: null })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
  if (config.enabled) await makeDue(tx, id)
  await noteRefused(tx, id)
  return tx.db
    .selectFrom('provisioning_connections')
    .selectAll()
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** The next comparison forgets what was sent, so that everything is compared with the application and sent again. */
export async function resendAll(tx: TenantTransaction, id: string): Promise<void> {
  await tx.db
    .updateTable('provisioning_connections')
    .set({ resend: true, resent_at: sql<Date>`now()`, version: sql<number>`version + 1` })
    .set({ compared_at: null, compare_after: null, failed_attempts: 0, next_attempt_at: null, refused_kind: null })
    .set({ last_failure: null, last_status: null, last_detail: null })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
}

/** What it sent is removed in the background. */
export async function removeConnection(tx: TenantTransaction, id: string): Promise<void> {
  await tx.db
    .updateTable('provisioning_connections')
    .set({ removed_at: sql<Date>`now()`, enabled: false, taken_by: null, taken_until: null })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
}

/** Makes everything that is behind due now. The connection is locked first, as where it sends. */
export async function retryConnection(tx: TenantTransaction, id: string): Promise<void> {
  await tx.db
    .updateTable('provisioning_connections')
    .set({ next_attempt_at: null, compared_position: '0', compare_after: null })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
  await makeDue(tx, id)
}

/** Until the transaction ends. A process that sends waits with what it notes. */
export async function lockConnection(tx: TenantTransaction, id: string): Promise<void> {
  await sql`
    select from provisioning_connections where tenant_id = ${tx.tenantId} and id = ${id} for no key update`.execute(
    tx.db,
  )
}

async function makeDue(tx: TenantTransaction, id: string): Promise<void> {
  await sql`
    update provisioned_objects set next_attempt_at = now()
     where tenant_id = ${tx.tenantId} and connection_id = ${id} and wanted is distinct from sent
       and next_attempt_at > now()`.execute(tx.db)
}

export function configOf({ url, send_groups, any_email, removal, enabled }: ConnectionRow): ProvisioningConfig {
  return { url, sendGroups: send_groups, anyEmail: any_email, removal, enabled }
}

/** As the API answers it. */
export async function shownProvisioning(tx: TenantTransaction, row: ConnectionRow | undefined): Promise<Provisioning> {
  if (row === undefined) return noProvisioning
  const { rows } = await sql<{ behind: number }>`
    select count(*)::int as behind from (
      select from provisioned_objects
       where tenant_id = ${tx.tenantId} and connection_id = ${row.id} and wanted is distinct from sent
       limit ${behindMax}) found`.execute(tx.db)
  return {
    config: configOf(row),
    pausedReason: row.paused_reason,
    refusedKind: row.refused_kind,
    people: row.people,
    groups: row.groups,
    behind: rows[0]?.behind ?? 0,
    removals: await countRemovals(tx, row.id, behindMax),
    takeovers: await countTakeovers(tx, row.id, behindMax),
    comparedAt: row.compared_at?.toISOString() ?? null,
    lastSentAt: row.last_sent_at?.toISOString() ?? null,
    failedAttempts: row.failed_attempts,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    lastFailure: failureOf(row),
  }
}

/** Counts people and groups that wait for the approval of an administrator, up to `most`. */
async function countTakeovers(tx: TenantTransaction, connectionId: string, most: number): Promise<number> {
  const { rows } = await sql<{ takeovers: number }>`
    select count(*)::int as takeovers from (
      select from provisioned_objects
       where tenant_id = ${tx.tenantId} and connection_id = ${connectionId}
         and ${waitsForApproval}
       limit ${most}) found`.execute(tx.db)
  return rows[0]?.takeovers ?? 0
}

/** Counts people who are in the application but have lost access, up to `most`. */
export async function countRemovals(tx: TenantTransaction, connectionId: string, most: number): Promise<number> {
  const { rows } = await sql<{ removals: number }>`
    select count(*)::int as removals from (
      select from provisioned_objects
       where tenant_id = ${tx.tenantId} and connection_id = ${connectionId}
         and ${isPendingRemoval}
       limit ${most}) found`.execute(tx.db)
  return rows[0]?.removals ?? 0
}

export function failureOf({
  last_failure: kind,
  last_status: status,
  last_detail: detail,
}: Pick<ConnectionRow, 'last_failure' | 'last_status' | 'last_detail'>): Provisioning['lastFailure'] {
  return kind === null ? null : { kind, status, detail }
}

function columnsOf({ url, sendGroups, anyEmail, removal, enabled }: ProvisioningConfig) {
  return { url, send_groups: sendGroups, any_email: anyEmail, removal, enabled }
}
