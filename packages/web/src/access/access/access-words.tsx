import { accessMessages, adminMessages, tenantMessages } from '@portico/core'
import type { ReactNode } from 'react'

import { LearnedWords } from '../../kit/navigation/learned-words.tsx'
import { Loading } from '../../kit/ui/loading.tsx'

const catalogues = { admin: adminMessages, tenant: tenantMessages, 'access-screens': accessMessages }

/** The sentences of a whole tenant, and those of who can open what and why (core's `words/access-screens`). They ship with its screens. */
export function AccessWords({ children }: { children: ReactNode }) {
  return (
    <LearnedWords of={catalogues} before={<Loading />}>
      {children}
    </LearnedWords>
  )
}
