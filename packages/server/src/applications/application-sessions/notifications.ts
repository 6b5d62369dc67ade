import { setTimeout } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Database } from '../../kit/database/connect.ts'
import { visitorScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'

const lookEveryMs = 100
/** How long an application that asks for a logout waits for those that are notified from server to server. */
const toldWaitMs = 4_000

/** The browser notifies these applications. The queue takes over those that have not answered by then. */
export async function leaveToBrowser(tx: TenantTransaction, ids: readonly string[], secs: number): Promise<void> {
  await sql`
    update application_sessions set next_attempt_at = now() + make_interval(secs => ${secs})
     where tenant_id = ${tx.tenantId} and id = any (${ids}::uuid[]) and ended_at is not null and told_at is null`.execute(
    tx.db,
  )
}

/** The application has answered whether its session is over; if it is not, the queue notifies it again. */
export async function noteAnswer(tx: TenantTransaction, id: string, isOver: boolean): Promise<void> {
  await sql`
    update application_sessions
       set next_attempt_at = case when ${isOver} then null else now() end, told_at = case when ${isOver} then now() end
     where tenant_id = ${tx.tenantId} and id = ${id} and ended_at is not null and told_at is null`.execute(tx.db)
}

/**
 * Whether every application has confirmed that its session is over. Waits a few seconds for those being notified right now; no
 * transaction is open meanwhile.
 */
export async function areAllTold(database: Database, tenantId: string, ids: readonly string[]): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += lookEveryMs) {
    const { untold, waiting } = await visitorScope(database, tenantId).transaction((tx) => countUntold(tx, ids))
    if (untold === 0) return true
    if (waiting === 0 || waitedMs >= toldWaitMs) return false
    await setTimeout(lookEveryMs)
  }
}

/** `waiting`: their first attempt has not ended. */
async function countUntold(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<{ untold: number; waiting: number }> {
  const { rows } = await sql<{ untold: number; waiting: number }>`
    select count(*)::int as untold,
           count(*) filter (where next_attempt_at <= now() and (attempts = 0 or taken_until > now()))::int as waiting
      from application_sessions
     where tenant_id = ${tx.tenantId} and id = any (${ids}::uuid[]) and told_at is null`.execute(tx.db)
  return rows[0] ?? { untold: 0, waiting: 0 }
}
