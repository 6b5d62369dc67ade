import { useEffect } from 'react'
import { useStore } from 'zustand'

import { useCore, useNavigator } from '../context/portal-context.tsx'

/**
 * Spec section 8: a status handled nowhere else goes to `/login/unauthorized?error={status}&action={statusText}`; `reason` names the role that is missing, or a support session. Called by
 * screens that cannot show anything without permission. Core decides which failures count: those of a page's own load,
 * never those of a save.
 */
export function useRefusalScreen(): void {
  const { feedback } = useCore()
  const navigator = useNavigator()
  const refused = useStore(feedback, ({ refusedPage }) => (refusedPage?.status === 403 ? refusedPage : undefined))
  useEffect(() => {
    if (refused === undefined) return
    // Written out here because core's table of reason phrases is loaded with the error screen.
    const query = new URLSearchParams({ error: '403', action: 'Forbidden' })
    // An id of one word says no more than the status.
    if (refused.errorID?.includes('_')) query.set('reason', refused.errorID)
    navigator.replace(`/login/unauthorized?${query.toString()}`)
  }, [refused, navigator])
}
