import { useCallback, useRef, useSyncExternalStore } from 'react'

/** The part of a store that drawing needs. */
export type Watched = { readonly getState: () => unknown; readonly subscribe: (listener: () => void) => () => void }

/** Re-renders when any of the stores changes. */
export function useWatched(stores: readonly Watched[]): void {
  const last = useRef<readonly unknown[]>([])
  const subscribe = useCallback(
    (listener: () => void) => {
      const offs = stores.map((store) => store.subscribe(listener))
      return () => offs.forEach((off) => off())
    },
    [stores],
  )
  useSyncExternalStore(subscribe, () => {
    const now = stores.map((store) => store.getState())
    const isSame = now.length === last.current.length && now.every((state, at) => state === last.current[at])
    if (!isSame) last.current = now
    return last.current
  })
}
