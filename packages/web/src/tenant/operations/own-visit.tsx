import { createOperations } from '@portico/core'
import { useCallback } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../kit/ui/load-failed.tsx'
import { useLoaded } from '../../kit/navigation/use-loaded.ts'
import { usePageTitle } from '../../kit/navigation/use-page-title.ts'
import { Facts } from '../../kit/ui/facts.tsx'
import { Loading } from '../../kit/ui/loading.tsx'
import { PageFrame } from '../../kit/ui/page-frame.tsx'
import { RelativeTime } from '../../kit/ui/relative-time.tsx'

/** The operations area inside another tenant: the support session. The banner has the way out. */
export function OwnVisit() {
  const words = useWords()
  const operations = useCore().lazily(createOperations)
  const { loaded: visit, reload } = useLoaded(useCallback(() => operations.visit(), [operations]))
  const title = words.say('operations.title')
  usePageTitle(title)
  if (visit === undefined) return <Loading />
  if (visit === 'failed') return <LoadFailed onRetry={reload} />
  return (
    <PageFrame title={words.say('operations.visit.title', { name: visit.tenant.name })}>
      <Facts
        facts={[
          { label: words.say('operations.enter.reason'), value: visit.reason, isMain: true },
          {
            label: words.say('operations.support'),
            value: words.say(visit.mayChange ? 'operations.support.change' : 'operations.support.read'),
          },
          { label: words.say('operations.visit.since'), value: <RelativeTime at={visit.since} /> },
          { label: words.say('operations.visit.until'), value: <RelativeTime at={visit.until} /> },
        ]}
      />
    </PageFrame>
  )
}
