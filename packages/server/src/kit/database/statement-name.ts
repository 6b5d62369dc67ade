import { createHash } from 'node:crypto'

import { sql as raw } from 'kysely'
import { LRUCache } from 'lru-cache'

const mark = '/* custom plan */'

/**
 * Marks a statement whose best plan depends on its values, such as on the size of a tenant. Prepared under a name it
 * would get one plan for all values after its fifth run on a connection (PostgreSQL manual, PREPARE, "Notes"): a search in
 * a small tenant would then read as many rows as in a large one.
 */
export const customPlan = raw.raw(mark)

/** PostgreSQL truncates names to 63 bytes; ours have 34. */
const textMax = 8192

const nameable = /^\s*(?:with|select|insert|update|delete)\s/i
/** `select *`, `returning *`, `"t".*`: the columns of such a statement change under it when a migration adds one. */
const openShape = /(?:\bselect|\breturning|,|\.)\s*\*/i

/**
 * The name under which a statement is prepared: the same for the same text; undefined if it should be unnamed because it
 * is marked with {@link customPlan}, has no parameters (perhaps several statements, or DDL), is very long (a list of values),
 * or selects `*`, which old code could not run after a new migration ("cached plan must not change").
 */
export function statementName(sql: string, parameters: readonly unknown[]): string | undefined {
  if (sql.includes(mark)) return undefined
  if (parameters.length === 0 || sql.length > textMax || !nameable.test(sql) || openShape.test(sql)) return undefined
  return `p_${createHash('sha256').update(sql).digest('base64url').slice(0, 32)}`
}

export type StatementNames = typeof statementName

const namesMax = 1000

/** {@link statementName}, remembered for the texts that were used last: hashing one takes longer than finding it. */
export function createStatementNames(): StatementNames {
  const known = new LRUCache<string, { readonly name: string | undefined }>({ max: namesMax })
  return (sql, parameters) => {
    if (parameters.length === 0 || sql.length > textMax) return undefined
    const found = known.get(sql) ?? { name: statementName(sql, parameters) }
    known.set(sql, found)
    return found.name
  }
}
