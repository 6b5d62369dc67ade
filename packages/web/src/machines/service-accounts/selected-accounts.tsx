import { bulkFileOf, type ServiceAccountList } from '@portico/core'
import { lazy, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'

import { useWords } from '../../kit/context/portal-context.tsx'
import { loadChunk } from '../../kit/ports/load-chunk.ts'
import { Button } from '../../kit/ui/button.tsx'
import { download } from '../../kit/ui/download.ts'
import { SelectionBar } from '../../kit/ui/selection-bar.tsx'

const DeleteSelectedDialog = lazy(() => loadChunk(() => import('./delete-selected-dialog.tsx')))

type Properties = {
  readonly list: ServiceAccountList
  readonly environmentId: string
  readonly isReadonly: boolean
}

/** The bar of the selected accounts: export them as a file for the command line, or delete them. */
export function SelectedAccounts({ list, environmentId, isReadonly }: Properties) {
  const words = useWords()
  const selected = useStore(list, (state) => state.selected)
  const total = useStore(list, (state) => (state.isCounted ? state.total : 0))
  const isNarrowed = useStore(list, (state) => state.search.trim() !== '')
  const [isDeleting, setDeleting] = useState(false)
  const accounts = [...selected.values()]
  // The bar goes with its button: the focus moves to what selects again.
  const clear = () => {
    flushSync(() => list.clearSelection())
    document.querySelector<HTMLElement>('[data-page-check]')?.focus()
  }
  return (
    <>
      {accounts.length > 0 && (
        <SelectionBar
          count={accounts.length}
          total={total}
          isNarrowed={isNarrowed}
          onSelectMatching={() => list.selectMatching()}
          onClear={clear}
        >
          <Button
            onClick={() =>
              download(bulkFileOf(accounts), { name: 'service-accounts.ndjson', type: 'application/x-ndjson' })
            }
          >
            {words.say('selection.export')}
          </Button>
          {!isReadonly && (
            <Button look="danger" onClick={() => setDeleting(true)}>
              {words.say('selection.delete')}
            </Button>
          )}
        </SelectionBar>
      )}
      {isDeleting && (
        <Suspense>
          <DeleteSelectedDialog {...{ list, environmentId, accounts }} onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </>
  )
}
