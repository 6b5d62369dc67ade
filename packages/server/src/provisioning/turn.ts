import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import type { TenantScope, TenantTransaction } from '../database/tenant-scope.ts'
import { waitMs } from '../webhooks/retries.ts'
import type { ConnectionRow } from './connections.ts'
import { notePause } from './pause.ts'
import type { ScimFailure } from './scim-service.ts'

/** Longer than a batch takes. After a crash another process continues once this time has passed. */
const takenSecs = 180
/** The longest wait that an application may ask for. */
const retryAfterMaxSecs = 6 * 3_600

/** The right to compare and send for one connection, which one process has at a time. */
export type Turn = {
  readonly id: string
  readonly connection: ConnectionRow
  /** One transaction, only while this process has the turn; it is extended. undefined: the turn is lost. */
  inTurn<Result>(work: (tx: TenantTransaction) => Promise<Result>): Promise<Result | undefined>
  end(): Promise<void>
}

export async function takeTurn(scope: TenantScope, connectionId: string): Promise<Turn | undefined> {
  const turn = randomUUID()
  const connection = await scope.transaction((tx) =>
    tx.db
      .updateTable('provisioning_connections')
      .set({ taken_by: turn, taken_until: sql<Date>`now() + make_interval(secs => ${takenSecs})` })
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', connectionId)
      .where('enabled', '=', true)
      .where('removed_at', 'is', null)
      .where(sql<boolean>`coalesce(next_attempt_at, '-infinity') <= now()`)
      .where(sql<boolean>`coalesce(taken_until, '-infinity') <= now()`)
      .returningAll()
      .executeTakeFirst(),
  )
  if (connection === undefined) return undefined
  return {
    id: turn,
    connection,
    inTurn: (work) =>
      scope.transaction(async (tx) => {
        const result = await ofTurn(tx, connectionId, turn)
          .set({ taken_until: sql<Date>`now() + make_interval(secs => ${takenSecs})` })
          .executeTakeFirst()
        return result.numUpdatedRows === 1n ? work(tx) : undefined
      }),
    async end() {
      await scope.transaction((tx) =>
        ofTurn(tx, connectionId, turn).set({ taken_by: null, taken_until: null }).execute(),
      )
    },
  }
}

/** Whether a comparison is due (as in `portico_due_provisioning`). */
export async function isCompareDue(tx: TenantTransaction, id: string): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select coalesce(c.compare_after, '-infinity') <= now()
           and (c.compared_at is null or c.compared_at < now() - interval '10 minutes'
                or exists (select from audit a where a.tenant_id = c.tenant_id and a.position > c.compared_position)) as due
      from provisioning_connections c where c.tenant_id = ${tx.tenantId} and c.id = ${id}`.execute(tx.db)
  return rows[0]?.due ?? false
}

export async function noteSuccess(tx: TenantTransaction, id: string): Promise<void> {
  await tx.db
    .updateTable('provisioning_connections')
    .set({ failed_attempts: 0, next_attempt_at: null, last_failure: null, last_status: null, last_detail: null })
    .set({ last_sent_at: sql<Date>`now()` })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
}

/** A failure of the application as a whole: everything waits, or is paused if the token was rejected. */
export async function noteServiceFailure(
  tx: TenantTransaction,
  connection: ConnectionRow,
  { failure, nowMs }: { readonly failure: ScimFailure; readonly nowMs: number },
): Promise<void> {
  const { kind, status, detail } = failure.failure
  const failed = { last_failure: kind, last_status: status, last_detail: detail }
  const row = await tx.db
    .updateTable('provisioning_connections')
    .set({ ...failed, failed_attempts: sql<number>`failed_attempts + 1` })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', connection.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (failure.reach === 'unauthorized') return notePause(tx, connection, { reason: 'unauthorized', nowMs })
  const waitSecs = Math.max(waitMs(row.failed_attempts) / 1_000, Math.min(failure.retryAfterSecs, retryAfterMaxSecs))
  await tx.db
    .updateTable('provisioning_connections')
    .set({ next_attempt_at: sql<Date>`now() + make_interval(secs => ${waitSecs})` })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', connection.id)
    .execute()
}

function ofTurn(tx: TenantTransaction, id: string, turn: string) {
  return tx.db
    .updateTable('provisioning_connections')
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .where('taken_by', '=', turn)
}
