import type { Guard } from '@portico/core'
import { useEffect } from 'react'

import { usePortal } from '../context/portal-context.tsx'

/**
 * Asks before a form with unsaved changes is left: core's leave blocker for links, back and forward, the browser's
 * dialog for closing and reloading. Signing in again does not ask, because what was typed is kept.
 */
export function useGuard(form: Guard): void {
  const { core, typedWork } = usePortal()
  useEffect(() => {
    const release = core.leaveBlocker.guard(form)
    const ask = (event: BeforeUnloadEvent) => {
      if (core.leaveBlocker.wouldLose() && !typedWork.isSigningIn()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => {
      window.removeEventListener('beforeunload', ask)
      release()
    }
  }, [core, typedWork, form])
}
