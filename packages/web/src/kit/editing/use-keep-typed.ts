import { useEffect } from 'react'
import { useStore } from 'zustand'

import { useLocation, usePortal } from '../context/portal-context.tsx'
import { ownerOf } from '../ports/typed-work.ts'

type Form = {
  readonly guard: { hasChanges(): boolean }
  /** What was typed, without secrets. */
  typed(): unknown
  retype(content: unknown): void
}

/** Keeps what was typed while the person signs in again, and restores it when they return. Without a form, keeps nothing. */
export function useKeepTyped(form: Form | undefined): void {
  const { core, typedWork } = usePortal()
  const { path } = useLocation()
  const user = useStore(core.launcher, (state) => state.user)
  // Without a selected environment the picker opens first, then this screen again.
  const owner = user && user.environmentName !== null ? ownerOf(user) : undefined
  useEffect(() => {
    if (owner === undefined || form === undefined) return
    const content = typedWork.take(path, owner)
    if (content !== undefined) form.retype(content)
    const keep = () => {
      if (typedWork.isSigningIn() && form.guard.hasChanges()) typedWork.keep({ path, owner, content: form.typed() })
    }
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  }, [typedWork, form, path, owner])
}
