import type { ReactNode } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../context/portal-context.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

type Properties = {
  readonly canSave: boolean
  /** Why saving is disabled, if it is. */
  readonly reason: string | undefined
  /** The unsaved changes. */
  readonly children: ReactNode
}

/** Save, Discard or Cancel (spec section 2), for links, back and forward alike; core's leave blocker decides. */
export function LeaveDialog({ canSave, reason, children }: Properties) {
  const { leaveBlocker } = useCore()
  const words = useWords()
  const { showDialog, saving } = useStore(leaveBlocker)
  if (!showDialog) return null
  return (
    <Dialog
      title={words.say('leave.title')}
      onClose={() => void leaveBlocker.answer('cancel')}
      actions={
        <>
          <Button onClick={() => void leaveBlocker.answer('cancel')}>{words.say('form.cancel')}</Button>
          <Button look="danger" onClick={() => void leaveBlocker.answer('discard')}>
            {words.say('form.discard')}
          </Button>
          <Button
            look="primary"
            busy={saving}
            disabled={!canSave}
            data-initial-focus={canSave ? '' : undefined}
            onClick={() => void leaveBlocker.answer('save')}
          >
            {words.say('form.save')}
          </Button>
        </>
      }
    >
      <p>{reason === undefined ? words.say('leave.message') : words.say('leave.invalid', { reason })}</p>
      {children}
    </Dialog>
  )
}
