import { sql, type RawBuilder } from 'kysely'

/** A time as the key of a cursor: with its microseconds, which a Date does not hold, and the same in every time zone. */
export function timeKey(column: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}

/** Whether a text is such a key. PostgreSQL has no year 0, and refuses days that JavaScript moves to the next month. */
export function isTimeKey(key: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(key)) return false
  const at = Date.parse(key)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 19) === key.slice(0, 19)
}
