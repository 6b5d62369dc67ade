import { lazy, Suspense } from 'react'

import { loadChunk } from '../../kit/ports/load-chunk.ts'
import styles from './test-panel.module.css'
import type { TestPanelProperties } from './test-panel.tsx'

const TestPanel = lazy(() => loadChunk(() => import('./test-panel.tsx')))

/** Its place is kept until it arrives, so that the form below stays where it is. */
export function LazyTestPanel(properties: TestPanelProperties) {
  return (
    <Suspense fallback={<div className={styles['expected']} />}>
      <TestPanel {...properties} />
    </Suspense>
  )
}
