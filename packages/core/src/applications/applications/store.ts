import { createStore, type StoreApi } from 'zustand/vanilla'

import type { LazyParts } from '../../kit/lazy-parts.ts'
import { listOf, type List } from '../../kit/lists/list.ts'
import type { Application } from './contract.ts'
import { applicationList } from './list.ts'

/** Spec section 4, "Apps for an environment". */
export type Applications = StoreApi<{ readonly selectedId: string | undefined }> & {
  readonly list: List<Application>
  select(id: string): void
}

/** `core.lazily(createApplications)`: the list and the application selected in it. */
export function createApplications(parts: LazyParts): Applications {
  const store = createStore<{ readonly selectedId: string | undefined }>(() => ({ selectedId: undefined }))
  const list = listOf(parts, applicationList)
  // Keep the selection while the application is in the list; otherwise select the first one, if any.
  list.subscribe(({ held }, before) => {
    if (held === undefined || held === before.held) return
    const { selectedId } = store.getState()
    if (!held.some(({ id }) => id === selectedId)) store.setState({ selectedId: held[0]?.id })
  })
  return { ...store, list, select: (selectedId) => store.setState({ selectedId }) }
}
