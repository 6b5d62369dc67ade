import { useEffect, type ReactNode } from 'react'
import { useStore } from 'zustand'

import { useCore, useLocation, useNavigator, useWords } from '../../kit/context/portal-context.tsx'
import { ErrorBanner } from '../../kit/feedback/error-banner.tsx'
import { settingsPath } from '../../kit/navigation/paths.ts'
import { TenantWords } from '../../kit/navigation/tenant-words.tsx'
import { unmarkRepair } from '../../sign-in/recovery-codes/repair-mark.ts'
import { AskedSignOut } from '../../sign-in/sessions/asked-sign-out.tsx'
import { Logo } from '../../kit/ui/logo.tsx'
import simple from '../../kit/feedback/simple-page.module.css'
import styles from './portal-layout.module.css'

/** The frame of a repair session: identity providers, when it ends, and a way to end it. */
export default function RepairLayout({ children }: { children: ReactNode }) {
  return (
    <TenantWords>
      <Frame>{children}</Frame>
    </TenantWords>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const core = useCore()
  const words = useWords()
  const navigator = useNavigator()
  const { path } = useLocation()
  const name = useStore(core.branding, (state) => state.branding?.applicationName ?? '')
  const session = useStore(core.session, (state) => state.session)
  const home = settingsPath('identity-providers')
  const isOutside = !path.startsWith(home)

  useEffect(() => void core.session.fetch(), [core])
  useEffect(() => {
    if (session === undefined || session.repair === true) return
    // Another session took its place in this browser.
    unmarkRepair()
    window.location.reload()
  }, [session])
  useEffect(() => {
    if (isOutside) navigator.replace(home)
  }, [isOutside, navigator, home])

  const time =
    session === undefined
      ? ''
      : new Date(session.expiresOn).toLocaleTimeString(words.formatLocale, { timeStyle: 'short' })
  return (
    <div className={styles['root']}>
      <header className={simple['header']}>
        <span className={simple['brand']}>
          <Logo />
          <span>{name}</span>
        </span>
        <span>{session !== undefined && words.say('repair.ends', { time })}</span>
        <AskedSignOut label={words.say('repair.end')} title={words.say('repair.endTitle')}>
          <p>{words.say('repair.endText')}</p>
        </AskedSignOut>
      </header>
      <main id="content" className={styles['main']} tabIndex={-1}>
        <ErrorBanner />
        {session?.repair === true && !isOutside && children}
      </main>
    </div>
  )
}
