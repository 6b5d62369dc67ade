import { useEffect } from 'react'
import { useStore } from 'zustand'

import { useCore, useNavigator } from '../portal/context.tsx'

/**
 * Spec section 8: a status handled nowhere else goes to `/login/unauthorized?error={status}&action={statusText}`. A screen
 * that cannot show anything without permission calls this; the server's sentence stands for the status text.
 */
export function useRefusalScreen(): void {
  const { feedback } = useCore()
  const navigator = useNavigator()
  const refusal = useStore(feedback, (state) => (state.expected?.status === 403 ? state.expected : undefined))
  useEffect(() => {
    if (refusal === undefined) return
    const query = new URLSearchParams({ error: String(refusal.status), action: refusal.errorMessage })
    navigator.replace(`/login/unauthorized?${query}`)
  }, [refusal, navigator])
}
