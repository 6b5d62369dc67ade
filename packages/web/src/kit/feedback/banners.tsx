import { withLocalTimes } from '@portico/core'
import { lazy, Suspense, type ReactNode } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../context/portal-context.tsx'
import { loadChunk } from '../ports/load-chunk.ts'
import { Banner } from '../ui/banner.tsx'
import styles from './banners.module.css'
import { SuccessBanner } from './success-banner.tsx'

/** Most deployments have none. */
const AnalyticsBanner = lazy(() => loadChunk(() => import('./analytics-banner.tsx')))

/**
 * The banners of spec section 2, except errors, which are shown in the page next to their subject. The banners reserve
 * the foot of the window: the page and its sticky buttons end above it. `leave`: the button that ends a support session.
 */
export function Banners({ leave }: { readonly leave?: ReactNode }) {
  const core = useCore()
  const words = useWords()
  const session = useStore(core.session, (state) => state.session)
  const operations = useStore(core.launcher, (state) => state.user?.banner)
  const informs = useStore(core.branding, (state) => Boolean(state.branding?.analyticsInfoUrl))
  const system = session?.systemBanner ?? undefined
  return (
    <div ref={reserveFoot} className={styles['foot']} aria-live="polite" data-banners>
      <div className={styles['toast']}>
        <SuccessBanner />
      </div>
      {informs && (
        <Suspense fallback={null}>
          <AnalyticsBanner />
        </Suspense>
      )}
      {operations !== undefined && (
        <Banner tone="warning" title={operations.title} action={<Suspense fallback={null}>{leave}</Suspense>}>
          {withLocalTimes(operations.message, words)}
        </Banner>
      )}
      {system !== undefined && (
        <Banner
          tone={system.type === 'error' ? 'danger' : system.type === 'info' ? 'plain' : 'warning'}
          title={withLocalTimes(system.message, words)}
        >
          {system.errMsg}
        </Banner>
      )}
    </div>
  )
}

/** Sets the height of the foot as a CSS property. */
function reserveFoot(foot: HTMLElement | null): (() => void) | undefined {
  if (foot === null) return undefined
  const tell = () => document.documentElement.style.setProperty('--foot', `${foot.offsetHeight}px`)
  const observer = new ResizeObserver(tell)
  observer.observe(foot)
  return () => observer.disconnect()
}
