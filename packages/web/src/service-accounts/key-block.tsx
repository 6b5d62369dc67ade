import { fileBytesMax, fingerprintOf, keyAlgorithms, keyLengthMax } from '@portico/core'
import { useState } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../portal/context.tsx'
import { UploadIcon } from '../ui/admin-icons.tsx'
import { Button } from '../ui/button.tsx'
import { NativeSelect } from '../ui/native-select.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { UploadDialog } from '../ui/upload-dialog.tsx'
import type { FormModel, KeySlot } from './form-model.ts'
import styles from './key-block.module.css'
import { useComplaint } from './use-form-state.ts'

type Properties = { readonly model: FormModel; readonly slot: KeySlot; readonly isReadonly: boolean }

/** One public key: its text, its algorithm, and a certificate it can be taken from (spec section 2). */
export function KeyBlock({ model, slot, isReadonly }: Properties) {
  const words = useWords()
  const [isUploading, setUploading] = useState(false)
  const key = useStore(model.form, (state) => state.values[slot])
  const algorithm = useStore(model.form, (state) => state.values[`${slot}Algorithm`])
  const title = words.say(`field.${slot}`)
  return (
    <fieldset className={styles['root']}>
      <legend className={styles['title']}>{title}</legend>
      <div className={styles['tools']}>
        <div className={styles['algorithm']}>
          <NativeSelect
            label={words.say('key.algorithm')}
            value={algorithm}
            options={keyAlgorithms}
            disabled={isReadonly}
            error={useComplaint(model, `${slot}Algorithm`)}
            onChange={(value) => model.setField(`${slot}Algorithm`, value)}
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
        // A text that is too long shall be seen and complained of, not cut: a cut key looks whole.
        aria-required={slot === 'key1'}
        readOnly={isReadonly}
        placeholder="-----BEGIN PUBLIC KEY-----"
        hint={key.trim().length > keyLengthMax ? `${key.trim().length} / ${keyLengthMax}` : undefined}
        error={useComplaint(model, slot)}
        onChange={(value) => model.setField(slot, value)}
        onBlur={() => model.visit(slot)}
      />
      <FingerprintNote model={model} slot={slot} />
      <CertificateNote model={model} slot={slot} />
      {isUploading && (
        <UploadDialog
          title={words.say('key.uploadTo', { key: title })}
          help={words.say('upload.help', { max: fileBytesMax })}
          onTaken={({ publicKey, notAfter }) => model.takeKey(slot, publicKey, notAfter)}
          onClose={() => setUploading(false)}
        />
      )}
    </fieldset>
  )
}

/** What the key is known by, saved or only typed. */
function FingerprintNote({ model, slot }: { model: FormModel; slot: KeySlot }) {
  const words = useWords()
  const fingerprint = useStore(model.form, (state) => fingerprintOf(state, slot, state.values[slot]))
  if (fingerprint === undefined) return null
  return <p className={styles['note']}>{words.say('key.fingerprint', { fingerprint })}</p>
}

/** When the certificate ends that this key was taken from, as long as the key is that one. */
function CertificateNote({ model, slot }: { model: FormModel; slot: KeySlot }) {
  const words = useWords()
  const { clock } = useCore()
  const key = useStore(model.form, (state) => state.values[slot])
  const certificate = useStore(model.view, (view) => view.certificates[slot])
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
