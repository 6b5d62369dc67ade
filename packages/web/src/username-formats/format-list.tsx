import { formatAt, formatText, type FormatKind } from '@portico/core'
import { useState, type FormEvent } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../portal/context.tsx'
import { TrashIcon } from '../ui/admin-icons.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Pill } from '../ui/pill.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { FormatsModel } from './formats-model.ts'
import styles from './username-formats.module.css'

type Properties = { readonly model: FormatsModel; readonly kind: FormatKind }

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
} as const

/** One of the two lists, with a field to add to it. A value that another provider has is told at its row. */
export function FormatList({ model, kind }: Properties) {
  const words = useWords()
  const label = words.say(kind)
  const { none } = shown[kind]
  const values = useStore(model.form, (state) => state[kind])
  const stored = useStore(model.form, (state) => state.fetched[kind])
  const complaints = useComplaints(model)
  return (
    <section className={styles['panel']} aria-label={label}>
      <h2>{label}</h2>
      <AddFormat model={model} kind={kind} />
      {values.length === 0 && <p className={styles['soft']}>{words.say(none)}</p>}
      <ul>
        {values.map((value) => {
          const text = formatText(kind, value)
          const complaint = complaints.get(value)
          return (
            <li key={value} className={styles['row']}>
              <span>
                <bdi dir="ltr">{text}</bdi>{' '}
                {!stored.includes(value) && <Pill tone="accent">{words.say('formats.new')}</Pill>}
              </span>
              <IconButton
                label={words.say('formats.remove', { value: text })}
                onClick={() => model.remove(kind, value)}
              >
                <TrashIcon />
              </IconButton>
              {complaint !== undefined && (
                <p role="alert" className={styles['complaint']}>
                  {complaint}
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function AddFormat({ model, kind }: Properties) {
  const words = useWords()
  const { addLabel, hint, example } = shown[kind]
  const [text, setText] = useState('')
  const [errorID, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const broken = model.add(kind, text)
    setError(broken)
    if (broken === undefined) setText('')
  }
  return (
    <form className={styles['add']} onSubmit={submit} noValidate>
      <TextField
        label={words.say(addLabel)}
        value={text}
        dir="ltr"
        placeholder={example}
        hint={words.say(hint)}
        error={errorID && (words.find(errorID, { value: text.trim() }) ?? errorID)}
        onChange={(typed) => {
          setText(typed)
          setError(undefined)
        }}
      />
      <Button type="submit" disabled={text.trim() === ''} aria-label={words.say(addLabel)}>
        {words.say('formats.add')}
      </Button>
    </form>
  )
}

/** The server's complaints by value. */
function useComplaints(model: FormatsModel): ReadonlyMap<string, string> {
  const details = useStore(useCore().feedback, (state) => state.expected?.details)
  const state = useStore(model.form)
  return new Map(
    (details ?? []).flatMap(({ fieldID, errorMessage }) => {
      const value = formatAt(state, fieldID ?? '')
      return value === undefined ? [] : [[value, errorMessage] as const]
    }),
  )
}
