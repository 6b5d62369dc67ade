import type { IdentityProvider } from '@portico/core'
import type { ReactNode } from 'react'

import { Lockable } from '../../kit/editing/changeable.tsx'

type Properties = {
  readonly provider: Pick<IdentityProvider, 'primary' | 'pendingSwitch'>
  readonly children: ReactNode
}

/**
 * Around what changes a provider: support can never change the one whose groups administer the tenant, or will after a pending
 * switch (server: `checkNotAdministering`).
 */
export function ProviderLock({ provider: { primary, pendingSwitch }, children }: Properties) {
  return <Lockable never={primary || pendingSwitch}>{children}</Lockable>
}
