import { createStore, type StoreApi } from 'zustand'

export type PortalLocation = { readonly path: string; readonly search: string }

export type Navigator = StoreApi<PortalLocation> & {
  /** Goes to a screen of the portal: `path` may carry a query. */
  go(path: string): void
  /** The same without adding history. */
  replace(path: string): void
  /** Back to where the person came from, or to the portal where there is nothing to go back to. */
  back(): void
  /** Follows back and forward until the answer is called. */
  listen(): () => void
}

/** The address bar as a store. Only screens go through here; forms and other applications load pages. */
export function createNavigator(page: Window): Navigator {
  const read = (): PortalLocation => ({ path: page.location.pathname, search: page.location.search })
  const store = createStore<PortalLocation>(read)
  const sync = () => store.setState(read())
  return {
    ...store,
    go(path) {
      page.history.pushState(null, '', path)
      page.scrollTo(0, 0)
      sync()
    },
    replace(path) {
      page.history.replaceState(null, '', path)
      sync()
    },
    back() {
      if (page.history.length > 1) page.history.back()
      else page.location.assign('/portal')
    },
    listen() {
      page.addEventListener('popstate', sync)
      return () => page.removeEventListener('popstate', sync)
    },
  }
}
