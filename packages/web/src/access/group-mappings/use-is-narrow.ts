import { useSyncExternalStore } from 'react'

/** The width from which tables are cards (`ui/table.module.css`). */
const narrow = '(max-width: 47.99rem)'

/** Whether the window is too small for a table of many columns. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(narrow)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => window.matchMedia(narrow).matches,
  )
}
