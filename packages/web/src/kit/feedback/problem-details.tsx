import type { ExpectedProblem, SystemProblem } from '@portico/core'
import { lazy, Suspense } from 'react'

import { loadChunk } from '../ports/load-chunk.ts'

const DetailsDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./details-dialog.tsx'))).DetailsDialog,
}))

type Properties = {
  readonly problem: ExpectedProblem | SystemProblem | undefined
  readonly title: string
  readonly onClose: () => void
}

/** What a banner opens; only few people need it, so it is loaded then. A system error has no details. */
export function ProblemDetails({ problem, title, onClose }: Properties) {
  if (problem?.kind !== 'expected') return null
  return (
    <Suspense>
      <DetailsDialog problem={problem} title={title} onClose={onClose} />
    </Suspense>
  )
}
