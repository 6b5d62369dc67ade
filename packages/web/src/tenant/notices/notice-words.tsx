import { adminMessages, findingMessages, noticeMessages, tenantMessages } from '@portico/core'
import type { ReactNode } from 'react'

import { LearnedWords } from '../../kit/navigation/learned-words.tsx'
import { Opening } from '../../kit/navigation/opening.tsx'

const catalogues = {
  admin: adminMessages,
  tenant: tenantMessages,
  'of-findings': findingMessages,
  'of-notices': noticeMessages,
}

/** The sentences of pages about what needs attention: notices and the overview. */
export function NoticeWords({ children }: { children: ReactNode }) {
  return (
    <LearnedWords of={catalogues} before={<Opening />}>
      {children}
    </LearnedWords>
  )
}
