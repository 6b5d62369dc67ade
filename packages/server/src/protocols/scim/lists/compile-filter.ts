import { sql, type RawBuilder } from 'kysely'

import { invalidRequest } from '../failure.ts'
import type { Filter } from '../filter.ts'
import type { AttributePath } from '../paths.ts'
import { commonAttributes, type Attribute } from '../schemas.ts'
import { isUuid } from '../../../kit/identifiers.ts'

/** A column that has the value of an attribute. `folded`: text in lower case. */
export type Column = {
  readonly kind: 'folded' | 'exact' | 'boolean' | 'time' | 'uuid'
  readonly of: RawBuilder<unknown>
}

/** How the attributes of a kind of resource are looked up in the rows of its table, whose alias is `r`. */
export type Lookup = {
  /** undefined: the attribute is only in `resource`. */
  column(path: AttributePath): Column | undefined
  /** Rows of another table, such as members: `named` is the attribute with several values. */
  readonly related: Readonly<Record<string, (value: string | undefined) => RawBuilder<boolean>>>
}

/** Part of a WHERE clause. It selects all rows that match the filter; others too, unless `isExact`. */
export type Compiled = { readonly where: RawBuilder<boolean>; readonly isExact: boolean }

const anything: Compiled = { where: sql<boolean>`true`, isExact: false }

/** Translates a filter to SQL with bound parameters. Throws 400 for what related rows cannot be compared by. */
export function compileFilter(filter: Filter, lookup: Lookup): Compiled {
  switch (filter.op) {
    case 'and': {
      const parts = filter.parts.map((part) => compileFilter(part, lookup))
      return { where: joined(parts, 'and'), isExact: parts.every(({ isExact }) => isExact) }
    }
    case 'or': {
      const parts = filter.parts.map((part) => compileFilter(part, lookup))
      return { where: joined(parts, 'or'), isExact: parts.every(({ isExact }) => isExact) }
    }
    case 'not': {
      const part = compileFilter(filter.part, lookup)
      return part.isExact ? opposite(part) : anything
    }
    case 'some': {
      const related = lookup.related[filter.path.attribute.name]
      if (related === undefined) return mentions(filter.part)
      const { part } = filter
      if (part.op === 'eq' && part.path.name === 'value' && typeof part.value === 'string')
        return { where: related(part.value), isExact: true }
      throw onlyByValue(filter.path.attribute)
    }
    case 'constant':
      return { where: filter.holds ? sql<boolean>`true` : sql<boolean>`false`, isExact: true }
    case 'pr':
      return compilePresence(filter.path, lookup)
    default:
      return compileComparison(filter, lookup)
  }
}

function compilePresence(path: AttributePath, lookup: Lookup): Compiled {
  const related = lookup.related[path.attribute.name]
  if (related !== undefined) return { where: related(undefined), isExact: true }
  const column = lookup.column(path)
  if (column === undefined) return anything
  const { kind, of } = column
  const isText = kind === 'folded' || kind === 'exact'
  return {
    where: isText ? sql<boolean>`coalesce(${of} <> '', false)` : sql<boolean>`(${of} is not null)`,
    isExact: true,
  }
}

type Comparing = Extract<Filter, { readonly value: unknown }>

function compileComparison(filter: Comparing, lookup: Lookup): Compiled {
  const { op, path, value } = filter
  if (op === 'ne') {
    const equal = compileComparison({ ...filter, op: 'eq' }, lookup)
    return equal.isExact ? opposite(equal) : anything
  }
  const related = lookup.related[path.attribute.name]
  if (related !== undefined) {
    const isValue = path.sub === undefined || path.sub.name === 'value'
    if (!isValue || op !== 'eq' || typeof value !== 'string') throw onlyByValue(path.attribute)
    return { where: related(value), isExact: true }
  }
  const column = lookup.column(path)
  if (column === undefined) return isCommon(path) ? anything : mentions({ op, path: path.attribute, value })
  if (value === null) return { where: sql<boolean>`(${column.of} is null)`, isExact: true }
  const where = compared(column, op, value)
  return where === undefined ? anything : { where, isExact: true }
}

function compared({ kind, of }: Column, op: string, value: string | number | boolean): RawBuilder<boolean> | undefined {
  if (kind === 'boolean') return sql<boolean>`${of} = ${value === true}`
  if (typeof value !== 'string') return undefined
  if (kind === 'uuid') {
    if (op !== 'eq') return undefined
    return isUuid(value) && value === value.toLowerCase() ? sql<boolean>`${of} = ${value}::uuid` : sql<boolean>`false`
  }
  if (kind === 'time') return comparedTime(of, op, value)
  const text = kind === 'folded' ? value.toLowerCase() : value
  if (op === 'eq') return sql<boolean>`${of} = ${text}`
  if (op === 'co') return sql<boolean>`strpos(${of}, ${text}) > 0`
  if (op === 'sw') return sql<boolean>`starts_with(${of}, ${text})`
  if (op === 'ew') return sql<boolean>`right(${of}, length(${text})) = ${text}`
  return undefined
}

const timeSigns = { eq: sql`=`, gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const

/** Times are shown in milliseconds. */
function comparedTime(of: RawBuilder<unknown>, op: string, value: string): RawBuilder<boolean> | undefined {
  if (!Object.hasOwn(timeSigns, op)) return undefined
  const at = new Date(value)
  if (!(at.getUTCFullYear() >= 1 && at.getUTCFullYear() <= 9999)) return undefined
  const sign = timeSigns[op as keyof typeof timeSigns]
  return sql<boolean>`date_trunc('milliseconds', ${of}) ${sign} ${at.toISOString()}::timestamptz`
}

/** Rows whose text has the value that a comparison looks for, wherever it is. */
function mentions(filter: Filter<Attribute>): Compiled {
  const where = mentioned(filter)
  return { where: where ?? anything.where, isExact: false }
}

function mentioned(filter: Filter<Attribute>): RawBuilder<boolean> | undefined {
  if (filter.op === 'and') {
    const parts = filter.parts.flatMap((part) => mentioned(part) ?? [])
    return parts.length === 0 ? undefined : sql<boolean>`(${sql.join(parts, sql` and `)})`
  }
  if (!('value' in filter) || !['eq', 'co', 'sw', 'ew'].includes(filter.op)) return undefined
  // JSON writes other characters in several ways.
  if (typeof filter.value !== 'string' || !/^[\w@.+ -]+$/.test(filter.value)) return undefined
  return sql<boolean>`strpos(lower(r.resource::text), ${filter.value.toLowerCase()}) > 0`
}

/** An attribute without a value compares to null, which a WHERE clause takes as false. Only here it makes a difference: an index needs it plain. */
function opposite({ where }: Compiled): Compiled {
  return { where: sql<boolean>`not coalesce(${where}, false)`, isExact: true }
}

function isCommon({ attribute }: AttributePath): boolean {
  return commonAttributes.includes(attribute)
}

function onlyByValue({ name }: Attribute) {
  return invalidRequest('invalidFilter', `${name} can only be compared by value, with eq.`)
}

function joined(parts: readonly Compiled[], op: 'and' | 'or'): RawBuilder<boolean> {
  const wheres = parts.map(({ where }) => where)
  return sql<boolean>`(${sql.join(wheres, op === 'and' ? sql` and ` : sql` or `)})`
}
