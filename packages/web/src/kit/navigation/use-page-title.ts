import { companyNameOf, pageTitle } from '@portico/core'
import { useEffect } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../context/portal-context.tsx'

/** Sets the document's title: part, App Portal, company (spec section 2). */
export function usePageTitle(part: string | undefined): void {
  const words = useWords()
  const { branding, launcher } = useCore()
  const deployment = useStore(branding, (state) => state.branding)
  const company = useStore(launcher, (state) => companyNameOf(state, deployment))
  const title = pageTitle({ part, portal: words.say('portal.title'), company })
  useEffect(() => {
    document.title = title
  }, [title])
}
