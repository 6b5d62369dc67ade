import { fileBytesMax, type CertificateFacts, type ConfigField, type IdentityProviderEditor } from '@portico/core'
import { useProblem } from '@portico/core/react'
import { useState } from 'react'
import { useStore } from 'zustand'

import { useWords } from '../context/portal-context.tsx'
import { UploadIcon } from '../ui/admin-icons.tsx'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { UploadDialog } from '../ui/upload-dialog.tsx'
import { CertificateState } from './certificate-state.tsx'
import styles from './provider-form.module.css'

type Properties = { readonly editor: IdentityProviderEditor; readonly field: ConfigField }

/** One signing certificate: its text, an upload, and the properties of the stored one. */
export function CertificateInput({ editor, field }: Properties) {
  const words = useWords()
  const { name, label, help } = field
  const [isUploading, setUploading] = useState(false)
  const text = useStore(editor, ({ form: state }) => String(state.values[name] ?? ''))
  const stored = useStore(editor, ({ form: state }) => String(state.fetched.values[name] ?? ''))
  const facts = useStore(editor, (view) => view.stored?.certificates.find((one) => one.slot === slotOf(name)))
  const title = words.say('certificate.uploadTo', { field: label })
  const isShown = text.trim() !== '' && text.trim() === stored.trim()
  return (
    <fieldset className={styles['certificate']}>
      <legend>{label}</legend>
      <Note facts={facts} isShown={isShown} isUnsaved={text.trim() !== '' && !isShown} />
      <TextArea
        label={words.say('certificate.text')}
        value={text}
        placeholder="-----BEGIN CERTIFICATE-----"
        hint={help}
        error={useProblem(editor, name)}
        onChange={(typed) => editor.setField(name, typed)}
        onBlur={() => editor.visit(name)}
      />
      <Button aria-label={title} onClick={() => setUploading(true)}>
        <UploadIcon />
        {words.say('certificate.upload')}
      </Button>
      {isUploading && (
        <UploadDialog
          title={title}
          help={words.say('certificate.uploadHelp', { max: fileBytesMax })}
          onTaken={({ certificate, publicKey }) => editor.setField(name, certificate ?? publicKey)}
          onClose={() => setUploading(false)}
        />
      )}
    </fieldset>
  )
}

type NoteProperties = {
  readonly facts: CertificateFacts | undefined
  readonly isShown: boolean
  readonly isUnsaved: boolean
}

function Note({ facts, isShown, isUnsaved }: NoteProperties) {
  const words = useWords()
  if (isUnsaved) return <p className={styles['soft']}>{words.say('certificate.unsaved')}</p>
  return isShown && facts !== undefined && <CertificateState facts={facts} />
}

function slotOf(name: string): number {
  return Number(name.slice(-1))
}
