import type { Guard } from '@portico/core'
import { useEffect } from 'react'

import { usePortal } from '../portal/context.tsx'

/**
 * Guards a form against being left with unsaved changes: links, back and forward ask through core's leave blocker,
 * closing and reloading through the browser's own question. Going to sign in again does not ask: the work is kept.
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
