import { createLauncherNotices, type LauncherNotices } from '@portico/core'
import { useEffect } from 'react'
import { useStore } from 'zustand'

import { useCore } from '../../kit/context/portal-context.tsx'

/** What the tenant tells on the launcher, read with the screen; undefined until then. */
export function useNotices(): LauncherNotices | undefined {
  const store = useCore().lazily(createLauncherNotices)
  useEffect(() => void store.fetch(), [store])
  return useStore(store, (state) => state.notices)
}
