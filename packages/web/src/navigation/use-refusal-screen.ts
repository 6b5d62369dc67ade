import { useEffect } from 'react'
import { useStore } from 'zustand'

import { useCore, useNavigator } from '../context/portal-context.tsx'

/**
 * Spec section 8: a status handled nowhere else goes to `/login/unauthorized?error={status}&action={statusText}`. Called by
 * screens that cannot show anything without permission. Core decides which failures count: those of a page's own load,
 * never those of a save.
 */
export function useRefusalScreen(): void {
  const { feedback } = useCore()
  const navigator = useNavigator()
  const isForbidden = useStore(feedback, (state) => state.refusedPage?.status === 403)
  useEffect(() => {
    // Written out here because core's table of reason phrases is loaded with the error screen.
    if (isForbidden) navigator.replace('/login/unauthorized?error=403&action=Forbidden')
  }, [isForbidden, navigator])
}
