import { sortIn, type List } from '@portico/core'
import { useOpenList, type DrawnList } from '@portico/core/react'

import { useQuery } from './use-query.ts'

/** A list as a screen shows it, with its search and order in the address: `?q=…&sort=-name`. */
export type Listed<Row, Filter, Field extends string> = DrawnList<Row, Filter, Field> & {
  readonly list: List<Row, Filter, Field>
  /** As typed; the list may still show the result of an earlier search. */
  readonly text: string
  /** The column that the rows are ordered by, with a leading minus for descending order. */
  readonly order: string
  readonly onSort: (order: string) => void
  /** Changes the address. An empty text removes an entry. */
  readonly change: (entries: Readonly<Record<string, string>>) => void
}

type Options<Filter> = {
  readonly filter?: Filter
  /** The screen always has this filter, so without a search, no rows means an empty list. */
  readonly isFixed?: boolean
}

/** Opens a list with the screen that draws it; its search and order are in the address. */
export function useListed<Row, Filter, Field extends string>(
  list: List<Row, Filter, Field>,
  scope: string,
  { filter = list.listed.noFilter, isFixed = false }: Options<Filter> = {},
): Listed<Row, Filter, Field> {
  const { query, change } = useQuery()
  const text = query.get('q') ?? ''
  const sort = sortIn(list.listed, query.get('sort'))
  const own = list.listed.ownSort ?? ''
  const shown = useOpenList(list, scope, { search: text, sort, filter })
  const status = isFixed && shown.status === 'no-match' && shown.search.trim() === '' ? 'empty' : shown.status
  return {
    ...shown,
    status,
    list,
    text,
    order: sort || own,
    onSort: (by) => change({ sort: by === own ? '' : by }),
    change,
  }
}
