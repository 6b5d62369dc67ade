import {
  createIdentityProviders,
  decodeFile,
  familyOf,
  metadataLengthMax,
  type ImportedMetadata,
  type IdentityProviderEditor,
} from '@portico/core'
import { useId, useRef, useState, type FormEvent } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { NativeSelect } from '../../kit/ui/native-select.tsx'
import fieldStyles from '../../kit/ui/text-field.module.css'
import { TextField } from '../../kit/ui/text-field.tsx'
import styles from './provider-form.module.css'
import texts from '../../kit/ui/texts.module.css'

type Source = { readonly url: string } | { readonly document: string }

/** Fills in the form from the provider's metadata, by address or from a file. Not needed for Azure. */
export function ImportPanel({ editor, isOpen }: { editor: IdentityProviderEditor; isOpen: boolean }) {
  const words = useWords()
  const family = familyOf(useStore(editor, ({ form }) => form.type))
  const { state, read, tell } = useImport(editor)
  const [url, setUrl] = useState('')
  if (family === 'azure') return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (url.trim() !== '') void read({ url: url.trim() })
  }
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    const decoded = decodeFile(new Uint8Array(await file.arrayBuffer()))
    if (!('text' in decoded)) tell(words.say('FILE_ENCODING'))
    else if (decoded.text.length > metadataLengthMax) tell(words.say('import.tooLarge', { max: metadataLengthMax }))
    else await read({ document: decoded.text })
  }
  return (
    <details className={styles['more']} open={isOpen}>
      <summary>
        <strong>{words.say('import.title')}</strong>
      </summary>
      <p className={texts['soft']}>{words.say(family === 'oidc' ? 'import.hintOidc' : 'import.hintSaml')}</p>
      <form className={styles['tools']} onSubmit={submit}>
        <TextField
          label={words.say('import.url')}
          value={url}
          dir="ltr"
          inputMode="url"
          placeholder="https://"
          onChange={setUrl}
        />
        <Button type="submit" disabled={url.trim() === ''} busy={state.isReading}>
          {words.say('import.read')}
        </Button>
        <FileField onChoose={(file) => void take(file)} />
      </form>
      <div aria-live="polite">
        {state.problem !== undefined && <p className={styles['fails']}>{state.problem}</p>}
        {state.answer !== undefined && <Answer answer={state.answer} filled={state.filled} onTake={state.choose} />}
      </div>
    </details>
  )
}

function FileField({ onChoose }: { onChoose: (file: File | undefined) => void }) {
  const words = useWords()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={fieldStyles['root']}>
      <span className={fieldStyles['label']} id={id}>
        {words.say('import.file')}
      </span>
      {/* The browser's own button speaks the browser's language. */}
      <Button aria-describedby={id} onClick={() => input.current?.click()}>
        {words.say('import.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".xml,.json,application/xml,application/json,text/xml"
        onChange={(event) => {
          onChoose(event.target.files?.[0])
          // Lets the change event fire when the same file is chosen again.
          event.target.value = ''
        }}
      />
    </div>
  )
}

type AnswerProperties = {
  readonly answer: ImportedMetadata
  readonly filled: number
  readonly onTake: (entityId: string) => void
}

/** Warnings about the metadata, and a choice if the document describes several providers. */
function Answer({ answer, filled, onTake }: AnswerProperties) {
  const words = useWords()
  const [first] = answer.entities
  const [chosen, setChosen] = useState(first?.entityId ?? '')
  return (
    <>
      {answer.config === null ? (
        <>
          <p>{words.say('import.several', { count: answer.entities.length })}</p>
          <div className={styles['tools']}>
            <NativeSelect
              label={words.say('import.entity')}
              value={chosen}
              options={answer.entities.map(({ entityId, name }) => ({
                value: entityId,
                label: name === null ? entityId : `${name} (${entityId})`,
              }))}
              onChange={setChosen}
            />
            <Button onClick={() => onTake(chosen)}>{words.say('import.take')}</Button>
          </div>
        </>
      ) : (
        <p>{words.say('import.taken', { count: filled })}</p>
      )}
      {answer.warnings.map((warning) => (
        <p key={warning} className={styles['mayFail']}>
          {warning}
        </p>
      ))}
    </>
  )
}

function useImport(editor: IdentityProviderEditor) {
  const providers = useCore().lazily(createIdentityProviders)
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [found, setFound] = useState<{ source: Source; answer: ImportedMetadata }>()

  const read = async (source: Source, entityId?: string) => {
    setReading(true)
    setProblem(undefined)
    const answer = await providers.importMetadata({ type: editor.getState().form.type, ...source, entityId })
    setReading(false)
    if (answer !== undefined && 'problem' in answer) {
      setFound(undefined)
      return setProblem(answer.problem)
    }
    setFound(answer && { source, answer })
    if (answer?.config) editor.take(answer.config)
  }
  return {
    read,
    tell: setProblem,
    state: {
      isReading,
      problem,
      answer: found?.answer,
      filled: Object.keys(found?.answer.config ?? {}).length,
      choose: (entityId: string) => void (found && read(found.source, entityId)),
    },
  }
}
