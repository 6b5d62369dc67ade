import { lazy, Suspense } from 'react'

import { loadChunk } from '../../kit/ports/load-chunk.ts'
import { Loading } from '../../kit/ui/loading.tsx'
import type { CertificatesPanelProperties } from './certificates-panel.tsx'

const CertificatesPanel = lazy(() => loadChunk(() => import('./certificates-panel.tsx')))

export function LazyCertificatesPanel(properties: CertificatesPanelProperties) {
  return (
    <Suspense fallback={<Loading />}>
      <CertificatesPanel {...properties} />
    </Suspense>
  )
}
