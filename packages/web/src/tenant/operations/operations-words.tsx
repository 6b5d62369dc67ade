import { adminMessages, operationMessages } from '@portico/core'
import type { ReactNode } from 'react'

import { LearnedWords } from '../../kit/navigation/learned-words.tsx'
import { Opening } from '../../kit/navigation/opening.tsx'

const catalogues = { admin: adminMessages, 'of-operations': operationMessages }

/** The sentences of the operations area (core's `words/of-operations`). */
export function OperationsWords({ children }: { children: ReactNode }) {
  return (
    <LearnedWords of={catalogues} before={<Opening />}>
      {children}
    </LearnedWords>
  )
}
