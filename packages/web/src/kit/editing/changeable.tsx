import type { ReactNode } from 'react'

import { useMayChange } from '../context/portal-context.tsx'
import { Locked } from '../ui/locked.tsx'

/** Its controls are locked in a session that may only read; the banner of that session gives the reason. */
export function Changeable({ children }: { readonly children: ReactNode }) {
  if (useMayChange()) return children
  return <Locked>{children}</Locked>
}
