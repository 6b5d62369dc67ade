import type { ReactNode } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../context/portal-context.tsx'
import { ErrorBanner } from './error-banner.tsx'
import { Link } from '../ui/link.tsx'
import { Logo } from '../ui/logo.tsx'
import styles from './simple-page.module.css'

/** A page without tabs and menus: the product name and one panel. */
export function SimplePage({ children, tools }: { children: ReactNode; tools?: ReactNode }) {
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
        <ErrorBanner />
        {children}
      </main>
    </div>
  )
}
