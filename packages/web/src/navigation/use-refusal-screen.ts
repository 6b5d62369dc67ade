import { reasonPhrase } from '@portico/core'
import { useEffect } from 'react'
import { useStore } from 'zustand'

import { useCore, useNavigator } from '../portal/context.tsx'

/**
 * Spec section 8: a status handled nowhere else goes to `/login/unauthorized?error={status}&action={statusText}`. A screen
 * that cannot show anything without permission calls this.
 */
export function useRefusalScreen(): void {
  const { feedback } = useCore()
  const navigator = useNavigator()
  const status = useStore(feedback, (state) => (state.expected?.status === 403 ? state.expected.status : undefined))
  useEffect(() => {
    if (status === undefined) return
    const query = new URLSearchParams({ error: String(status), action: reasonPhrase(status) ?? '' })
    navigator.replace(`/login/unauthorized?${query}`)
  }, [status, navigator])
}
