import { useLocation, useNavigator } from '../context/portal-context.tsx'

/** The query of the current address; a change replaces the history entry, so that back leaves the screen at once. */
export function useQuery() {
  const navigator = useNavigator()
  const query = new URLSearchParams(useLocation().search)
  const change = (entries: Readonly<Record<string, string>>) => {
    const { path, search } = navigator.getState()
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(entries)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    navigator.replace(next.size === 0 ? path : `${path}?${next}`)
  }
  return { query, change }
}
