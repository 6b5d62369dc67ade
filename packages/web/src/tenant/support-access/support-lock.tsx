import { sessionMessages } from '@portico/core'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { LearnedWords } from '../../kit/navigation/learned-words.tsx'
import form from '../../kit/ui/form-page.module.css'
import { Locked } from '../../kit/ui/locked.tsx'

const catalogues = { 'of-sessions': sessionMessages }

type Properties = { readonly children: ReactNode }

/**
 * What no support session may change, even where the tenant allows changes: shows its controls locked with the reason. The server decides
 * what a session may call (decision 97).
 */
export function SupportLock({ children }: Properties) {
  const isSupport = useStore(useCore().launcher, ({ user }) => user?.banner !== undefined)
  if (!isSupport) return children
  return (
    <LearnedWords of={catalogues}>
      <Lock>{children}</Lock>
    </LearnedWords>
  )
}

function Lock({ children }: Properties) {
  const words = useWords()
  return (
    <>
      <p className={form['note']}>{words.say('SUPPORT_NEVER')}</p>
      <Locked>{children}</Locked>
    </>
  )
}
