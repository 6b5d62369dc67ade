import { useSyncExternalStore } from 'react'
import type { StoreApi } from 'zustand/vanilla'

/** zustand's `useStore` without React's default export, which would bring all of Preact's compatibility layer along. */
export function useStateOf<State>(store: StoreApi<State>): State {
  return useSyncExternalStore(store.subscribe, store.getState, store.getInitialState)
}
