import { moduleRoutes, type ModuleRoute } from '@portico/core'
import { useMemo } from 'react'
import { useStore } from 'zustand'

import { useCore } from '../context/portal-context.tsx'

/** The admin modules that are pages of this portal; undefined while loading. */
export function useModules(): readonly ModuleRoute[] | undefined {
  const modules = useStore(useCore().launcher, (state) => state.adminModules)
  return useMemo(() => modules && moduleRoutes(modules, window.location.origin), [modules])
}
