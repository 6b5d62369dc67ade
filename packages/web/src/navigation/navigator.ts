import type { LeaveBlocker } from '@portico/core'
import { createStore, type StoreApi } from 'zustand'

export type PortalLocation = { readonly path: string; readonly search: string }

export type Navigator = StoreApi<PortalLocation> & {
  /** Goes to a screen of the portal: `path` may carry a query. Asks first where a form would lose something. */
  go(path: string): void
  /** The same without adding history, and without asking. */
  replace(path: string): void
  /** Back to where the person came from, or to the portal where there is nothing to go back to. */
  back(): void
  /** Follows back and forward until the answer is called. */
  listen(): () => void
}

/** The address bar as a store. Only screens go through here; forms and other applications load pages. */
export function createNavigator(page: Window, leaving: Pick<LeaveBlocker, 'leave' | 'wouldLose'>): Navigator {
  const read = (): PortalLocation => ({ path: page.location.pathname, search: page.location.search })
  const store = createStore<PortalLocation>(read)
  const sync = () => store.setState(read())
  /** Number of the history entry on screen; each entry carries its own, so that back can be told from forward. */
  let index = 0
  let hasAgreed = false

  const follow = (event: PopStateEvent) => {
    const arrived = indexOf(event.state)
    if (arrived === undefined) {
      // A link to a place on this page: the browser made an entry that has no number yet.
      index += 1
      page.history.replaceState({ index }, '')
      return sync()
    }
    const by = arrived - index
    if (by === 0) return sync()
    if (hasAgreed || page.location.pathname === store.getState().path || !leaving.wouldLose()) {
      hasAgreed = false
      index = arrived
      return sync()
    }
    // The browser has moved already: back to the form, and on when the person agrees.
    page.history.go(-by)
    leaving.leave(() => {
      hasAgreed = true
      page.history.go(by)
    })
  }

  return {
    ...store,
    go(path) {
      const move = () => {
        index += 1
        page.history.pushState({ index }, '', path)
        page.scrollTo(0, 0)
        sync()
      }
      if (new URL(path, page.location.href).pathname === page.location.pathname) move()
      else leaving.leave(move)
    },
    replace(path) {
      page.history.replaceState({ index }, '', path)
      sync()
    },
    back() {
      if (page.history.length > 1) page.history.back()
      else page.location.assign('/portal')
    },
    listen() {
      index = indexOf(page.history.state) ?? 0
      page.history.replaceState({ index }, '')
      page.addEventListener('popstate', follow)
      return () => page.removeEventListener('popstate', follow)
    },
  }
}

function indexOf(state: unknown): number | undefined {
  const index = typeof state === 'object' && state !== null && 'index' in state ? state.index : undefined
  return typeof index === 'number' ? index : undefined
}
