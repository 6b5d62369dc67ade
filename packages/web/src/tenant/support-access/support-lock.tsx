import { createOperations, sessionMessages } from '@portico/core'
import { useCallback, type ReactNode } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { LearnedWords } from '../../kit/navigation/learned-words.tsx'
import { useLoaded } from '../../kit/navigation/use-loaded.ts'
import form from '../../kit/ui/form-page.module.css'
import styles from './support-lock.module.css'

const catalogues = { 'of-sessions': sessionMessages }

type Properties = {
  /** `change`: open to a support session where the tenant allows changes. `never`: not even then. */
  readonly use: 'change' | 'never'
  readonly children: ReactNode
}

/** In a support session, shows its controls locked with the reason. The server decides what a session may call (decision 97). */
export function SupportLock({ use, children }: Properties) {
  const isSupport = useStore(useCore().launcher, ({ user }) => user?.banner !== undefined)
  if (!isSupport) return children
  return (
    <LearnedWords of={catalogues}>
      {use === 'never' ? <Lock use={use}>{children}</Lock> : <LockUnlessAllowed>{children}</LockUnlessAllowed>}
    </LearnedWords>
  )
}

function LockUnlessAllowed({ children }: { readonly children: ReactNode }) {
  const operations = useCore().lazily(createOperations)
  const { loaded: visit } = useLoaded(useCallback(() => operations.visit(), [operations]))
  return typeof visit === 'object' && visit.mayChange ? children : <Lock use="change">{children}</Lock>
}

function Lock({ use, children }: Properties) {
  const words = useWords()
  return (
    <>
      <p className={form['note']}>{words.say(use === 'change' ? 'SUPPORT_READ_ONLY' : 'SUPPORT_NEVER')}</p>
      <fieldset disabled className={styles['root']}>
        {children}
      </fieldset>
    </>
  )
}
