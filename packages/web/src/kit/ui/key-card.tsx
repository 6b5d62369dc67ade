import { type UploadForm } from '@portico/core'
import { Fragment, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'

import { useWords } from '../context/portal-context.tsx'
import { PlusIcon, UploadIcon } from './admin-icons.tsx'
import { Button } from './button.tsx'
import { Facts, type Fact } from './facts.tsx'
import styles from './key-card.module.css'
import { RelativeTime } from './relative-time.tsx'
import { UploadDialog } from './upload-dialog.tsx'

type Properties = {
  /** What it is called, in the names of its buttons too. */
  readonly title: string
  /** PEM as it is stored, and as it is in the form; '' for nothing. */
  readonly saved: string
  readonly value: string
  /** One is required and there is none: the text area is open at first. */
  readonly isNeeded: boolean
  readonly isReadonly?: boolean
  /** The text of an empty slot. */
  readonly none: string
  /** The button that closes the text area again without a change. */
  readonly keep: string
  /** Which files can be uploaded. */
  readonly uploadHelp: string
  /** What tells the saved one from others. */
  readonly facts: readonly Fact[]
  /** What else can be done with the saved one. */
  readonly more?: ReactNode
  readonly onChange: (text: string) => void
  readonly onUpload: () => UploadForm
  /** The text area, and what belongs to it; the upload goes beside it. */
  readonly children: (upload: ReactNode) => ReactNode
}

/** A public key or certificate (decision 62): a card once it is saved, whose text area opens to replace it. */
export function KeyCard({ title, saved, value, isNeeded, isReadonly = false, facts, onChange, ...rest }: Properties) {
  const words = useWords()
  const root = useRef<HTMLFieldSetElement>(null)
  // What was saved when the text area was opened: it closes once something else is.
  const [openedOver, setOpenedOver] = useState(isNeeded ? saved : undefined)
  const [uploading, setUploading] = useState<UploadForm>()
  const isOpen = openedOver === saved || value !== saved
  const isSaved = saved.trim() !== ''
  const change = (text?: string) => {
    flushSync(() => {
      setOpenedOver(saved)
      if (text !== undefined) onChange(text)
    })
    root.current?.querySelector('textarea')?.focus()
  }
  const keep = () => {
    flushSync(() => {
      onChange(saved)
      setOpenedOver(undefined)
    })
    root.current?.querySelector<HTMLElement>('[data-replace]')?.focus()
  }
  // A key that was taken changes the slot, and with it the button that opened the dialog.
  const closeUpload = () => {
    flushSync(() => setUploading(undefined))
    root.current?.querySelector<HTMLElement>('[data-upload]')?.focus()
  }
  const uploadTitle = words.say('key.uploadTo', { key: title })
  const upload = !isReadonly && (
    <Button data-upload="" aria-label={uploadTitle} onClick={() => setUploading(rest.onUpload())}>
      <UploadIcon />
      {/* Beside Replace and Remove there is room for one word, also in a card of 390 px. */}
      {words.say(!isOpen && isSaved ? 'upload.confirm' : 'key.upload')}
    </Button>
  )
  return (
    <fieldset ref={root} className={styles['root']}>
      <legend className={styles['title']}>{title}</legend>
      {!isOpen && isSaved && (
        <>
          <Facts facts={facts} />
          {rest.more}
          {!isReadonly && (
            <div className={styles['actions']}>
              <Button data-replace="" aria-label={words.say('key.replace', { key: title })} onClick={() => change()}>
                {words.say('key.replaceShort')}
              </Button>
              {upload}
              <Button aria-label={words.say('key.clear', { key: title })} look="quiet" onClick={() => change('')}>
                {words.say('key.removeShort')}
              </Button>
            </div>
          )}
        </>
      )}
      {!isOpen && !isSaved && (
        <>
          <p className={styles['note']}>{rest.none}</p>
          {!isReadonly && (
            <div className={styles['actions']}>
              <Button aria-label={words.say('key.add', { key: title })} onClick={() => change()}>
                <PlusIcon />
                {words.say('key.addShort')}
              </Button>
              {upload}
            </div>
          )}
        </>
      )}
      {isOpen && rest.children(upload)}
      {isOpen && isSaved && !isReadonly && (
        <div className={styles['actions']}>
          <Button onClick={keep}>{rest.keep}</Button>
        </div>
      )}
      {uploading !== undefined && (
        <UploadDialog title={uploadTitle} help={rest.uploadHelp} upload={uploading} onClose={closeUpload} />
      )}
    </fieldset>
  )
}

/** The fingerprint of a key as a row of its card. It wraps into lines of one length, which can be compared. */
export function Fingerprint({ text = '' }: { text: string | undefined }) {
  return (
    <code>
      {text.match(/.{1,16}/g)?.map((part) => (
        <Fragment key={part}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </code>
  )
}

/** A time of a key as a row of its card, or `none` without one. */
export function KeyTime({ at, none }: { at: string | null | undefined; none: string }) {
  return at == null ? <span className={styles['note']}>{none}</span> : <RelativeTime at={at} />
}
