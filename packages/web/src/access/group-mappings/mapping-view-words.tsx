import { adminMessages, mappingViewMessages, tenantMessages } from '@portico/core'
import type { ReactNode } from 'react'

import { LearnedWords } from '../../kit/navigation/learned-words.tsx'
import { Opening } from '../../kit/navigation/opening.tsx'

const catalogues = { admin: adminMessages, tenant: tenantMessages, 'mapping-views': mappingViewMessages }

/** The same as TenantWords, with the sentences of core's `words/mapping-views`. */
export function MappingViewWords({ children }: { children: ReactNode }) {
  return (
    <LearnedWords of={catalogues} before={<Opening />}>
      {children}
    </LearnedWords>
  )
}
