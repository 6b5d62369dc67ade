import {
  certificateViewOf,
  fileBytesMax,
  type ConfigField,
  type IdentityProviderEditor,
  type UploadForm,
} from '@portico/core'
import { useEditor, useProblem } from '@portico/core/react'
import { useState } from 'react'

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
  const [upload, setUpload] = useState<UploadForm>()
  const { form, stored } = useEditor(editor)
  const { state, facts } = certificateViewOf(name, form, stored?.certificates ?? [])
  const title = words.say('certificate.uploadTo', { field: label })
  return (
    <fieldset className={styles['certificate']}>
      <legend>{label}</legend>
      {state === 'unsaved' && <p className={styles['soft']}>{words.say('certificate.unsaved')}</p>}
      {facts !== undefined && <CertificateState facts={facts} />}
      <TextArea
        label={words.say('certificate.text')}
        value={String(form.values[name] ?? '')}
        placeholder="-----BEGIN CERTIFICATE-----"
        hint={help}
        error={useProblem(editor, name)}
        onChange={(typed) => editor.setField(name, typed)}
        onBlur={() => editor.visit(name)}
      />
      <Button aria-label={title} onClick={() => setUpload(editor.uploadCertificate(name))}>
        <UploadIcon />
        {words.say('certificate.upload')}
      </Button>
      {upload !== undefined && (
        <UploadDialog
          title={title}
          help={words.say('certificate.uploadHelp', { max: fileBytesMax })}
          upload={upload}
          onClose={() => setUpload(undefined)}
        />
      )}
    </fieldset>
  )
}
