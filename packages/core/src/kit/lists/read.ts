import type { Outcome } from '../http/client.ts'
import type { Problem } from '../http/problem.ts'
import type { ListedNoun, ReadingParts, SortBy } from './listed.ts'
import { allRows, type Page } from './pages.ts'
import { passes, selectRows, type RowChoice } from './select.ts'

export type Reading<Row, Filter> = Partial<RowChoice<Row>> & {
  readonly scope?: string | undefined
  readonly search?: string | undefined
  readonly filter?: Filter | undefined
  /** Maximum number of rows. */
  readonly most?: number | undefined
}

/** Rows of a page for a command; a thousand service accounts with their keys are about 1 MB. */
const pageLength = 1000

/**
 * The rows of a list, in order, as a command prints them, read page by page without a store. If core searches, `most`
 * counts the rows read, from the first in the default order.
 */
export async function readList<Row, Filter, Field extends string>(
  parts: ReadingParts,
  listed: ListedNoun<Row, Filter, Field>,
  { scope = '', search = '', filter = listed.noFilter, most = Infinity, filters = [], sort }: Reading<Row, Filter>,
): Promise<Outcome<readonly Row[]>> {
  const isHere = listed.searchedBy === 'here'
  const sortBy = isHere || sort === undefined ? '' : serverSort(listed, sort.field.name, sort.isDescending)
  const ordersHere = sort !== undefined && sortBy === undefined
  // Filtering or sorting here needs more rows than the caller asked for.
  const isExact = filters.length === 0 && !ordersHere
  const length = Math.min(pageLength, listed.pageLengthMax ?? pageLength)
  try {
    const rows = await allRows<Row>(
      async ({ cursor, limit }) => {
        const request = { scope, search, sort: sortBy ?? '', filter, cursor, limit: isExact || isHere ? limit : length }
        const page = valueOf(await listed.fetchPage(parts, request))
        return isHere ? page : { ...page, rows: page.rows.filter((row) => passes(row, filters)) }
      },
      { most: ordersHere && !isHere ? Infinity : most, pageLength: length },
    )
    const read = isHere ? rows.slice(0, most) : rows
    const ordered = listed.order?.(read) ?? read
    const filtered = listed.filterRows?.(ordered, filter) ?? ordered
    const chosen = selectRows(filtered, { filters, sort: isHere || ordersHere ? sort : undefined })
    return { ok: true, value: chosen.slice(0, most) }
  } catch (reason) {
    if (reason instanceof PageFailed) return { ok: false, problem: reason.problem }
    throw reason
  }
}

/** The sort as the server accepts it; undefined if it cannot sort by it. */
function serverSort<Field extends string>(
  { sorts }: Pick<ListedNoun<never, never, Field>, 'sorts'>,
  name: string,
  isDescending: boolean,
): SortBy<Field> | undefined {
  const field = sorts?.find((known) => known === name)
  return field === undefined ? undefined : isDescending ? `-${field}` : field
}

class PageFailed extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super('A page could not be read.')
    this.problem = problem
  }
}

function valueOf<Row>(outcome: Outcome<Page<Row>>): Page<Row> {
  if (outcome.ok) return outcome.value
  throw new PageFailed(outcome.problem)
}
