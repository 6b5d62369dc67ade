import { scimTokenLives, type ScimStore } from '@portico/core'
import { useEffect, useRef, type FormEvent } from 'react'
import { useStore } from 'zustand'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Checkbox } from '../../kit/ui/checkbox.tsx'
import form from '../../kit/ui/form-page.module.css'
import { NativeSelect } from '../../kit/ui/native-select.tsx'
import { TextField } from '../../kit/ui/text-field.tsx'

type Properties = {
  readonly store: ScimStore
  readonly onCancel: () => void
  readonly onCreated: () => void
}

/** The name of a new token, how long it is valid, and whether its requests change anything. */
export function ScimTokenForm({ store, onCancel, onCreated }: Properties) {
  const words = useWords()
  const { typed, errors, isBusy } = useStore(store)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => element.current?.querySelector('input')?.focus(), [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await store.create()) return onCreated()
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  return (
    <form
      ref={element}
      className={form['fields']}
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-labelledby="new-scim-token"
    >
      <h3 id="new-scim-token">{words.say('scimTokens.createTitle')}</h3>
      <TextField
        label={words.say('field.name')}
        hint={words.say('scimTokens.nameHelp')}
        value={typed.name}
        error={errors.name}
        onChange={(name) => store.type({ name })}
      />
      <NativeSelect
        label={words.say('scimTokens.validFor')}
        value={String(typed.days)}
        error={errors.days}
        options={scimTokenLives.map((days) => ({ value: String(days), label: words.say('scimTokens.days', { days }) }))}
        onChange={(days) => store.type({ days: Number(days) })}
      />
      <Checkbox
        label={words.say('scimTokens.dryRunHelp')}
        isChecked={typed.dryRun}
        onChange={(dryRun) => store.type({ dryRun })}
      />
      <div className={form['buttons']}>
        <Button type="submit" look="primary" busy={isBusy}>
          {words.say('scimTokens.create')}
        </Button>
        <Button onClick={onCancel}>{words.say('form.cancel')}</Button>
      </div>
    </form>
  )
}
