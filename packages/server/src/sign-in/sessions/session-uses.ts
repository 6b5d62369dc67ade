import { sql } from 'kysely'
import type { Logger } from 'pino'

import type { Database } from '../../kit/database/connect.ts'
import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'

/** The last use of a session is written at most once in this time (design "The API"). */
export const extendEverySecs = 30
/** Uses wait for so long to be written together. */
const writeAfterMs = 2_000

/** The session was used; `left` is how long it lasts from now on, ms by the database's clock. */
export type Extended = { readonly hash: Buffer; readonly idleLeftMs: number; readonly askedAt: number }

export type SessionUses = {
  note(tenantId: string, hash: Buffer): void
  /** Resolves when everything noted so far has been written, or has failed. */
  settled(): Promise<void>
}

type Use = { readonly hash: Buffer; readonly at: number }

/**
 * Writes when sessions were last used, outside of the requests that use them and in one transaction of a tenant at a
 * time. A use that could not be written is logged, and the session's next use is written instead.
 */
export function createSessionUses(
  database: Database,
  {
    log,
    extended,
    failed,
  }: {
    readonly log: Pick<Logger, 'warn'>
    readonly extended: (sessions: readonly Extended[]) => void
    readonly failed: (hashes: readonly Buffer[]) => void
  },
): SessionUses {
  let waiting = new Map<string, Map<string, Use>>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined

  return {
    note(tenantId, hash) {
      const uses = waiting.get(tenantId) ?? new Map<string, Use>()
      waiting.set(tenantId, uses.set(hash.toString('base64'), { hash, at: performance.now() }))
      if (timer !== undefined) return
      timer = setTimeout(() => void write(), writeAfterMs)
      timer.unref()
    },
    settled: () => write(),
  }

  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    while (writing !== undefined) await writing
    if (waiting.size === 0) return
    const taken = waiting
    waiting = new Map()
    writing = (async () => {
      for (const [tenantId, uses] of taken) await writeTenant(tenantId, [...uses.values()])
    })().finally(() => (writing = undefined))
    await writing
  }

  async function writeTenant(tenantId: string, uses: readonly Use[]): Promise<void> {
    try {
      const askedAt = performance.now()
      const rows = await tenantScope(database, tenantId).transaction((tx) => extendSessions(tx, uses, askedAt))
      extended(rows.map(({ hash, idleLeftMs }) => ({ hash, idleLeftMs, askedAt })))
    } catch (error) {
      failed(uses.map(({ hash }) => hash))
      log.warn({ err: error, tenantId }, 'the last use of sessions was not written; their next use is')
    }
  }
}

/**
 * Moves the last use of sessions that counted when they were used. A session that another transaction is changing is left
 * out, because waiting for several could deadlock; its next use is written. The absolute end never moves.
 */
async function extendSessions(
  tx: TenantTransaction,
  uses: readonly Use[],
  nowMs: number,
): Promise<readonly { hash: Buffer; idleLeftMs: number }[]> {
  const { rows } = await sql<{ hash: Buffer; idleLeftMs: number }>`
    with used as (
      select s.id_hash, now() - make_interval(secs => u.age) as at
        from unnest(${uses.map(({ hash }) => hash)}::bytea[], ${uses.map(({ at }) => (nowMs - at) / 1000)}::float8[])
             as u (hash, age)
        join sessions s on s.tenant_id = ${tx.tenantId} and s.id_hash = u.hash
       where s.ended_at is null
         and s.last_used_at + make_interval(secs => s.idle_secs) > now() - make_interval(secs => u.age)
         and s.last_used_at < now() - make_interval(secs => u.age + ${extendEverySecs})
         for update of s skip locked)
    update sessions s set last_used_at = u.at from used u
     where s.tenant_id = ${tx.tenantId} and s.id_hash = u.id_hash
    returning s.id_hash as hash,
              extract(epoch from s.last_used_at - now())::float8 * 1000 + s.idle_secs * 1000 as "idleLeftMs"`.execute(
    tx.db,
  )
  return rows
}
