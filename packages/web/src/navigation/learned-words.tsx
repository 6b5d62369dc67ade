import { useLayoutEffect, type ReactNode } from 'react'

import { useCore, useWords } from '../context/portal-context.tsx'

type Messages = Parameters<ReturnType<typeof useCore>['branding']['learn']>[0]

/** Renders its children once these sentences, which ship with a screen, are known. */
export function LearnedWords({ messages, children }: { messages: Messages; children: ReactNode }) {
  const { branding } = useCore()
  const [any = ''] = Object.keys(messages)
  const isKnown = useWords().find(any) !== undefined
  useLayoutEffect(() => {
    if (!isKnown) branding.learn(messages)
  }, [branding, isKnown, messages])
  return isKnown && children
}
