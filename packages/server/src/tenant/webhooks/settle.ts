import { sql } from 'kysely'

import { recordAudit } from '../../kit/audit-trail/record.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Outcome } from './attempt.ts'
import { auditedWebhook, webhookTarget } from './audit-details.ts'
import { failingMaxMs, waitMs } from './retries.ts'
import type { Taken } from './take.ts'

/** The longest wait that a receiver may ask for. */
const retryAfterMaxSecs = 6 * 3600

/** Saves that the message was accepted: the next one follows. Does nothing if another process has taken over. */
export async function noteDelivery(tx: TenantTransaction, id: string, { turn }: Taken): Promise<void> {
  await ofTurn(tx, id, turn)
    .set({ position: sql<string>`until_position`, row_id: sql<string>`until_row_id` })
    .set({ until_position: null, until_row_id: null, message_id: null, taken_by: null, taken_until: null })
    .set({ failed_attempts: 0, failing_since: null, next_attempt_at: null, last_failure: null, last_status: null })
    .set({ last_delivered_at: sql<Date>`now()` })
    .execute()
}

/** Notes a failure: the same message is sent again later, or the webhook is paused. Returns why it was paused. */
export async function noteFailure(
  tx: TenantTransaction,
  id: string,
  { taken, outcome, nowMs }: { readonly taken: Taken; readonly outcome: Outcome; readonly nowMs: number },
): Promise<'failing' | 'gone' | undefined> {
  const row = await ofTurn(tx, id, taken.turn)
    .set({ taken_by: null, taken_until: null })
    .set({
      failed_attempts: sql<number>`failed_attempts + 1`,
      failing_since: sql<Date>`coalesce(failing_since, now())`,
    })
    .set({ last_failure: outcome.failure ?? null, last_status: outcome.status })
    .returningAll()
    .returning(sql<number>`extract(epoch from now() - failing_since) * 1000`.as('failingMs'))
    .executeTakeFirst()
  if (row === undefined) return undefined
  const paused = outcome.status === 410 ? 'gone' : Number(row.failingMs) >= failingMaxMs ? 'failing' : undefined
  const waitSecs = Math.max(waitMs(row.failed_attempts) / 1000, Math.min(outcome.retryAfterSecs, retryAfterMaxSecs))
  await tx.db
    .updateTable('webhooks')
    .set(
      paused === undefined
        ? { next_attempt_at: sql<Date>`now() + make_interval(secs => ${waitSecs})` }
        : { enabled: false, paused_reason: paused, next_attempt_at: null, version: sql<number>`version + 1` },
    )
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
  if (paused === undefined) return undefined
  const by = { actor: { kind: 'system', name: 'Portico' }, requestId: taken.turn, nowMs } as const
  const after = { ...auditedWebhook({ ...row, enabled: false }), reason: paused, status: outcome.status }
  await recordAudit(tx, by, { action: 'webhook.pause', target: webhookTarget(row), before: auditedWebhook(row), after })
  return paused
}

/** Ends a turn without an outcome, for a process that stops: another one sends the same message. */
export async function giveBack(tx: TenantTransaction, id: string, { turn }: Taken): Promise<void> {
  await ofTurn(tx, id, turn).set({ taken_by: null, taken_until: null }).execute()
}

function ofTurn(tx: TenantTransaction, id: string, turn: string) {
  return tx.db
    .updateTable('webhooks')
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .where('taken_by', '=', turn)
}
