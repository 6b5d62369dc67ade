import type { Core, PortalUser, Words } from '@portico/core'
import { createContext, useContext } from 'react'
import { useStore, type StoreApi } from 'zustand'

import type { Destination } from '../ports/destination.ts'
import type { Navigator, PortalLocation } from '../ports/navigator.ts'
import type { TypedWork } from '../ports/typed-work.ts'

/** What the page's HTML shows of its screen (app/portal/skeletons.ts), if it does, and the path of that screen. */
export type Outline = { readonly path: string; readonly element: Element | null }

export type Portal = {
  readonly core: Core
  readonly navigator: Navigator
  readonly typedWork: TypedWork
  readonly destination: Destination
  /** How many parts of the page are loading or busy. */
  readonly pending: StoreApi<number>
  /** Outline of the page that was loaded. */
  readonly outline?: Outline | undefined
}

export const PortalContext = createContext<Portal | undefined>(undefined)

export function usePortal(): Portal {
  const portal = useContext(PortalContext)
  if (portal === undefined) throw new Error('A screen was drawn outside the portal.')
  return portal
}

export function useCore(): Core {
  return usePortal().core
}

export function useNavigator(): Navigator {
  return usePortal().navigator
}

export function useLocation(): PortalLocation {
  return useStore(useNavigator())
}

/** Only the path: a change of the query, such as another order of a list, does not redraw what depends on the path. */
export function usePath(): string {
  return useStore(useNavigator(), (location) => location.path)
}

/** Who this session is of, once it is known. */
export function useUser(): PortalUser | undefined {
  return useStore(useCore().launcher, ({ user }) => user)
}

/** Whether this session may change anything: support may only read where the tenant says so. The server decides (decision 97). */
export function useMayChange(): boolean {
  return useUser()?.banner?.readonly !== true
}

/** Whether this is a support session, which some changes are closed to whatever the tenant allows. */
export function useIsSupport(): boolean {
  return useUser()?.banner !== undefined
}

export function useWords(): Words {
  return useStore(useCore().branding, (state) => state.words)
}
