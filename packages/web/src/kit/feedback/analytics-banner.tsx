import { safeHref } from '@portico/core'
import { useState } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../context/portal-context.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'

const consentKey = 'portico.analytics-consent'

/** Shown if the deployment has a page about analytics and this browser has not yet agreed to it. */
export default function AnalyticsBanner() {
  const { branding, memory } = useCore()
  const words = useWords()
  const address = useStore(branding, (state) => state.branding?.analyticsInfoUrl)
  const [consent, setConsent] = useState(() => memory.get(consentKey))
  const href = safeHref(address, window.location.origin)
  if (href === undefined || consent === href) return null
  const agree = () => {
    memory.set(consentKey, href)
    setConsent(href)
  }
  return (
    <Banner tone="plain" action={<Button onClick={agree}>{words.say('banner.analyticsConsent')}</Button>}>
      {words.say('banner.analytics')}{' '}
      <a href={href} target="_blank" rel="noopener noreferrer">
        {words.say('banner.analyticsLink')}
      </a>
    </Banner>
  )
}
