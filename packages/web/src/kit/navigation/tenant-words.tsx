import { adminMessages, tenantMessages } from '@portico/core'
import type { ReactNode } from 'react'

import { LearnedWords } from './learned-words.tsx'
import { Opening } from './opening.tsx'

const catalogues = { admin: adminMessages, tenant: tenantMessages }

/** The same with the sentences of pages that administer a whole tenant (core's `words/tenant`). */
export function TenantWords({ children }: { children: ReactNode }) {
  return (
    <LearnedWords of={catalogues} before={<Opening />}>
      {children}
    </LearnedWords>
  )
}
