import { actionInWords, createAuditRevert, type AuditRow } from '@portico/core'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../kit/ui/load-failed.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { ChangeList } from '../../kit/ui/change-list.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { Loading } from '../../kit/ui/loading.tsx'

type Properties = {
  readonly entry: AuditRow
  readonly onClose: () => void
  readonly onReverted: () => void
}

/** Shows what taking a change back would set, or why it cannot be taken back, before anything is changed. */
export function RevertDialog({ entry, onClose, onReverted }: Properties) {
  const core = useCore()
  const words = useWords()
  const [store] = useState(() => createAuditRevert(core, entry))
  const { status, changes, refusal } = useStore(store)
  useEffect(() => void store.load(), [store])
  const isOffered = status === 'ready' || status === 'saving'
  const act = async () => {
    if (!(await store.revert())) return
    onReverted()
    onClose()
  }
  return (
    <Dialog
      title={words.say('audit.revertTitle', { action: actionInWords(entry.action, words) })}
      onClose={onClose}
      actions={
        <>
          <Button data-initial-focus="" onClick={onClose}>
            {words.say(isOffered ? 'form.cancel' : 'audit.close')}
          </Button>
          {isOffered && (
            <Button look="primary" busy={status === 'saving'} onClick={() => void act()}>
              {words.say('audit.revert')}
            </Button>
          )}
        </>
      }
    >
      <div aria-live="polite">
        {status === 'loading' && <Loading />}
        {status === 'failed' && <LoadFailed onRetry={() => store.load()} />}
        {status === 'refused' && (
          <p>
            {words.say('audit.notReverted')} {refusal}
          </p>
        )}
        {isOffered && (
          <>
            <p>{words.say('audit.revertSets')}</p>
            <ChangeList changes={changes} />
          </>
        )}
      </div>
    </Dialog>
  )
}
