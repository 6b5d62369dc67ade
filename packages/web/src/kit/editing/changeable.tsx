import { createContext, lazy, Suspense, use, type ReactNode } from 'react'

import { useMayChange, useUser } from '../context/portal-context.tsx'
import { loadChunk } from '../ports/load-chunk.ts'
import { Locked } from '../ui/locked.tsx'
import type { Reason } from './lock-reason.tsx'

/** Only support sessions read it: the lists that lock their controls do without its sentences. */
const LockReason = lazy(async () => ({ default: (await loadChunk(() => import('./lock-reason.tsx'))).LockReason }))

type Properties = {
  /** No support session may change this, even where the tenant allows changes. */
  readonly never?: boolean
  readonly children: ReactNode
}

/** Why `Changeable` locks its controls here. What is around has said it. */
const Around = createContext<Reason | undefined>(undefined)

/** Around several `Changeable`: says once why this session cannot use them. The server decides what a session may call (decision 97). */
export function Lockable({ never = false, children }: Properties) {
  const around = use(Around)
  const reason = useReason(never)
  if (reason === undefined || around !== undefined) return children
  return (
    <Around value={reason}>
      <Suspense fallback={null}>
        <LockReason reason={reason} />
      </Suspense>
      {children}
    </Around>
  )
}

/** Its controls are locked in a session that may not use them, below the reason. */
export function Changeable({ never = false, children }: Properties) {
  return (
    <Lockable never={never}>
      <LockedHere>{children}</LockedHere>
    </Lockable>
  )
}

/** Whether a form here is locked: it then opens no question either, as an address can ask for. */
export function useIsLocked(): boolean {
  const mayChange = useMayChange()
  return use(Around) !== undefined || !mayChange
}

function LockedHere({ children }: { readonly children: ReactNode }) {
  return use(Around) === undefined ? children : <Locked>{children}</Locked>
}

function useReason(never: boolean): Reason | undefined {
  const banner = useUser()?.banner
  if (banner === undefined) return undefined
  if (never) return 'SUPPORT_NEVER'
  return banner.readonly === true ? 'SUPPORT_READ_ONLY' : undefined
}
