import type { Problem } from '../http/problem.ts'
import type { ListQuery, NoFilter } from './listed.ts'

export type ListState<Row, Filter = NoFilter, Field extends string = string> = ListQuery<Filter, Field> & {
  readonly scope: string | undefined
  /** The window: rows that follow one another, searched and ordered. undefined before the first answer. */
  readonly rows: readonly Row[] | undefined
  /** The rows read, in the default order, whatever the search. */
  readonly held: readonly Row[] | undefined
  /**
   * Position of the window's first row among all matches. Negative: the distance of the end of a list that has more rows than
   * are counted, so that -100 is the first of its last hundred rows.
   */
  readonly start: number
  /** How many rows match; of a list that the server searches, `totalMax` means more than `countedMax`. */
  readonly total: number
  /** False while the rows are shown before they are counted: `total` is what is known of them so far. */
  readonly isCounted: boolean
  /** How many rows there are without search and filter, if known. */
  readonly all: number
  /** `rows` answer an earlier search, filter or order: those of the present one are not read yet. */
  readonly isOutdated: boolean
  /** `rows` are the result of a search or filter. */
  readonly isNarrowed: boolean
  readonly hasNext: boolean
  readonly hasPrevious: boolean
  readonly isFetching: boolean
  /** The failure of the last request; the previous rows stay. */
  readonly failure: Problem | undefined
  readonly readonly: boolean
  /** Rows selected for an action, by id, including those that a search or another page hides. */
  readonly selected: ReadonlyMap<string, Row>
}

/**
 * What a face draws: `loading` before the first answer, `failed` if it failed, `empty` if there are no rows at all,
 * `no-match` if no row matches the search or filter.
 */
export type ListStatus = 'loading' | 'failed' | 'empty' | 'no-match' | 'rows'

export function statusOf({ rows, failure, isFetching, isNarrowed }: ListState<unknown, unknown>): ListStatus {
  if (rows === undefined) return failure === undefined || isFetching ? 'loading' : 'failed'
  if (rows.length > 0) return 'rows'
  return isNarrowed ? 'no-match' : 'empty'
}

/** The state before anything is read for a scope. */
export const nothingRead = {
  rows: undefined,
  held: undefined,
  start: 0,
  total: 0,
  isCounted: false,
  all: 0,
  isOutdated: false,
  isNarrowed: false,
  hasNext: false,
  hasPrevious: false,
  isFetching: false,
  failure: undefined,
  readonly: false,
  selected: new Map<string, never>(),
}
