import type { adminMessages } from '@portico/core'
import { startTransition, useLayoutEffect, useState, type ReactNode } from 'react'

import { useCore } from '../context/portal-context.tsx'

type Messages = typeof adminMessages

type Properties = {
  readonly of: readonly Messages[]
  /** Drawn until the sentences are known. */
  readonly before?: ReactNode
  readonly children: ReactNode
}

/**
 * Renders its children once these sentences, which ship with a screen, are known. They are drawn in parts, between which
 * the browser can do other work.
 */
export function LearnedWords({ of, before, children }: Properties) {
  const { branding } = useCore()
  const [isKnown, setIsKnown] = useState(() => {
    const { messages } = branding.getState().words
    return of.every((one) => Object.hasOwn(messages, firstId(one)))
  })
  useLayoutEffect(() => {
    if (isKnown) return
    branding.learn(...of)
    startTransition(() => setIsKnown(true))
  }, [branding, isKnown, of])
  return isKnown ? children : before
}

const firstId = (messages: Messages) => Object.keys(messages)[0] ?? ''
