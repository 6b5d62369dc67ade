import { useLayoutEffect, useState } from 'react'

/** false in the first render, which has to equal the prerendered page: what only this browser knows is drawn after it. */
export function useIsHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(false)
  // The second render is the purpose; it is drawn before the browser paints.
  // oxlint-disable-next-line react/set-state-in-effect
  useLayoutEffect(() => setHydrated(true), [])
  return isHydrated
}
