import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import type { TenantScope, TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { waitMs } from '../../tenant/webhooks/retries.ts'
import type { ConnectionRow } from './connections.ts'
import { createLease } from './lease.ts'
import { notePause } from './pause.ts'
import type { ScimFailure } from './scim-service.ts'

/** How long a process holds the turn without renewing it. After a crash another process then takes over. */
const turnMs = 30_000
/** The longest wait that an application may ask for. */
const retryAfterMaxSecs = 6 * 3_600

/** The right to compare and send for one connection, which one process has at a time. */
export type Turn = {
  readonly id: string
  readonly connection: ConnectionRow
  /**
   * One transaction, only while this process has the turn and the connection is as it was; the turn is extended. undefined: another
   * process has it, or an administrator changed the connection.
   */
  inTurn<Result>(work: (tx: TenantTransaction) => Promise<Result>): Promise<Result | undefined>
  /** Extends the turn while `work` asks the application, and ends that work before the turn ends. */
  hold<Result>(work: (held: Held) => Promise<Result>): Promise<Result>
  end(): Promise<void>
}

/** What may be relied on while the turn is held. */
export type Held = {
  /** Aborted with `TurnLost`, a while before another process can have the turn. */
  readonly signal: AbortSignal
  /** Throws then. It looks at the clock, because timers of a process that stood still come late. */
  readonly check: () => void
}

export async function takeTurn(
  scope: TenantScope,
  connectionId: string,
  takenMs: number = turnMs,
): Promise<Turn | undefined> {
  const turn = randomUUID()
  const lease = createLease()
  const until = sql<Date>`now() + make_interval(secs => ${takenMs / 1_000})`
  const connection = await scope.transaction((tx) =>
    tx.db
      .updateTable('provisioning_connections')
      .set({ taken_by: turn, taken_until: until })
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

  async function inTurn<Result>(work: (tx: TenantTransaction) => Promise<Result>): Promise<Result | undefined> {
    const asked = lease.now()
    let isExtended = false
    const result = await scope.transaction(async (tx) => {
      const extended = await ofTurn(tx, connectionId, turn)
        .where('version', '=', connection?.version ?? 0)
        .set({ taken_until: until })
        .executeTakeFirst()
      isExtended = extended.numUpdatedRows === 1n
      return isExtended ? work(tx) : undefined
    })
    if (isExtended) lease.renewed(asked)
    return result
  }

  return {
    id: turn,
    connection,
    inTurn,
    async hold(work) {
      const lost = new AbortController()
      const isOver = () => lease.ageMs() > (takenMs * 5) / 6
      let isRenewing = false
      const look = async () => {
        if (isOver()) lost.abort(new TurnLost('silence'))
        if (isRenewing || lost.signal.aborted || lease.ageMs() < takenMs / 3) return
        isRenewing = true
        // A database that does not answer is asked again until the time is over.
        const isRenewed = await inTurn(async () => true).catch(() => 'unknown')
        if (isRenewed === undefined) lost.abort(new TurnLost('change'))
        isRenewing = false
      }
      const timer = setInterval(() => void look(), takenMs / 30)
      try {
        return await work({
          signal: lost.signal,
          check() {
            if (isOver()) lost.abort(new TurnLost('silence'))
            lost.signal.throwIfAborted()
          },
        })
      } finally {
        clearInterval(timer)
        // Where one of several calls failed, the others end too.
        lost.abort(new TurnLost('end'))
      }
    },
    async end() {
      await scope.transaction((tx) =>
        ofTurn(tx, connectionId, turn).set({ taken_by: null, taken_until: null }).execute(),
      )
    },
  }
}

/** `silence`: the database did not answer in time. `change`: an administrator changed the connection. `end`: the work is over. */
export class TurnLost extends Error {
  override name = 'TurnLost'
  readonly because: 'silence' | 'change' | 'end'

  constructor(because: TurnLost['because']) {
    super(`the turn to provision an application is over: ${because}`)
    this.because = because
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

/** The application as a whole answers, whatever it says of some objects. */
export async function noteAnswer(tx: TenantTransaction, id: string): Promise<void> {
  await tx.db
    .updateTable('provisioning_connections')
    .set({ failed_attempts: 0, next_attempt_at: null, last_failure: null, last_status: null, last_detail: null })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
}

/** It accepted a change of a person, or of a group. */
export async function noteAccepted(tx: TenantTransaction, id: string, kind: 'person' | 'group'): Promise<void> {
  const now = sql<Date>`now()`
  await tx.db
    .updateTable('provisioning_connections')
    .set({ last_sent_at: now, ...(kind === 'person' ? { person_accepted_at: now } : { group_accepted_at: now }) })
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
