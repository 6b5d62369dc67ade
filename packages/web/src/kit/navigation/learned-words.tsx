import type { CatalogueName } from '@portico/core/translations'
import type { adminMessages } from '@portico/core'
import { startTransition, useLayoutEffect, useState, type ReactNode } from 'react'

import { useCore } from '../context/portal-context.tsx'
import { loadChunk } from '../ports/load-chunk.ts'

type Messages = typeof adminMessages

type Properties = {
  /** English sentences by the name of their catalogue, which translations have too. */
  readonly of: Readonly<Partial<Record<CatalogueName, Messages>>>
  /** Drawn until the sentences are known. */
  readonly before?: ReactNode
  readonly children: ReactNode
}

/**
 * Renders its children once these sentences, which ship with a screen, are known, in the page's language. They are drawn in
 * parts, between which the browser can do other work.
 */
export function LearnedWords({ of, before, children }: Properties) {
  const { branding } = useCore()
  const [isKnown, setIsKnown] = useState(() => {
    const { messages } = branding.getState().words
    return Object.values(of).every((one) => Object.hasOwn(messages, firstId(one)))
  })
  useLayoutEffect(() => {
    if (isKnown) return
    let isGone = false
    const learn = (...more: readonly Messages[]) => {
      branding.learn(...Object.values(of), ...more)
      if (!isGone) startTransition(() => setIsKnown(true))
    }
    const { locale } = branding.getState().words
    if (locale === 'en') learn()
    else
      void loadChunk(() => import('./translated.ts'))
        .then(({ translatedOf }) => translatedOf(locale, of))
        // Without a connection the screen is drawn in English.
        .catch(() => [])
        .then((more) => learn(...more))
    return () => {
      isGone = true
    }
  }, [branding, isKnown, of])
  return isKnown ? children : before
}

const firstId = (messages: Messages) => Object.keys(messages)[0] ?? ''
