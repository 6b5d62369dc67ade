import { paletteMessages } from '@portico/core'
import { useLayoutEffect, type ReactNode } from 'react'

import { useCore, useWords } from '../context/portal-context.tsx'

/** Renders its children once the sentences of the palette are loaded; they ship with it. */
export function PaletteWords({ children }: { children: ReactNode }) {
  const { branding } = useCore()
  const isKnown = useWords().find('palette.title') !== undefined
  useLayoutEffect(() => {
    if (!isKnown) branding.learn(paletteMessages)
  }, [branding, isKnown])
  return isKnown && children
}
