import type { ClientEditor, UploadForm } from '@portico/core'
import { useState, type KeyboardEvent } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import formPage from '../../kit/ui/form-page.module.css'
import { TextField } from '../../kit/ui/text-field.tsx'
import { UploadDialog } from '../../kit/ui/upload-dialog.tsx'
import styles from './metadata-panel.module.css'

/** Fills the form from the application's SAML metadata: of its address, which the server reads, or of a file. */
export function MetadataPanel({ editor }: { readonly editor: ClientEditor }) {
  const words = useWords()
  const [url, setUrl] = useState('')
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [warnings, setWarnings] = useState<readonly string[]>()
  const [upload, setUpload] = useState<UploadForm>()
  const filled = (found: readonly string[]) => {
    setProblem(undefined)
    setWarnings(found)
  }
  const read = async () => {
    if (url.trim() === '' || isReading) return
    setReading(true)
    setProblem(undefined)
    setWarnings(undefined)
    const answer = await editor.readMetadata({ url: url.trim() })
    setReading(false)
    if ('problem' in answer) setProblem(answer.problem)
    else filled(answer.warnings)
  }
  // It is inside the form, where Enter saves.
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void read()
  }
  return (
    <section className={styles['root']} aria-labelledby="client-metadata">
      <div>
        <h2 id="client-metadata" className={styles['title']}>
          {words.say('clients.metadata')}
        </h2>
        <p className={formPage['lead']}>{words.say('clients.metadataHelp')}</p>
      </div>
      <div className={styles['tools']}>
        <TextField
          label={words.say('clients.metadataUrl')}
          value={url}
          dir="ltr"
          inputMode="url"
          placeholder="https://"
          error={problem}
          onChange={setUrl}
          onKeyDown={press}
        />
        <Button disabled={url.trim() === ''} busy={isReading} onClick={() => void read()}>
          {words.say('clients.metadataRead')}
        </Button>
        <Button onClick={() => setUpload(editor.upload(filled))}>{words.say('clients.metadataChoose')}</Button>
      </div>
      <div aria-live="polite" className={styles['answer']}>
        {warnings !== undefined && (
          <div className={formPage['note']}>
            <p>{words.say('clients.metadataFilled')}</p>
            {warnings.length > 0 && (
              <ul>
                {warnings.map((warning) => (
                  <li key={warning}>{warning}</li>
                ))}
              </ul>
            )}
          </div>
        )}
      </div>
      {upload !== undefined && (
        <UploadDialog
          title={words.say('clients.metadata')}
          help={words.say('clients.metadataFileHelp')}
          fileLabel={words.say('clients.metadataFile')}
          accept="application/xml,text/xml,application/samlmetadata+xml"
          upload={upload}
          onClose={() => setUpload(undefined)}
        />
      )}
    </section>
  )
}
