import { useState } from 'react'

import { useWords } from '../context/portal-context.tsx'
import { ConfirmNameDialog } from './confirm-name-dialog.tsx'

type Properties = {
  readonly model: { /** true when it is gone. */ remove(): Promise<boolean> }
  readonly title: string
  readonly message: string
  /** The stored name, which the person types. */
  readonly name: string
  readonly onDeleted: () => void
  readonly onClose: () => void
}

/** Asks for the object's name, then deletes it. The dialog closes in any case: a failure is shown in the page. */
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
