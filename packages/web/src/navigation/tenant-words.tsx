import { tenantMessages } from '@portico/core'
import type { ReactNode } from 'react'

import { AdminWords } from './admin-words.tsx'
import { LearnedWords } from './learned-words.tsx'

/** The same with the sentences of pages that administer a whole tenant (core's `words/tenant`). */
export function TenantWords({ children }: { children: ReactNode }) {
  return (
    <AdminWords>
      <LearnedWords messages={tenantMessages}>{children}</LearnedWords>
    </AdminWords>
  )
}
