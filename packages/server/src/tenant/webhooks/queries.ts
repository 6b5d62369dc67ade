import type { Webhook, WebhookEvent, WebhookProgress } from '@portico/core/contract'
import { sql, type Selectable } from 'kysely'

import type { Tables } from '../../kit/database/tables.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { SecretBox } from '../../kit/secrets/secret-box.ts'
import { webhookSecretContext } from './secrets.ts'

export type WebhookRow = Selectable<Tables['webhooks']>

/** What an administrator sets. */
export type WebhookValues = {
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly actions: readonly string[]
  readonly enabled: boolean
}

/** The most waiting rows that are counted. */
const backlogMax = 10_000

function rows(tx: TenantTransaction) {
  return tx.db.selectFrom('webhooks').selectAll().where('tenant_id', '=', tx.tenantId)
}

export async function listWebhookRows(tx: TenantTransaction): Promise<WebhookRow[]> {
  return rows(tx).orderBy('created_at').orderBy('id').execute()
}

export async function findWebhook(tx: TenantTransaction, id: string): Promise<WebhookRow | undefined> {
  return rows(tx).where('id', '=', id).executeTakeFirst()
}

/** The same, locked until the transaction ends. */
export async function lockWebhook(tx: TenantTransaction, id: string): Promise<WebhookRow | undefined> {
  return rows(tx).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Keeps another request from adding a webhook until the transaction ends, and counts those there are. */
export async function countWebhooks(tx: TenantTransaction): Promise<number> {
  await sql`select from tenants where tenant_id = ${tx.tenantId} for no key update`.execute(tx.db)
  return (await rows(tx).execute()).length
}

/** The webhook begins with the rows of this transaction: earlier rows are not sent. */
export async function insertWebhook(
  tx: TenantTransaction,
  { id, values, sealed }: { readonly id: string; readonly values: WebhookValues; readonly sealed: Buffer },
): Promise<WebhookRow> {
  const { url, events, actions, enabled } = values
  return tx.db
    .insertInto('webhooks')
    .values({
      tenant_id: tx.tenantId,
      id,
      url,
      events: [...events],
      actions: [...actions],
      enabled,
      secret: sealed,
      position: sql<string>`pg_current_xact_id()::text::bigint + portico_audit_base() - 1`,
      row_id: sql<string>`'ffffffff-ffff-ffff-ffff-ffffffffffff'`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A message that waits for another attempt is built again with a new id, and is due at once. */
export async function updateWebhookRow(tx: TenantTransaction, id: string, values: WebhookValues): Promise<WebhookRow> {
  const { url, events, actions, enabled } = values
  return tx.db
    .updateTable('webhooks')
    .set({ url, events: [...events], actions: [...actions], enabled, paused_reason: null })
    .set({ until_position: null, until_row_id: null, message_id: null, taken_by: null, taken_until: null })
    .set({ failed_attempts: 0, failing_since: null, next_attempt_at: null, last_failure: null, last_status: null })
    .set({ version: sql<number>`version + 1` })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Messages are signed with the replaced secret too, for `overlapHours`. */
export async function replaceSecret(
  tx: TenantTransaction,
  { id, sealed, overlapHours }: { readonly id: string; readonly sealed: Buffer; readonly overlapHours: number },
): Promise<WebhookRow> {
  return tx.db
    .updateTable('webhooks')
    .set({
      previous_secret: sql<Buffer>`secret`,
      previous_secret_until: sql<Date>`now() + make_interval(hours => ${overlapHours})`,
      secret: sealed,
      version: sql<number>`version + 1`,
    })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteWebhookRow(tx: TenantTransaction, id: string): Promise<void> {
  await tx.db.deleteFrom('webhooks').where('tenant_id', '=', tx.tenantId).where('id', '=', id).execute()
}

/** The secrets that sign now, the current one first. */
export function secretsOf(row: WebhookRow, secrets: SecretBox, nowMs: number): string[] {
  const { id, secret, previous_secret: previous, previous_secret_until: until } = row
  const sealed = previous !== null && until !== null && until.getTime() > nowMs ? [secret, previous] : [secret]
  return sealed.map((one) => secrets.open(one, webhookSecretContext(id)))
}

export async function slugOf(tx: TenantTransaction): Promise<string> {
  const query = tx.db.selectFrom('tenants').select('slug').where('tenant_id', '=', tx.tenantId)
  return (await query.executeTakeFirstOrThrow()).slug
}

export function shownWebhook(row: WebhookRow, nowMs: number): Webhook {
  const { previous_secret_until: until } = row
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    actions: row.actions,
    enabled: row.enabled,
    pausedReason: row.paused_reason,
    createdAt: row.created_at.toISOString(),
    previousSecretUntil: until !== null && until.getTime() > nowMs ? until.toISOString() : null,
  }
}

/** The same, with its deliveries and the number of rows that wait. */
export async function webhookProgress(tx: TenantTransaction, row: WebhookRow, nowMs: number): Promise<WebhookProgress> {
  const { rows: counted } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from (
      select from audit a where a.tenant_id = ${tx.tenantId} and (a.position, a.id) > (${row.position}::bigint, ${row.row_id}::uuid)
       limit ${backlogMax}) found`.execute(tx.db)
  return {
    ...shownWebhook(row, nowMs),
    lastDeliveredAt: row.last_delivered_at?.toISOString() ?? null,
    backlog: counted[0]?.waiting ?? 0,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    failedAttempts: row.failed_attempts,
    failingSince: row.failing_since?.toISOString() ?? null,
    lastFailure: row.last_failure === null ? null : { kind: row.last_failure, status: row.last_status },
  }
}
