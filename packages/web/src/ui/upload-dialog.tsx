import { uploadCertificate, uploadDialogWidth, type UploadResult } from '@portico/core'
import { useState } from 'react'

import { useCore, useWords } from '../context/portal-context.tsx'
import { KeyIcon } from './admin-icons.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import styles from './upload-dialog.module.css'

type Properties = {
  readonly title: string
  /** Which files are accepted, and how they are used. */
  readonly help: string
  readonly onTaken: (taken: Extract<UploadResult, { ok: true }>) => void
  readonly onClose: () => void
}

/** Extracts the key or certificate from a file. Only a successful response changes the form (spec section 5). */
export function UploadDialog({ title, help, onTaken, onClose }: Properties) {
  const { client, feedback } = useCore()
  const words = useWords()
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState<string>()
  const [isReading, setReading] = useState(false)
  const choose = (chosen: File | undefined) => {
    if (chosen === undefined) return
    setFile(chosen)
    setProblem(undefined)
  }
  const confirm = async () => {
    setReading(true)
    const result = await uploadCertificate(client, file)
    setReading(false)
    if (result.ok) {
      onTaken(result)
      return onClose()
    }
    if ('problem' in result && result.problem.kind === 'session-ended') return feedback.report(result.problem)
    setProblem('problem' in result ? sentence(result) : words.say(result.errorID))
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
      <FilePlace file={file} problem={problem} onChoose={choose} />
    </Dialog>
  )
}

type PlaceProperties = {
  readonly file: File | undefined
  readonly problem: string | undefined
  readonly onChoose: (file: File | undefined) => void
}

/** The browser's file input, stretched over the drop zone: dropping a file on it selects the file. */
function FilePlace({ file, problem, onChoose }: PlaceProperties) {
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
          aria-label={words.say('upload.file')}
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

/** The most specific sentence about a rejected file: that of its field, if there is one. */
function sentence({ problem }: Extract<UploadResult, { problem: unknown }>): string {
  const detail = problem.kind === 'expected' ? problem.details[0]?.errorMessage : undefined
  return detail ?? problem.errorMessage
}
