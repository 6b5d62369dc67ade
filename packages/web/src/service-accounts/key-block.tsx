import {
  fileBytesMax,
  fingerprintOf,
  keyAlgorithms,
  type KeyField,
  type KeySlot,
  type ServiceAccountEditor,
} from '@portico/core'
import { useEditor, useProblem } from '@portico/core/react'
import { useState } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../context/portal-context.tsx'
import { UploadIcon } from '../ui/admin-icons.tsx'
import { Button } from '../ui/button.tsx'
import { NativeSelect } from '../ui/native-select.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { UploadDialog } from '../ui/upload-dialog.tsx'
import styles from './key-block.module.css'

type Properties = { readonly editor: ServiceAccountEditor; readonly field: KeyField; readonly isReadonly: boolean }

/** One public key: its text, its algorithm, and an upload that extracts it from a certificate (spec section 2). */
export function KeyBlock({ editor, field, isReadonly }: Properties) {
  const { name: slot, algorithm, lengthMax } = field
  const words = useWords()
  const [isUploading, setUploading] = useState(false)
  const { values } = useEditor(editor).form
  const key = values[slot]
  const title = words.say(field.label)
  return (
    <fieldset className={styles['root']}>
      <legend className={styles['title']}>{title}</legend>
      <div className={styles['tools']}>
        <div className={styles['algorithm']}>
          <NativeSelect
            label={words.say('key.algorithm')}
            value={values[algorithm]}
            options={keyAlgorithms}
            disabled={isReadonly}
            error={useProblem(editor, algorithm)}
            onChange={(value) => editor.setField(algorithm, value)}
          />
        </div>
        {!isReadonly && (
          <Button aria-label={words.say('key.uploadTo', { key: title })} onClick={() => setUploading(true)}>
            <UploadIcon />
            {words.say('key.upload')}
          </Button>
        )}
      </div>
      <TextArea
        label={words.say('key.text')}
        value={key}
        // No maxLength: a text that is too long is marked, because a truncated key looks complete.
        aria-required={field.required}
        readOnly={isReadonly}
        placeholder="-----BEGIN PUBLIC KEY-----"
        hint={key.trim().length > lengthMax ? `${key.trim().length} / ${lengthMax}` : undefined}
        error={useProblem(editor, slot)}
        onChange={(value) => editor.setField(slot, value)}
        onBlur={() => editor.visit(slot)}
      />
      <FingerprintNote editor={editor} slot={slot} />
      <CertificateNote editor={editor} slot={slot} />
      {isUploading && (
        <UploadDialog
          title={words.say('key.uploadTo', { key: title })}
          help={words.say('upload.help', { max: fileBytesMax })}
          onTaken={({ publicKey, notAfter }) => editor.takeKey(slot, publicKey, notAfter)}
          onClose={() => setUploading(false)}
        />
      )}
    </fieldset>
  )
}

/** The fingerprint of the key, saved or typed. */
function FingerprintNote({ editor, slot }: { editor: ServiceAccountEditor; slot: KeySlot }) {
  const words = useWords()
  const { form } = useEditor(editor)
  const fingerprint = fingerprintOf(form, slot, form.values[slot])
  if (fingerprint === undefined) return null
  return <p className={styles['note']}>{words.say('key.fingerprint', { fingerprint })}</p>
}

/** The expiry of the certificate that the key was taken from, until the key is edited. */
function CertificateNote({ editor, slot }: { editor: ServiceAccountEditor; slot: KeySlot }) {
  const words = useWords()
  const { clock } = useCore()
  const key = useEditor(editor).form.values[slot]
  const certificate = useStore(editor.keyOrigins)[slot]
  if (certificate === undefined || certificate.key.trim() !== key.trim()) return null
  const end = new Date(certificate.notAfter)
  const isOver = end.getTime() < clock.now()
  const date = new Intl.DateTimeFormat(words.locale, { dateStyle: 'long' }).format(end)
  return (
    <p className={isOver ? styles['expired'] : styles['note']}>
      {words.say(isOver ? 'key.expired' : 'key.validUntil', { date })}
    </p>
  )
}
