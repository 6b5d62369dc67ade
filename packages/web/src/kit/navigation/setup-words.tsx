import { adminMessages, setupMessages, tenantMessages } from '@portico/core'
import type { ReactNode } from 'react'

import { LearnedWords } from './learned-words.tsx'

const catalogues = { admin: adminMessages, tenant: tenantMessages, 'first-time': setupMessages }

/** Renders its children once the sentences of the setup are known, and those of the provider forms that it shows. */
export function SetupWords({ children }: { children: ReactNode }) {
  return <LearnedWords of={catalogues}>{children}</LearnedWords>
}
