import { apiPrefix, signOut } from '@portico/core'
import type { ReactNode, Ref } from 'react'

import { useCore } from '../../kit/context/portal-context.tsx'
import { CsrfField } from '../../kit/ui/csrf-field.tsx'

/** Log out posts a form to the sign-out endpoint (spec section 2); the other tabs are emptied at once. */
export function SignOutForm({ ref, children }: { ref?: Ref<HTMLFormElement>; children?: ReactNode }) {
  const { leaveBlocker, session } = useCore()
  const tell = () => session.setState({ isSigningOut: true })
  // If the browser asks about unsaved changes first, the other tabs learn of it after the person chose to leave.
  const submit = () => {
    if (leaveBlocker.wouldLose()) window.addEventListener('pagehide', tell, { once: true })
    else tell()
  }
  return (
    <form ref={ref} onSubmit={submit} method="post" action={apiPrefix + signOut.path}>
      <CsrfField />
      {children}
    </form>
  )
}
