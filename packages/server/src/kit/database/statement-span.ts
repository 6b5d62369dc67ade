import { currentSpan, type Span } from '../tracing/spans.ts'
import type { Statement } from './message.ts'
import type { StatementNames } from './statement-name.ts'

/** A span for one message to the database; undefined outside a trace. */
export function statementSpan(message: readonly Statement[], nameOf: StatementNames): Span | undefined {
  const parent = currentSpan()
  if (parent === undefined) return undefined
  // Those with a name of their own begin and end transactions.
  const asked = message.filter(({ name }) => name === undefined)
  const summary =
    asked.map(({ sql }) => statementSummary(sql)).join('; ') || statementSummary(message.at(-1)?.sql ?? '')
  const names = asked.flatMap(({ sql, parameters }) => nameOf(sql, parameters) ?? [])
  return parent.child({
    name: summary,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.query.summary': summary,
      ...(names.length > 0 && { 'portico.db.statements': names }),
    },
  })
}

/** `from` as it is in `extract(epoch from …)` and `is distinct from …` names no table. */
const target = /(?<!\bextract\(\s*\w+\s|\bdistinct\s)\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_]\w*)/i

/** The verb and the first table or function: `select sessions`. Both are words of our own statements, never values. */
export function statementSummary(sql: string): string {
  const [, verb = 'other'] = /^\W*(\w+)/.exec(sql) ?? []
  const [, first] = target.exec(sql) ?? []
  return first === undefined ? verb.toLowerCase() : `${verb.toLowerCase()} ${first}`
}
