import { lazy, Suspense } from 'react'

import { loadChunk } from '../../kit/ports/load-chunk.ts'
import type { CertificatesPanelProperties } from './certificates-panel.tsx'

const CertificatesPanel = lazy(() => loadChunk(() => import('./certificates-panel.tsx')))

/** Stands last on the page, so that nothing moves when it arrives. */
export function LazyCertificatesPanel(properties: CertificatesPanelProperties) {
  return (
    <Suspense fallback={null}>
      <CertificatesPanel {...properties} />
    </Suspense>
  )
}
