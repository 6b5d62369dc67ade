import type { ReactNode } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'

type QuestionProperties = {
  readonly title: string
  readonly text: string
  readonly onClose: () => void
  /** The button that says yes. */
  readonly children: ReactNode
}

/** Asks before something is done; Cancel has the focus. */
export function Question({ title, text, onClose, children }: QuestionProperties) {
  const words = useWords()
  const cancel = (
    <Button data-initial-focus="" onClick={onClose}>
      {words.say('form.cancel')}
    </Button>
  )
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          {cancel}
          {children}
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  )
}
