import { useDeferredValue, useEffect } from 'react'
import { useStore } from 'zustand'

import type { List } from '../../kit/lists/list.ts'
import type { ListQuery, NoFilter } from '../../kit/lists/listed.ts'
import { statusOf, type ListState, type ListStatus } from '../../kit/lists/state.ts'

export type DrawnList<Row, Filter, Field extends string> = ListState<Row, Filter, Field> & {
  readonly status: ListStatus
}

/** The state of a list; redraws when it changes. */
export function useList<Row, Filter, Field extends string>(
  list: Pick<List<Row, Filter, Field>, 'getState' | 'getInitialState' | 'subscribe'>,
): DrawnList<Row, Filter, Field> {
  const state = useStore(list)
  return { ...state, status: statusOf(state) }
}

/**
 * Opens a list with the screen that draws it, follows the query, and cancels the request in progress when the screen is
 * closed. Rows of the previous scope are never drawn.
 */
export function useOpenList<Row, Filter = NoFilter, Field extends string = string>(
  list: List<Row, Filter, Field>,
  scope: string,
  query: Partial<ListQuery<Filter, Field>> = {},
): DrawnList<Row, Filter, Field> {
  const asked = JSON.stringify(query)
  useEffect(() => {
    void list.open(scope, JSON.parse(asked) as Partial<ListQuery<Filter, Field>>)
    return () => list.stop()
    // Runs once per scope: the effect below follows the query.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [list, scope])
  useEffect(() => {
    void list.change(JSON.parse(asked) as Partial<ListQuery<Filter, Field>>)
  }, [list, asked])
  // New rows are drawn in parts, between which the page answers to a key or a press.
  const state = useDeferredValue(useStore(list))
  return state.scope === scope
    ? { ...state, status: statusOf(state) }
    : { ...list.getInitialState(), status: 'loading' }
}
