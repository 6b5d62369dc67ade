import { useStore } from 'zustand'

import { useCore } from '../portal/context.tsx'
import { Banner } from '../ui/banner.tsx'
import { AnalyticsBanner } from './analytics-banner.tsx'
import styles from './banners.module.css'
import { SuccessBanner } from './success-banner.tsx'

/**
 * The banners of spec section 2, except errors, which stand in the page above what they are about. They have the foot of
 * the window to themselves: the page ends above it, and so do the buttons that stay in view.
 */
export function Banners() {
  const core = useCore()
  const session = useStore(core.session, (state) => state.session)
  const operations = useStore(core.launcher, (state) => state.user?.banner)
  const system = session?.systemBanner ?? undefined
  return (
    <div ref={reserveFoot} className={styles['foot']} aria-live="polite">
      <div className={styles['toast']}>
        <SuccessBanner />
      </div>
      <AnalyticsBanner />
      {operations !== undefined && (
        <Banner tone="warning" title={operations.title}>
          {operations.message}
        </Banner>
      )}
      {system !== undefined && (
        <Banner tone="danger" title={system.message}>
          {[system.errCode, system.errMsg].filter(Boolean).join(' ')}
        </Banner>
      )}
    </div>
  )
}

/** Tells the stylesheets how high the foot is. */
function reserveFoot(foot: HTMLElement | null): (() => void) | undefined {
  if (foot === null) return undefined
  const tell = () => document.documentElement.style.setProperty('--foot', `${foot.offsetHeight}px`)
  const observer = new ResizeObserver(tell)
  observer.observe(foot)
  return () => observer.disconnect()
}
