import { useSessionClock } from '@portico/core/react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { usePortal } from '../context/portal-context.tsx'
import { loadChunk } from '../navigation/load-chunk.ts'
import { whenIdle } from '../navigation/when-idle.ts'
import { agreeBetweenTabs } from './agree-between-tabs.ts'

const loadDialog = () => loadChunk(() => import('./session-dialog.tsx'))
const MovedDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./moved-dialog.tsx'))).MovedDialog,
}))
const SessionDialog = lazy(async () => ({ default: (await loadDialog()).SessionDialog }))

/**
 * Asks before the session ends and says when it has ended (spec section 1). The time left comes from the absolute end,
 * which is read again when the page becomes visible and before asking, because other calls and tabs extend the session.
 */
export function SessionWatch() {
  const { core, typedWork } = usePortal()
  const { session, clock, launcher } = core
  const { user, movedTo } = useStore(launcher)
  const current = useStore(session, (state) => state.session)
  const left = useSessionClock(current, clock)
  const [checked, setChecked] = useState<string>()
  const phase = left?.phase

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
      if (document.visibilityState !== 'visible' || phase === 'ended') return
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
  }, [session, launcher, phase])

  const expiresOn = current?.expiresOn
  useEffect(() => {
    if (phase !== 'ending' || checked === expiresOn) return
    void session.fetch().then(() => setChecked(session.getState().session?.expiresOn))
  }, [phase, checked, expiresOn, session])

  if (movedTo !== undefined) {
    return (
      <Suspense>
        <MovedDialog from={user?.environmentName ?? ''} to={movedTo} />
      </Suspense>
    )
  }
  if (left === undefined || phase === undefined || phase === 'running') return null
  if (phase === 'ending' && checked !== expiresOn) return null
  return (
    <Suspense>
      <SessionDialog phase={phase} secondsLeft={Math.ceil(left.msLeft / 1000)} />
    </Suspense>
  )
}
