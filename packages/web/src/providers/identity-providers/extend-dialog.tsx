import { createCertificates, type IdentityProviderEditor } from '@portico/core'
import { useState, type FormEvent } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { TextField } from '../../kit/ui/text-field.tsx'
import styles from './provider-form.module.css'

type Properties = {
  readonly editor: IdentityProviderEditor
  readonly fingerprint: string
  readonly onClose: () => void
}

/** Spec section 4: an expired certificate can be authorised for 72 extra hours; once, with a reason. */
export function ExtendDialog({ editor, fingerprint, onClose }: Properties) {
  const words = useWords()
  const certificates = useCore().lazily(createCertificates)
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const extend = async (event: FormEvent) => {
    event.preventDefault()
    const { stored: provider } = editor.getState()
    if (provider === undefined || reason.trim() === '' || isBusy) return
    setBusy(true)
    const end = await certificates.extend({ idp: provider.id, fingerprint, reason: reason.trim() })
    if (end !== undefined) {
      await editor.refresh()
      await editor.check.run()
    }
    setBusy(false)
    onClose()
  }
  return (
    <Dialog
      title={words.say('certificate.extendTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.say('form.cancel')}</Button>
          <Button type="submit" form="extend" look="danger" disabled={reason.trim() === ''} busy={isBusy}>
            {words.say('certificate.extend')}
          </Button>
        </>
      }
    >
      <p>{words.say('certificate.extendMessage')}</p>
      <form id="extend" className={styles['reason']} onSubmit={(event) => void extend(event)}>
        <TextField
          label={words.say('certificate.reason')}
          value={reason}
          required
          maxLength={500}
          data-initial-focus=""
          onChange={setReason}
        />
      </form>
    </Dialog>
  )
}
