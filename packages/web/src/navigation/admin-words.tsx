import { adminMessages } from '@portico/core'
import { useLayoutEffect, type ReactNode } from 'react'

import { useCore, useWords } from '../context/portal-context.tsx'

/** Renders its children once the sentences of administration are loaded; they ship with its screens. */
export function AdminWords({ children }: { children: ReactNode }) {
  const { branding } = useCore()
  const isKnown = useWords().find('settings.title') !== undefined
  useLayoutEffect(() => {
    if (!isKnown) branding.learn(adminMessages)
  }, [branding, isKnown])
  return isKnown && children
}
