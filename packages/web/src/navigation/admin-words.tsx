import { adminMessages } from '@portico/core'
import { useLayoutEffect, type ReactNode } from 'react'

import { useCore, useWords } from '../portal/context.tsx'

/** Draws what speaks the sentences of administration, which come with its screens, once they are known. */
export function AdminWords({ children }: { children: ReactNode }) {
  const { branding } = useCore()
  const isKnown = useWords().find('settings.title') !== undefined
  useLayoutEffect(() => {
    if (!isKnown) branding.learn(adminMessages)
  }, [branding, isKnown])
  return isKnown && children
}
