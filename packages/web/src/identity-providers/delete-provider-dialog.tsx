import { useState } from 'react'
import { useStore } from 'zustand'

import { useWords } from '../portal/context.tsx'
import { ConfirmNameDialog } from '../ui/confirm-name-dialog.tsx'
import type { ProviderModel } from './provider-model.ts'

type Properties = { readonly model: ProviderModel; readonly onDeleted: () => void; readonly onClose: () => void }

export function DeleteProviderDialog({ model, onDeleted, onClose }: Properties) {
  const words = useWords()
  const name = useStore(model.form, (state) => state.fetched.name)
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
      title={words.say('idp.deleteTitle', { name })}
      message={words.say('idp.deleteMessage')}
      name={name}
      confirmLabel={words.say('form.delete')}
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
