import { useEffect } from 'react'
import { useStore } from 'zustand'

import { useCore, useNavigator } from '../portal/context.tsx'

/**
 * Spec section 8: a status handled nowhere else goes to `/login/unauthorized?error={status}&action={statusText}`. A screen
 * that cannot show anything without permission calls this. Core decides which failures those are: a page's own load,
 * never a save.
 */
export function useRefusalScreen(): void {
  const { feedback } = useCore()
  const navigator = useNavigator()
  const isForbidden = useStore(feedback, (state) => state.refusedPage?.status === 403)
  useEffect(() => {
    // In words here: core's table of reason phrases comes with the error screen.
    if (isForbidden) navigator.replace('/login/unauthorized?error=403&action=Forbidden')
  }, [isForbidden, navigator])
}
