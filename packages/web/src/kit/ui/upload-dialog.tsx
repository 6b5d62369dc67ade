import type { UploadForm } from '@portico/core'
import { useStore } from 'zustand'

import { useWords } from '../context/portal-context.tsx'
import { KeyIcon } from './admin-icons.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import styles from './upload-dialog.module.css'

/** Spec section 2: width in pixels. */
const uploadDialogWidth = 600

type Properties = {
  readonly title: string
  /** Which files are accepted, and how they are used. */
  readonly help: string
  /** What the file is called for screen readers; a certificate file if absent. */
  readonly fileLabel?: string
  /** MIME types that the browser's file dialog offers first; the server decides. */
  readonly accept?: string
  readonly upload: UploadForm
  readonly onClose: () => void
}

/** Takes the key or certificate of a file into the form; core's upload decides. */
export function UploadDialog({ title, help, fileLabel, accept, upload, onClose }: Properties) {
  const words = useWords()
  const { file, problem, isReading } = useStore(upload)
  const confirm = async () => {
    if (await upload.take()) onClose()
  }
  return (
    <Dialog
      title={title}
      width={uploadDialogWidth}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.say('form.cancel')}</Button>
          <Button look="primary" disabled={file === undefined} busy={isReading} onClick={() => void confirm()}>
            {words.say('upload.confirm')}
          </Button>
        </>
      }
    >
      <p>{help}</p>
      <FilePlace
        label={fileLabel}
        accept={accept}
        file={file}
        problem={problem}
        onChoose={(chosen) => chosen && upload.choose(chosen)}
      />
    </Dialog>
  )
}

type PlaceProperties = {
  readonly label: string | undefined
  readonly accept: string | undefined
  readonly file: File | undefined
  readonly problem: string | undefined
  readonly onChoose: (file: File | undefined) => void
}

/** The browser's file input, stretched over the drop zone: dropping a file on it selects the file. */
function FilePlace({ label, accept, file, problem, onChoose }: PlaceProperties) {
  const words = useWords()
  return (
    <>
      <div className={styles['place']}>
        <span className={styles['door']} aria-hidden="true">
          <KeyIcon />
        </span>
        <span className={styles['text']}>
          <strong className={styles['name']}>{file?.name ?? words.say('upload.choose')}</strong>
          <span>{file === undefined ? words.say('upload.drop') : words.say('upload.size', { bytes: file.size })}</span>
        </span>
        <input
          type="file"
          data-initial-focus=""
          className={styles['input']}
          accept={accept}
          aria-label={label ?? words.say('upload.file')}
          aria-invalid={problem !== undefined}
          aria-describedby="upload-problem"
          onChange={(event) => onChoose(event.target.files?.[0])}
        />
      </div>
      <p id="upload-problem" role="alert" className={styles['problem']}>
        {problem}
      </p>
    </>
  )
}
