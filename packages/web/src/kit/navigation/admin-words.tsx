import { adminMessages } from '@portico/core'
import type { ReactNode } from 'react'

import { LearnedWords } from './learned-words.tsx'
import { Opening } from './opening.tsx'

const catalogues = { admin: adminMessages }

/** Renders its children once the sentences of administration (core's `words/admin`) are known; they ship with its screens. */
export function AdminWords({ children }: { children: ReactNode }) {
  return (
    <LearnedWords of={catalogues} before={<Opening />}>
      {children}
    </LearnedWords>
  )
}
