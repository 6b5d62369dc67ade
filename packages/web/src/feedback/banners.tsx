import { useStore } from 'zustand'

import { useCore } from '../portal/context.tsx'
import { Banner } from '../ui/banner.tsx'
import { AnalyticsBanner } from './analytics-banner.tsx'
import styles from './banners.module.css'
import { ErrorBanner } from './error-banner.tsx'
import { SuccessBanner } from './success-banner.tsx'

/**
 * Every banner of spec section 2. What is true for the whole visit stands at the foot of the window, always in view;
 * answers to what was just done float at its top. Neither moves what is being read.
 */
export function Banners() {
  const core = useCore()
  const session = useStore(core.session, (state) => state.session)
  const operations = useStore(core.launcher, (state) => state.user?.banner)
  const system = session?.systemBanner ?? undefined
  return (
    <>
      <div className={styles['floating']}>
        <div role="alert">
          <ErrorBanner />
        </div>
        <div aria-live="polite">
          <SuccessBanner />
        </div>
      </div>
      <div className={styles['standing']} aria-live="polite">
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
    </>
  )
}
