import { apiPrefix, signOut } from '@portico/core'
import type { ReactNode, Ref } from 'react'

import { CsrfField } from '../ui/csrf-field.tsx'

/** Log out posts a form to the sign-out endpoint (spec section 2). */
export function SignOutForm({ ref, children }: { ref?: Ref<HTMLFormElement>; children?: ReactNode }) {
  return (
    <form ref={ref} method="post" action={apiPrefix + signOut.path}>
      <CsrfField />
      {children}
    </form>
  )
}
