import type { ModuleRoute } from '@portico/core'

import { useWords } from '../../context/portal-context.tsx'
import { usePageTitle } from '../../navigation/use-page-title.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** A module that the server lists but this page has no screen for, for example after an upgrade while the page was open. */
export function ModuleShell({ module }: { module: ModuleRoute }) {
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
