import {
  fileBytesMax,
  keyAlgorithms,
  keyFields,
  keyViewOf,
  type KeyField,
  type KeySlot,
  type KeyView,
  type ServiceAccountEditor,
  type UploadForm,
} from '@portico/core'
import { useEditor, useProblem } from '@portico/core/react'
import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'

import { useCore, useWords } from '../context/portal-context.tsx'
import { PlusIcon, UploadIcon } from '../ui/admin-icons.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Facts } from '../ui/facts.tsx'
import { NativeSelect } from '../ui/native-select.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { UploadDialog } from '../ui/upload-dialog.tsx'
import styles from './key-block.module.css'

type Properties = { readonly editor: ServiceAccountEditor; readonly field: KeyField; readonly isReadonly: boolean }

/**
 * One public key (spec section 2). A saved key is a card; its text area opens to replace it. Of two empty slots the first is open, because
 * one key is required.
 */
export function KeyBlock({ editor, field, isReadonly }: Properties) {
  const { name: slot } = field
  const words = useWords()
  const root = useRef<HTMLFieldSetElement>(null)
  const { values, fetched } = useEditor(editor).form
  const saved = fetched.values[slot]
  const isNeeded = field === keyFields[0] && keyFields.every(({ name }) => values[name].trim() === '')
  // What was saved when the text area was opened: it closes once something else is.
  const [openedOver, setOpenedOver] = useState(isNeeded ? saved : undefined)
  const [uploading, setUploading] = useState<UploadForm>()
  const isOpen = openedOver === saved || values[slot] !== saved
  const isSaved = saved.trim() !== ''
  const title = words.say(field.label)
  const change = (text?: string) => {
    flushSync(() => {
      setOpenedOver(saved)
      if (text !== undefined) editor.setField(slot, text)
    })
    root.current?.querySelector('textarea')?.focus()
  }
  // A key that was taken changes the slot, and with it the button that opened the dialog.
  const closeUpload = () => {
    flushSync(() => setUploading(undefined))
    root.current?.querySelector<HTMLElement>('[data-upload]')?.focus()
  }
  const upload = !isReadonly && (
    <Button
      data-upload=""
      aria-label={words.say('key.uploadTo', { key: title })}
      onClick={() => setUploading(editor.uploadKey(slot))}
    >
      <UploadIcon />
      {words.say('key.upload')}
    </Button>
  )
  return (
    <fieldset ref={root} className={styles['root']}>
      <legend className={styles['title']}>{title}</legend>
      {!isOpen && isSaved && (
        <SavedKey editor={editor} slot={slot} title={title}>
          {!isReadonly && (
            <>
              <Button aria-label={words.say('key.replace', { key: title })} onClick={() => change()}>
                {words.say('key.replaceShort')}
              </Button>
              {upload}
              <Button aria-label={words.say('key.clear', { key: title })} look="quiet" onClick={() => change('')}>
                {words.say('key.removeShort')}
              </Button>
            </>
          )}
        </SavedKey>
      )}
      {!isOpen && !isSaved && (
        <>
          <p className={styles['note']}>{words.say('key.none')}</p>
          {!isReadonly && (
            <div className={styles['actions']}>
              <Button aria-label={words.say('key.add', { key: title })} onClick={() => change()}>
                <PlusIcon />
                {words.say('key.add', { key: title })}
              </Button>
              {upload}
            </div>
          )}
        </>
      )}
      {isOpen && (
        <KeyInput editor={editor} field={field} isReadonly={isReadonly}>
          {upload}
        </KeyInput>
      )}
      {isOpen && isSaved && !isReadonly && (
        <div className={styles['actions']}>
          <Button
            onClick={() => {
              editor.setField(slot, saved)
              setOpenedOver(undefined)
            }}
          >
            {words.say('key.keep')}
          </Button>
        </div>
      )}
      {uploading !== undefined && (
        <UploadDialog
          title={words.say('key.uploadTo', { key: title })}
          help={words.say('upload.help', { max: fileBytesMax })}
          upload={uploading}
          onClose={closeUpload}
        />
      )}
    </fieldset>
  )
}

type SavedProperties = {
  readonly editor: ServiceAccountEditor
  readonly slot: KeySlot
  readonly title: string
  readonly children: ReactNode
}

/** What tells a saved key from others, and what can be done with it. */
function SavedKey({ editor, slot, title, children }: SavedProperties) {
  const words = useWords()
  const { text: pem, algorithm, bits, fingerprint, times } = useKeyView(editor, slot)
  return (
    <>
      <Facts
        facts={[
          {
            label: words.say('key.kind'),
            value: (
              <>
                {bits === undefined ? algorithm : words.say('key.bits', { algorithm, bits })}
                <CopyButton text={pem} label={words.say('key.copy', { key: title })} />
              </>
            ),
          },
          { label: words.say('key.fingerprintLabel'), value: <code className={styles['code']}>{fingerprint}</code> },
          { label: words.say('key.added'), value: timeOr(times?.addedAt, words.say('key.addedUnknown')) },
          { label: words.say('key.lastUsed'), value: timeOr(times?.lastUsedAt, words.say('serviceAccount.notUsed')) },
        ]}
      />
      <div className={styles['actions']}>{children}</div>
    </>
  )
}

function timeOr(at: string | null | undefined, none: string): ReactNode {
  return at == null ? <span className={styles['note']}>{none}</span> : <RelativeTime at={at} />
}

type InputProperties = Properties & { readonly children: ReactNode }

/** The text of a key and its algorithm, and an upload that extracts a key from a certificate. */
function KeyInput({
  editor,
  field: { name: slot, algorithm, lengthMax, required },
  isReadonly,
  children,
}: InputProperties) {
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
  const date = new Intl.DateTimeFormat(words.locale, { dateStyle: 'long' }).format(new Date(end))
  return (
    <p className={isOver ? styles['expired'] : styles['note']}>
      {words.say(isOver ? 'key.expired' : 'key.validUntil', { date })}
    </p>
  )
}
