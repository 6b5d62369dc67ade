import { sql } from 'kysely'
import type { Logger } from 'pino'

import type { Database } from '../database/connect.ts'
import { globalQuery } from '../database/tenant-scope.ts'

export type Counted = { readonly attempts: number; readonly endsInSecs: number }

export type SharedCounts = {
  /** Counts one attempt of a key for all processes. undefined: the database did not answer in time. */
  count(of: { name: string; hash: string; windowSecs: number }): Promise<Counted | undefined>
}

/** A request waits no longer than this for the shared count. */
const answerMaxMs = 500
/** Maximum keys that wait for the next statement; further ones are not counted in the database. */
const keysMax = 2_000

type Row = { name: string; hash: string; windowSecs: number; askers: ((counted: Counted | undefined) => void)[] }

/**
 * Attempts counted in PostgreSQL. A process runs at most one statement at a time; attempts that arrive during it go
 * into the next one. The cost is one connection of the pool at any load, and a slow database is queried once, not once
 * per request.
 */
export function createSharedCounts(database: Database, log: Logger): SharedCounts {
  let next = new Map<string, Row>()
  let begunAt: number | undefined
  let failing = false

  return {
    count({ name, hash, windowSecs }) {
      const late = begunAt !== undefined && performance.now() - begunAt > answerMaxMs
      if (late || (next.size >= keysMax && !next.has(hash))) return Promise.resolve(undefined)
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, answerMaxMs, undefined)
        const row = next.get(hash) ?? { name, hash, windowSecs, askers: [] }
        next.set(hash, row)
        row.askers.push((counted) => {
          clearTimeout(timer)
          resolve(counted)
        })
        if (begunAt === undefined) void flush()
      })
    },
  }

  async function flush(): Promise<void> {
    begunAt = performance.now()
    // Includes everything else that arrives in this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    while (next.size > 0) {
      begunAt = performance.now()
      const rows = [...next.values()]
      next = new Map()
      const counts = await countAll(rows)
      for (const { hash, askers } of rows) {
        const counted = counts.get(hash)
        askers.forEach((answer, index) =>
          answer(counted && { ...counted, attempts: counted.attempts - (askers.length - 1 - index) }),
        )
      }
    }
    begunAt = undefined
  }

  async function countAll(rows: readonly Row[]): Promise<ReadonlyMap<string, Counted>> {
    try {
      const counts = await upsert(database, rows)
      failing = false
      return counts
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'each process counts attempts by itself until the database answers')
      failing = true
      return new Map()
    }
  }
}

/** In the order of the keys, so that two processes cannot deadlock. */
async function upsert(database: Database, rows: readonly Row[]): Promise<ReadonlyMap<string, Counted>> {
  const sorted = rows.toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
  const column = <Value>(of: (row: Row) => Value): Value[] => sorted.map(of)
  const result = await sql<{ hash: string; attempts: number; endsInSecs: number }>`
    insert into rate_limits as r (bucket, key_hash, attempts, window_ends_at)
    select bucket, convert_to(hash, 'UTF8'), attempts, now() + make_interval(secs => secs)
      from unnest(${column(({ name }) => name)}::text[], ${column(({ hash }) => hash)}::text[],
                  ${column(({ askers }) => askers.length)}::bigint[], ${column(({ windowSecs }) => windowSecs)}::float8[])
        as asked (bucket, hash, attempts, secs)
    on conflict (bucket, key_hash) do update set
      attempts = case when r.window_ends_at <= now() then excluded.attempts else r.attempts + excluded.attempts end,
      window_ends_at = case when r.window_ends_at <= now() then excluded.window_ends_at
                            else least(r.window_ends_at, excluded.window_ends_at) end
    returning convert_from(key_hash, 'UTF8') as hash, attempts::float8 as attempts,
              extract(epoch from window_ends_at - now())::float8 as "endsInSecs"`.execute(globalQuery(database))
  return new Map(result.rows.map(({ hash, attempts, endsInSecs }) => [hash, { attempts, endsInSecs }]))
}
