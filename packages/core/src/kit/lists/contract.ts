import * as v from 'valibot'

import { searchMatches } from './search.ts'

/** Maximum rows of one page. */
export const pageLimitMax = 1000

/** Lists are counted up to this number: a `total` of {@link totalMax} means that there are more. */
export const countedMax = 1000
export const totalMax = countedMax + 1

/** `none`: the answer has no `total`. `exact`: it is counted to the end, however long that takes. */
export const totalsAsked = ['none', 'exact'] as const

/** Used instead of a cursor: the last page. */
export const lastPage = 'end'

const limit = v.pipe(v.string(), v.regex(/^(?:[1-9]\d{0,2}|1000)$/, 'INVALID_VALUE'))
const text = v.pipe(
  v.string(),
  v.maxLength(200),
  v.check((typed) => !/[\0\p{Cs}]/u.test(typed), 'INVALID_VALUE'),
)

/**
 * The query of a list that the server pages. Everything is optional: without `limit` the answer is complete. `cursor` is
 * the `next` or `previous` of an earlier answer, or {@link lastPage}; it is valid only with the `sort` of that answer.
 * `sort` is a field, with a minus in front for the reverse order. `total` is one of {@link totalsAsked}.
 */
export function listQuery<const Sort extends string>(sorts: readonly Sort[]) {
  return {
    limit: v.optional(v.pipe(limit, v.description('Rows of one page, 1 to 1,000. Without it the answer is complete.'))),
    cursor: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(2000),
        v.description('`next` or `previous` of an earlier answer with the same `sort`, or `end` for the last page.'),
      ),
    ),
    search: v.optional(v.pipe(text, v.description('Only rows that contain this text.'))),
    match: v.optional(v.picklist(searchMatches, 'INVALID_VALUE')),
    sort: v.optional(v.picklist([...sorts, ...sorts.map((sort) => `-${sort}` as const)], 'INVALID_VALUE')),
    total: v.optional(
      v.pipe(
        v.picklist(totalsAsked, 'INVALID_VALUE'),
        v.description('`none`: the answer has no `total`. `exact`: all rows are counted, however long that takes.'),
      ),
    ),
  }
}

/** What a paged answer has in addition to its rows; absent from a complete one. */
export const pageReply = {
  /** Cursor of the page that follows; null after the last one. */
  next: v.optional(v.nullable(v.string())),
  /** Cursor of the page before this one; null before the first one. */
  previous: v.optional(v.nullable(v.string())),
  /**
   * How many rows match, {@link totalMax} at most; in answers to a query without a cursor, and to {@link lastPage}, unless
   * the query asks for another `total`.
   */
  total: v.optional(
    v.pipe(v.number(), v.description(`How many rows match; ${totalMax} means more than ${countedMax}.`)),
  ),
}
