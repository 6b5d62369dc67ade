import {
  fileBytesMax,
  keyAlgorithms,
  keyFields,
  keyViewOf,
  type KeyField,
  type KeySlot,
  type KeyView,
  type ServiceAccountEditor,
} from '@portico/core'
import { useEditor, useProblem } from '@portico/core/react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { CopyButton } from '../../kit/ui/copy-button.tsx'
import { Fingerprint, KeyCard, KeyTime } from '../../kit/ui/key-card.tsx'
import styles from '../../kit/ui/key-card.module.css'
import { NativeSelect } from '../../kit/ui/native-select.tsx'
import { TextArea } from '../../kit/ui/text-area.tsx'
import texts from '../../kit/ui/texts.module.css'
import { MakeKey } from './make-key.tsx'

type Properties = { readonly editor: ServiceAccountEditor; readonly field: KeyField; readonly isReadonly: boolean }

/** One public key (spec section 2). Of two empty slots the first is open, because one key is required. */
export function KeyBlock({ editor, field, isReadonly }: Properties) {
  const { name: slot } = field
  const words = useWords()
  const { values, fetched } = useEditor(editor).form
  const { text, algorithm, bits, fingerprint, times } = useKeyView(editor, slot)
  const title = words.say(field.label)
  const kind = (
    <>
      {bits === undefined ? algorithm : words.say('key.bits', { algorithm, bits })}
      <CopyButton text={text} label={words.say('key.copy', { key: title })} />
    </>
  )
  return (
    <KeyCard
      title={title}
      saved={fetched.values[slot]}
      value={values[slot]}
      isNeeded={field === keyFields[0] && keyFields.every(({ name }) => values[name].trim() === '')}
      isReadonly={isReadonly}
      none={words.say('key.none')}
      keep={words.say('key.keep')}
      uploadHelp={words.say('upload.help', { max: fileBytesMax })}
      facts={[
        { label: words.say('key.kind'), value: kind },
        { label: words.say('key.fingerprintLabel'), value: <Fingerprint text={fingerprint} /> },
        { label: words.say('key.added'), value: <KeyTime at={times?.addedAt} none={words.say('key.addedUnknown')} /> },
        {
          label: words.say('key.lastUsed'),
          value: <KeyTime at={times?.lastUsedAt} none={words.say('serviceAccount.notUsed')} />,
        },
      ]}
      onChange={(typed) => editor.setField(slot, typed)}
      onUpload={() => editor.uploadKey(slot)}
    >
      {(upload) => (
        <KeyInput editor={editor} field={field} isReadonly={isReadonly}>
          {upload}
        </KeyInput>
      )}
    </KeyCard>
  )
}

type InputProperties = Properties & { readonly children: ReactNode }

/** The text of a key and its algorithm, and an upload that extracts a key from a certificate. */
function KeyInput({ editor, field, isReadonly, children }: InputProperties) {
  const { name: slot, algorithm, lengthMax, required } = field
  const words = useWords()
  const view = useKeyView(editor, slot)
  const key = view.text
  return (
    <>
      <div className={styles['tools']}>
        <div className={styles['algorithm']}>
          <NativeSelect
            label={words.say('key.algorithm')}
            value={view.algorithm}
            options={keyAlgorithms}
            disabled={isReadonly}
            error={useProblem(editor, algorithm)}
            onChange={(value) => editor.setField(algorithm, value)}
          />
        </div>
        {children}
      </div>
      {!isReadonly && <MakeKey editor={editor} field={field} />}
      <TextArea
        label={words.say('key.text')}
        value={key}
        // No maxLength: a text that is too long is marked, because a truncated key looks complete.
        aria-required={required}
        readOnly={isReadonly}
        placeholder="-----BEGIN PUBLIC KEY-----"
        hint={key.trim().length > lengthMax ? `${key.trim().length} / ${lengthMax}` : undefined}
        error={useProblem(editor, slot)}
        onChange={(value) => editor.setField(slot, value)}
        onBlur={() => editor.visit(slot)}
      />
      {view.fingerprint !== undefined && (
        <p className={styles['note']}>{words.say('key.fingerprint', { fingerprint: view.fingerprint })}</p>
      )}
      {view.certificate !== undefined && <CertificateNote {...view.certificate} />}
    </>
  )
}

function useKeyView(editor: ServiceAccountEditor, slot: KeySlot): KeyView {
  const { clock } = useCore()
  const { form } = useEditor(editor)
  return keyViewOf(slot, { form, origins: useStore(editor.keyOrigins), nowMs: clock.now() })
}

/** The certificate that the key was taken from. */
function CertificateNote({ end, isOver }: NonNullable<KeyView['certificate']>) {
  const words = useWords()
  const date = new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'long' }).format(new Date(end))
  return (
    <p className={isOver ? texts['warning'] : styles['note']}>
      {words.say(isOver ? 'key.expired' : 'key.validUntil', { date })}
    </p>
  )
}
