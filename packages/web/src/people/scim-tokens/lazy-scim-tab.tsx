import { lazy, Suspense } from 'react'

import { loadChunk } from '../../kit/ports/load-chunk.ts'
import { Loading } from '../../kit/ui/loading.tsx'
import type { ScimTabProperties } from './scim-tab.tsx'

const ScimTab = lazy(() => loadChunk(() => import('./scim-tab.tsx')))

/** Loaded with its sentences when it is opened. */
export function LazyScimTab(properties: ScimTabProperties) {
  return (
    <Suspense fallback={<Loading />}>
      <ScimTab {...properties} />
    </Suspense>
  )
}
