import type { LeaveBlocker } from '@portico/core'
import { createStore, type StoreApi } from 'zustand'

export type PortalLocation = { readonly path: string; readonly search: string }

export type Navigator = StoreApi<PortalLocation> & {
  /** Goes to a screen of the portal: `path` may include a query. Asks first if a form has unsaved changes. */
  go(path: string): void
  /** The same without adding history, and without asking. */
  replace(path: string): void
  /** Back to the previous page, or to the portal if there is none. */
  back(): void
  /** Follows back and forward; the returned function stops it. */
  listen(): () => void
}

/** The address bar as a store, for screens only; forms and other applications load pages. */
export function createNavigator(page: Window, leaving: Pick<LeaveBlocker, 'leave' | 'wouldLose'>): Navigator {
  const read = (): PortalLocation => ({ path: page.location.pathname, search: page.location.search })
  const addressOf = ({ path, search }: PortalLocation) => path + search
  const store = createStore<PortalLocation>(read)
  const sync = () => store.setState(read())
  /** Number of the current history entry; every entry stores its number, which tells back from forward. */
  let index = 0
  let hasAgreed = false

  const follow = (event: PopStateEvent) => {
    const arrived = indexOf(event.state)
    if (arrived === undefined) {
      // A fragment link: the browser added an entry without a number.
      index += 1
      page.history.replaceState({ index }, '')
      return sync()
    }
    const by = arrived - index
    if (by === 0) return sync()
    if (hasAgreed || addressOf(read()) === addressOf(store.getState()) || !leaving.wouldLose()) {
      hasAgreed = false
      index = arrived
      return sync()
    }
    // The browser has already moved: return to the form, and move on if the person agrees.
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
      // A query opens another object of the same screen.
      if (path === addressOf(read())) move()
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
