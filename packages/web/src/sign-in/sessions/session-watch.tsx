import { createSessionClock } from '@portico/core'
import { useSessionClock } from '@portico/core/react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { usePortal } from '../../kit/context/portal-context.tsx'
import { loadChunk } from '../../kit/ports/load-chunk.ts'
import { whenIdle } from '../../kit/navigation/when-idle.ts'
import { agreeBetweenTabs } from './agree-between-tabs.ts'

const loadDialog = () => loadChunk(() => import('./session-dialog.tsx'))
const MovedDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./moved-dialog.tsx'))).MovedDialog,
}))
const SessionDialog = lazy(async () => ({ default: (await loadDialog()).SessionDialog }))

const isVisible = () => document.visibilityState === 'visible'

/**
 * Asks before the session ends and says when it has ended (spec section 1). The time left comes from the absolute end,
 * which is read again when the page becomes visible and before asking, because other calls and tabs extend the session.
 */
export function SessionWatch() {
  const { core, typedWork } = usePortal()
  const { session, launcher } = core
  const { user, movedTo } = useStore(launcher)
  // The operator may put up a banner, or deactivate the tenant, while nothing is done here: only a visible page reads it.
  const [clock] = useState(() => createSessionClock(core, { isSeen: isVisible }))
  const { msLeft = 0 } = useSessionClock(clock)
  const question = clock.asking()

  useEffect(() => {
    void session.fetch()
    return agreeBetweenTabs({
      session,
      launcher,
      open: () => new BroadcastChannel('portico.session'),
      onSignedOut() {
        typedWork.beginSignIn()
        window.location.replace('/login/signed-out')
      },
    })
  }, [session, launcher, typedWork])

  // The dialog may open after the server has become unreachable.
  useEffect(() => whenIdle(() => void loadDialog().catch(() => undefined)), [])

  useEffect(() => {
    const look = () => {
      // Once it is over, the answer would navigate away from what was typed.
      if (!isVisible() || clock.isOver()) return
      void session.fetch()
      // The tab's title ends with it.
      void launcher.fetchTenantName()
    }
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [session, launcher, clock])

  if (movedTo !== undefined) {
    return (
      <Suspense>
        <MovedDialog from={user?.environmentName ?? ''} to={movedTo} />
      </Suspense>
    )
  }
  // A refused call already leads to the sign-in page.
  if (question === undefined || typedWork.isSigningIn()) return null
  return (
    <Suspense>
      <SessionDialog question={question} secondsLeft={Math.ceil(msLeft / 1000)} />
    </Suspense>
  )
}
