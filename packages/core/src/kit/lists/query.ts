import type { SearchMatch } from './search.ts'
import { parseSearch } from './search.ts'

/** The query of a paged call (`listQuery`) for what was typed and chosen. */
export function pageQuery<Sort extends string>(request: {
  readonly search: string
  readonly sort: '' | Sort
  readonly cursor: string | undefined
  readonly limit: number
  readonly total?: 'none' | undefined
}): {
  readonly search?: string
  readonly match?: SearchMatch
  readonly sort?: Sort
  readonly cursor?: string | undefined
  readonly limit: string
  readonly total?: 'none'
} {
  const { search, sort, cursor, limit, total } = request
  const { match, text } = parseSearch(search)
  return {
    ...(text === '' ? {} : { search: text, ...(match === 'contains' ? {} : { match }) }),
    ...(sort === '' ? {} : { sort }),
    cursor,
    limit: String(limit),
    ...(total === undefined ? {} : { total }),
  }
}
