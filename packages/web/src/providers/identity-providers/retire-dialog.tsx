import { useState } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'

type Properties = { readonly onRetire: () => Promise<void>; readonly onClose: () => void }

/** Asks before a certificate in effect is removed. */
export function RetireDialog({ onRetire, onClose }: Properties) {
  const words = useWords()
  const [isBusy, setBusy] = useState(false)
  const retire = async () => {
    setBusy(true)
    await onRetire()
    setBusy(false)
    onClose()
  }
  return (
    <Dialog
      title={words.say('certificate.retireTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} data-initial-focus="">
            {words.say('form.cancel')}
          </Button>
          <Button look="danger" busy={isBusy} onClick={() => void retire()}>
            {words.say('certificate.retire')}
          </Button>
        </>
      }
    >
      <p>{words.say('certificate.retireMessage')}</p>
    </Dialog>
  )
}
