import type { Problem } from '../http/problem.ts'
import type { ListQuery, NoFilter } from './listed.ts'

export type ListState<Row, Filter = NoFilter, Field extends string = string> = ListQuery<Filter, Field> & {
  readonly scope: string | undefined
  /** The window: rows that follow one another, searched and ordered. undefined before the first answer. */
  readonly rows: readonly Row[] | undefined
  /** What was read, in the list's own order, whatever the search. */
  readonly held: readonly Row[] | undefined
  /** Place of the window's first row among all that match. */
  readonly start: number
  /** How many rows match. */
  readonly total: number
  /** How many there are without search and filter, as far as that is known. */
  readonly all: number
  /** `rows` are those of a search or filter. */
  readonly isNarrowed: boolean
  readonly hasNext: boolean
  readonly hasPrevious: boolean
  readonly isFetching: boolean
  /** What the last request failed with; the rows before it stay. */
  readonly failure: Problem | undefined
  readonly readonly: boolean
  /** Rows chosen for an action, by id: also those that a search or another page hides. */
  readonly selected: ReadonlyMap<string, Row>
}

/**
 * What a face draws: `loading` before the first answer, `failed` where there was none, `empty` where there is nothing at
 * all, `no-match` where the search or filter lets nothing through.
 */
export type ListStatus = 'loading' | 'failed' | 'empty' | 'no-match' | 'rows'

export function statusOf({ rows, failure, isFetching, isNarrowed }: ListState<unknown, unknown>): ListStatus {
  if (rows === undefined) return failure === undefined || isFetching ? 'loading' : 'failed'
  if (rows.length > 0) return 'rows'
  return isNarrowed ? 'no-match' : 'empty'
}

/** The state before anything was read of a scope. */
export const nothingRead = {
  rows: undefined,
  held: undefined,
  start: 0,
  total: 0,
  all: 0,
  isNarrowed: false,
  hasNext: false,
  hasPrevious: false,
  isFetching: false,
  failure: undefined,
  readonly: false,
  selected: new Map<string, never>(),
}
