import { lazy, Suspense } from 'react'

import { loadChunk } from '../../kit/ports/load-chunk.ts'
import type { TestPanelProperties } from './test-panel.tsx'

const TestPanel = lazy(() => loadChunk(() => import('./test-panel.tsx')))

/** Stands below a form, so that nothing moves when it arrives. */
export function LazyTestPanel(properties: TestPanelProperties) {
  return (
    <Suspense fallback={null}>
      <TestPanel {...properties} />
    </Suspense>
  )
}
