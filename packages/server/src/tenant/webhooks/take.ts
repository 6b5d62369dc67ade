import { randomUUID } from 'node:crypto'

import { webhookRowsMax } from '@portico/core/contract'
import { sql } from 'kysely'

import type { SealPlace } from '../../kit/audit-trail/entries.ts'
import { settledRows } from '../../kit/audit-trail/settled.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { bodyOf, firstMessage } from './messages.ts'
import { secretsOf, type WebhookRow } from './queries.ts'
import type { Message } from './secrets.ts'

/** Rows that are looked at in one transaction. */
const lookMax = 200
/** Approximate size of the rows of one message. */
const bodyBytesMax = 262_144
/** Far longer than one attempt. After a crash another process continues once this time has passed. */
const takenSecs = 60

export type Taken = {
  /** Identifies this attempt: once another process has taken over, its outcome changes nothing. */
  readonly turn: string
  readonly url: string
  readonly secrets: readonly string[]
  readonly message: Message
}

/** `passed`: rows that the webhook does not send were skipped, and there may be more. */
export type Take = Taken | 'passed' | 'nothing'

/**
 * Takes the next message of a webhook, so that no other process sends to it meanwhile. A message that failed is taken again with
 * the same rows and id. The transaction ends before anything is sent.
 */
export async function takeMessage(
  tx: TenantTransaction,
  id: string,
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
): Promise<Take> {
  const row = await dueRow(tx, id)
  if (row === undefined) return 'nothing'
  const { until_position: untilPosition, until_row_id: untilId } = row
  const until =
    untilPosition === null || untilId === null ? undefined : { position: String(untilPosition), id: untilId }
  const from = { position: String(row.position), id: row.row_id }
  const rows = await settledRows(tx, from, { limit: lookMax, ...(until && { to: until }) })
  const { kind, sent, last } = firstMessage(rows, row, {
    rowsMax: webhookRowsMax,
    bytesMax: bodyBytesMax,
  })
  const end = last?.place ?? until
  if (end === undefined) return 'nothing'
  if (kind === undefined) {
    await passOver(tx, id, end)
    return 'passed'
  }
  const turn = randomUUID()
  const messageId = row.message_id ?? `msg_${randomUUID().replaceAll('-', '')}`
  await tx.db
    .updateTable('webhooks')
    .set({ taken_by: turn, taken_until: sql<Date>`now() + make_interval(secs => ${takenSecs})` })
    .set({ until_position: end.position, until_row_id: end.id, message_id: messageId })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
  const body = bodyOf(kind, { id: tx.tenantId, slug: row.slug }, sent)
  const signing = secretsOf(row, secrets, clock.now())
  return { turn, url: row.url, secrets: signing, message: { id: messageId, body } }
}

async function dueRow(tx: TenantTransaction, id: string): Promise<(WebhookRow & { slug: string }) | undefined> {
  return tx.db
    .selectFrom('webhooks as w')
    .innerJoin('tenants as t', 't.tenant_id', 'w.tenant_id')
    .selectAll('w')
    .select('t.slug')
    .where('w.tenant_id', '=', tx.tenantId)
    .where('w.id', '=', id)
    .where('w.enabled', '=', true)
    .where('t.deactivated', '=', false)
    .where(sql<boolean>`coalesce(w.next_attempt_at, '-infinity') <= now()`)
    .where(sql<boolean>`coalesce(w.taken_until, '-infinity') <= now()`)
    .forUpdate('w')
    .skipLocked()
    .executeTakeFirst()
}

async function passOver(tx: TenantTransaction, id: string, { position, id: rowId }: SealPlace): Promise<void> {
  await tx.db
    .updateTable('webhooks')
    .set({ position, row_id: rowId, until_position: null, until_row_id: null, message_id: null })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
}
