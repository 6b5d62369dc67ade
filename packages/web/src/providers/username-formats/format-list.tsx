import { formatText, type FormatKind, type UsernameFormatsEditor } from '@portico/core'
import { useEditor } from '@portico/core/react'
import type { FormEvent } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { useEntry } from '../../kit/editing/use-entry.ts'
import { TrashIcon } from '../../kit/ui/admin-icons.tsx'
import { Button, IconButton } from '../../kit/ui/button.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { TextField } from '../../kit/ui/text-field.tsx'
import styles from './username-formats.module.css'
import texts from '../../kit/ui/texts.module.css'

type Properties = {
  readonly editor: UsernameFormatsEditor
  readonly kind: FormatKind
  /** What is wrong with the empty list; it is reported at the field. */
  readonly error?: string | undefined
}

const shown = {
  suffixes: {
    addLabel: 'formats.addSuffixes',
    hint: 'formats.suffixesHint',
    none: 'formats.noneSuffixes',
    example: 'acme.example',
  },
  prefixes: {
    addLabel: 'formats.addPrefixes',
    hint: 'formats.prefixesHint',
    none: 'formats.nonePrefixes',
    example: 'ACME',
  },
  emailDomains: {
    addLabel: 'formats.addEmailDomains',
    hint: 'formats.emailDomainsHint',
    none: 'formats.noneEmailDomains',
    example: 'mail.example',
  },
} as const

/** One of the lists, with a field to add to it. A value that another provider has is reported at its row. */
export function FormatList({ editor, kind, error }: Properties) {
  const words = useWords()
  const label = words.say(kind)
  const { none } = shown[kind]
  const { form } = useEditor(editor)
  const values = form[kind]
  const stored = form.fetched[kind]
  return (
    <section className={styles['panel']} aria-label={label}>
      <h2>{label}</h2>
      <AddFormat {...{ editor, kind, error }} />
      {values.length === 0 && <p className={texts['small']}>{words.say(none)}</p>}
      <ul>
        {values.map((value) => {
          const text = formatText(kind, value)
          const problem = editor.problemWith(kind, value)
          return (
            <li key={value} className={styles['row']}>
              <span>
                <bdi dir="ltr">{text}</bdi>{' '}
                {!stored.includes(value) && <Pill tone="accent">{words.say('formats.new')}</Pill>}
              </span>
              <IconButton label={words.say('formats.remove', { value: text })} onClick={() => editor.take(kind, value)}>
                <TrashIcon />
              </IconButton>
              {problem !== undefined && (
                <p role="alert" className={styles['problem']}>
                  {problem}
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function AddFormat({ editor, kind, error }: Properties) {
  const words = useWords()
  const { addLabel, hint, example } = shown[kind]
  const entry = useEntry(editor, kind, {
    label: words.say(kind),
    completes: 'formats',
    add(text) {
      const errorID = editor.add(kind, text)
      return errorID && (words.find(errorID, { value: text.trim() }) ?? errorID)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void entry.add()
  }
  return (
    <form className={styles['add']} onSubmit={submit} noValidate>
      <TextField
        label={words.say(addLabel)}
        value={entry.text}
        dir="ltr"
        placeholder={example}
        hint={words.say(hint)}
        error={entry.problem ?? error}
        announces
        onChange={entry.type}
      />
      <Button type="submit" disabled={entry.text === ''} aria-label={words.say(addLabel)}>
        {words.say('formats.add')}
      </Button>
    </form>
  )
}
