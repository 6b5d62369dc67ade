import { useState } from 'react'

import { useWords } from '../portal/context.tsx'
import { ConfirmNameDialog } from './confirm-name-dialog.tsx'

type Properties = {
  readonly model: { /** true when it is gone. */ remove(): Promise<boolean> }
  readonly title: string
  readonly message: string
  /** As it is stored; it has to be typed. */
  readonly name: string
  readonly onDeleted: () => void
  readonly onClose: () => void
}

/** Asks for the name of what a form edits, then deletes it. The dialog closes either way: a failure stands in the page. */
export function DeleteDialog({ model, title, message, name, onDeleted, onClose }: Properties) {
  const words = useWords()
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    const isGone = await model.remove()
    setBusy(false)
    onClose()
    if (isGone) onDeleted()
  }
  return (
    <ConfirmNameDialog
      title={title}
      message={message}
      name={name}
      confirmLabel={words.say('form.delete')}
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
