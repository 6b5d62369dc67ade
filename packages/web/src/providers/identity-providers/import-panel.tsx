import {
  chunksOfFile,
  createIdentityProviders,
  familyOf,
  matchingEntities,
  type ImportedMetadata,
  type IdentityProviderEditor,
} from '@portico/core'
import { useId, useMemo, useRef, useState, type FormEvent } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { NativeSelect } from '../../kit/ui/native-select.tsx'
import fieldStyles from '../../kit/ui/text-field.module.css'
import { SearchField } from '../../kit/ui/search-field.tsx'
import { TextField } from '../../kit/ui/text-field.tsx'
import styles from './provider-form.module.css'
import texts from '../../kit/ui/texts.module.css'

type Source = { readonly url: string } | { readonly file: File }

/** Fills in the form from the provider's metadata, by address or from a file. Not needed for Azure. */
export function ImportPanel({ editor, isOpen }: { editor: IdentityProviderEditor; isOpen: boolean }) {
  const words = useWords()
  const family = familyOf(useStore(editor, ({ form }) => form.type))
  const { state, read } = useImport(editor)
  const [url, setUrl] = useState('')
  if (family === 'azure') return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (url.trim() !== '') void read({ url: url.trim() })
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
        <FileField onChoose={(file) => file && void read({ file })} />
      </form>
      <div aria-live="polite">
        {state.problem !== undefined && <p className={styles['fails']}>{state.problem}</p>}
        {state.answer !== undefined && (
          <Answer key={state.found} answer={state.answer} filled={state.filled} onTake={state.choose} />
        )}
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
  return (
    <>
      {answer.config !== null && <p>{words.say('import.taken', { count: filled })}</p>}
      {answer.config === null && answer.total > 0 && <Choice answer={answer} onTake={onTake} />}
      {answer.warnings.map((warning) => (
        <p key={warning} className={styles['mayFail']}>
          {warning}
        </p>
      ))}
    </>
  )
}

/** A federation has thousands of providers. The others are found by a search. */
const shownMax = 50

function Choice({ answer: { entities, total }, onTake }: Pick<AnswerProperties, 'answer' | 'onTake'>) {
  const words = useWords()
  const [search, setSearch] = useState('')
  const matching = useMemo(() => matchingEntities(entities, search), [entities, search])
  const shown = matching.slice(0, shownMax)
  const [picked, setPicked] = useState<string>()
  const chosen = shown.find(({ entityId }) => entityId === picked) ?? shown[0]
  const isCut = shown.length < matching.length || search.trim() === ''
  return (
    <>
      <p>{words.say('import.several', { count: total })}</p>
      {total > shownMax && (
        <>
          <SearchField
            label={words.say('import.search')}
            clearLabel={words.say('import.clear')}
            text={search}
            onChange={setSearch}
          />
          <p className={texts['soft']}>
            {isCut
              ? words.say('import.shown', {
                  shown: shown.length,
                  total: search.trim() === '' ? total : matching.length,
                })
              : words.say('import.matches', { count: matching.length })}
          </p>
        </>
      )}
      {chosen !== undefined && (
        <div className={styles['tools']}>
          <NativeSelect
            label={words.say('import.entity')}
            value={chosen.entityId}
            options={shown.map(({ entityId, name }) => ({
              value: entityId,
              label: name === null ? entityId : `${name} (${entityId})`,
            }))}
            onChange={setPicked}
          />
          <Button onClick={() => onTake(chosen.entityId)}>{words.say('import.take')}</Button>
        </div>
      )}
    </>
  )
}

function useImport(editor: IdentityProviderEditor) {
  const providers = useCore().lazily(createIdentityProviders)
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [reads, setReads] = useState(0)
  const [found, setFound] = useState<{ source: Source; answer: ImportedMetadata }>()

  const read = async (source: Source, entityId?: string) => {
    setReading(true)
    setProblem(undefined)
    const wanted = { type: editor.getState().form.type, entityId }
    const answer =
      'url' in source
        ? await providers.importMetadata({ ...wanted, ...source })
        : await providers.importFile(chunksOfFile(source.file), wanted)
    setReading(false)
    if (answer !== undefined && 'problem' in answer) {
      setFound(undefined)
      return setProblem(answer.problem)
    }
    setFound(answer && { source, answer })
    setReads((count) => count + 1)
    if (answer?.config) editor.take(answer.config)
  }
  return {
    read,
    state: {
      isReading,
      problem,
      answer: found?.answer,
      found: reads,
      filled: Object.keys(found?.answer.config ?? {}).length,
      choose: (entityId: string) => void (found && read(found.source, entityId)),
    },
  }
}
