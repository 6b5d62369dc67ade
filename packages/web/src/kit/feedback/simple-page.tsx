import type { ReactNode } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../context/portal-context.tsx'
import { ErrorBanner } from './error-banner.tsx'
import { Link } from '../ui/link.tsx'
import { Logo } from '../ui/logo.tsx'
import styles from './simple-page.module.css'

type Properties = {
  readonly children: ReactNode
  readonly tools?: ReactNode
  /** The page is itself the answer to a failure: a banner would say the same again, or what failed beside it. */
  readonly isMessage?: boolean
}

/** A page without tabs and menus: the product name and one panel. */
export function SimplePage({ children, tools, isMessage = false }: Properties) {
  const name = useStore(useCore().branding, (state) => state.branding?.applicationName ?? '')
  const words = useWords()
  return (
    <div className={styles['root']}>
      <header className={styles['header']}>
        <Link to="/portal" className={styles['brand']} aria-label={name || words.say('portal.title')}>
          <Logo />
          <span>{name}</span>
        </Link>
        {tools}
      </header>
      <main className={styles['main']} tabIndex={-1}>
        {!isMessage && <ErrorBanner />}
        {children}
      </main>
    </div>
  )
}
