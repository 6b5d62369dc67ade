import { useContext, useEffect } from 'react'
import type { StoreApi } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { PortalContext } from '../context/portal-context.tsx'

export const createPending = (): StoreApi<number> => createStore(() => 0)

/** Counts a part of the page while it is loading or busy; `PendingStatus` says so for all of them. */
export function usePending(isPending = true): void {
  const pending = useContext(PortalContext)?.pending
  useEffect(() => {
    if (pending === undefined || !isPending) return undefined
    pending.setState((count) => count + 1, true)
    return () => pending.setState((count) => count - 1, true)
  }, [pending, isPending])
}
