import { adminTabId, fallbackPath } from '@portico/core'
import { startTransition, useCallback, useEffect, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'

import { useNavigator, usePath, usePortal, useWords } from '../../kit/context/portal-context.tsx'
import { useChoice } from '../../tenant/environments/use-choice.ts'
import { ErrorBanner } from '../../kit/feedback/error-banner.tsx'
import { LoadFailed } from '../../kit/ui/load-failed.tsx'
import { ownerOf } from '../../kit/ports/typed-work.ts'
import { useRefusalScreen } from '../../kit/navigation/use-refusal-screen.ts'
import type { Overlay } from '../palette/shortcuts.tsx'
import { NoticeBanner } from '../../tenant/notices/notice-banner.tsx'
import { SessionWatch } from '../../sign-in/sessions/session-watch.tsx'
import { Header } from './header.tsx'
import styles from './portal-layout.module.css'
import { ShortcutsWhenIdle } from './shortcuts-when-idle.tsx'

/** The signed-in layout of spec section 2: header, content, session dialog. */
export function PortalLayout({ children }: { children: ReactNode }) {
  const { core, typedWork, destination } = usePortal()
  const choice = useChoice()
  const navigator = useNavigator()
  const words = useWords()
  const user = useStore(core.launcher, (state) => state.user)
  const isFetching = useStore(core.launcher, (state) => state.isFetching)
  const failed = useStore(core.feedback, (state) => state.system ?? state.expected) !== undefined
  const [overlay, setOverlay] = useState<Overlay>()
  // Drawn in parts, between which the page answers.
  const open = useCallback((wanted: Overlay | undefined) => startTransition(() => setOverlay(wanted)), [])
  const isAdminHome = usePath() === '/portal' && user?.routes.some(({ id }) => id === adminTabId)
  useRefusalScreen()

  useEffect(() => {
    void core.launcher.fetch()
  }, [core])

  useEffect(() => {
    if (user === undefined) return
    const { path, search } = navigator.getState()
    // A support session works in no environment.
    if (user.environmentName === null && user.banner === undefined) {
      destination.keep(path + search)
      return navigator.replace('/portal/environments')
    }
    // The choice made on the login page applies to this sign-in only, even if no picker was needed.
    choice.take()
    const wanted = destination.take()
    const place = typedWork.returnPath(ownerOf(user)) ?? (path === fallbackPath ? wanted : undefined)
    if (place !== undefined) navigator.replace(place)
  }, [user, navigator, typedWork, destination, choice])

  return (
    <div className={styles['root']}>
      <a className={styles['skip']} href="#content">
        {words.say('portal.skip')}
      </a>
      <Header onFind={() => open('palette')} />
      <main id="content" className={styles['main']} tabIndex={-1}>
        <ErrorBanner />
        {user === undefined && !isFetching && failed ? <LoadFailed onRetry={() => core.launcher.fetch()} /> : children}
      </main>
      <SessionWatch />
      {isAdminHome && <NoticeBanner />}
      <ShortcutsWhenIdle open={overlay} onOpen={open} />
    </div>
  )
}
