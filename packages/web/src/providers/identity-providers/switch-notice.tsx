import type { IdentityProvider } from '@portico/core'
import { lazy, Suspense } from 'react'

import { loadChunk } from '../../kit/ports/load-chunk.ts'
import { useIsRepair } from '../../sign-in/recovery-codes/repair-mark.ts'

const PendingSwitch = lazy(async () => ({
  default: (await loadChunk(() => import('../primary-idp/pending-switch.tsx'))).PendingSwitch,
}))

/** The pending switch, if it is to one of these providers. A repair session cannot read or reject it. */
export function SwitchNotice({ providers }: { readonly providers: readonly IdentityProvider[] }) {
  const isRepair = useIsRepair()
  if (isRepair || !providers.some(({ pendingSwitch }) => pendingSwitch)) return null
  return (
    <Suspense fallback={null}>
      <PendingSwitch />
    </Suspense>
  )
}
