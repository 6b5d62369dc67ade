import type { ModuleRoute } from '@portico/core'
import { lazy } from 'react'

import { useWords } from '../../../kit/context/portal-context.tsx'
import { loadChunk } from '../../../kit/ports/load-chunk.ts'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { Button } from '../../../kit/ui/button.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'

const BrandingSettings = lazy(() => loadChunk(() => import('../../../tenant/branding/screens/branding-settings.tsx')))

/** A module that has its screen here and not in the table of routes, which every page loads; or none at all. */
export function ModuleShell({ module }: { module: ModuleRoute }) {
  return module.id === 'branding' ? <BrandingSettings /> : <WithoutScreen module={module} />
}

/** A module that the server lists but this page has no screen for, for example after an upgrade while the page was open. */
function WithoutScreen({ module }: { module: ModuleRoute }) {
  const words = useWords()
  usePageTitle(module.label)
  return (
    <>
      <h1>{module.label}</h1>
      <EmptyState
        message={words.say('module.noScreen')}
        action={<Button onClick={() => window.location.reload()}>{words.say('error.reload')}</Button>}
      />
    </>
  )
}
