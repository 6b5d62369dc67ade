import type { ApiTokensStore } from '@portico/core'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useStore } from 'zustand'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dropdown, MultiDropdown } from '../../kit/ui/dropdown.tsx'
import { NativeSelect } from '../../kit/ui/native-select.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { TextField } from '../../kit/ui/text-field.tsx'
import fields from '../../kit/ui/text-field.module.css'
import formPage from '../../kit/ui/form-page.module.css'
import styles from './api-tokens.module.css'

type Properties = {
  readonly store: ApiTokensStore
  readonly onCancel: () => void
  readonly onCreated: () => void
}

/** Application, some of the person's own roles, name and expiry of a new token. */
export function TokenForm({ store, onCancel, onCreated }: Properties) {
  const words = useWords()
  const { environment, applications, roles, tenantRoles, lives, typed, errors, isBusy } = useStore(store)
  const form = useRef<HTMLFormElement>(null)
  const [openedAt] = useState(() => Date.now())
  useEffect(() => form.current?.querySelector('button')?.focus(), [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await store.create()) return onCreated()
    form.current?.querySelector<HTMLElement>('[data-invalid] button, [aria-invalid="true"]')?.focus()
  }
  const expires = new Date(openedAt + typed.days * 86_400_000)
  const at = new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'long' }).format(expires)
  const search = words.say('apiTokens.find')
  const noMatch = words.say('apiTokens.noMatch')
  return (
    <form
      ref={form}
      className={styles['form']}
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-labelledby="new"
    >
      <h2 id="new">{words.say('apiTokens.createTitle')}</h2>
      <Part
        label={words.say('apiTokens.application')}
        hint={words.say('apiTokens.applicationHelp', { environment: environment?.name ?? '' })}
        error={errors.appId}
      >
        <Dropdown
          label={words.say('apiTokens.application')}
          items={applications.map(({ id, label, urn }) => ({ id, label, detail: urn }))}
          searchLabel={search}
          noMatch={noMatch}
          placeholder={words.say('apiTokens.chooseApplication')}
          selectedId={typed.appId === '' ? undefined : typed.appId}
          onSelect={(id) => void store.choose(id)}
        />
      </Part>
      {roles !== undefined && (
        <Part
          label={words.say('apiTokens.roles')}
          hint={words.say(roles.length === 0 ? 'apiTokens.noRoles' : 'apiTokens.rolesHelp')}
          error={errors.roles}
        >
          {roles.length > 0 && (
            <MultiDropdown
              label={words.say('apiTokens.roles')}
              items={roles}
              searchLabel={search}
              noMatch={noMatch}
              placeholder={words.say('apiTokens.chooseRoles')}
              selectedIds={typed.roles}
              onSelect={(ids) => store.type({ roles: ids })}
            >
              <Pills items={roles} ids={typed.roles} />
            </MultiDropdown>
          )}
        </Part>
      )}
      {tenantRoles.length > 0 && (
        <Part label={words.say('apiTokens.tenantRoles')} error={errors.tenantRoles}>
          <MultiDropdown
            label={words.say('apiTokens.tenantRoles')}
            items={tenantRoles}
            searchLabel={search}
            noMatch={noMatch}
            placeholder={words.say('apiTokens.chooseRoles')}
            selectedIds={typed.tenantRoles}
            onSelect={(ids) => store.type({ tenantRoles: ids })}
          >
            <Pills items={tenantRoles} ids={typed.tenantRoles} />
          </MultiDropdown>
        </Part>
      )}
      <TextField
        label={words.say('apiTokens.name')}
        hint={words.say('apiTokens.nameHelp')}
        value={typed.name}
        error={errors.name}
        onChange={(name) => store.type({ name })}
      />
      <NativeSelect
        label={words.say('apiTokens.expiry')}
        hint={words.say('apiTokens.expiresOn', { at })}
        value={String(typed.days)}
        error={errors.days}
        options={lives.map((days) => ({ value: String(days), label: words.say('apiTokens.days', { days }) }))}
        onChange={(days) => store.type({ days: Number(days) })}
      />
      <div className={formPage['buttons']}>
        <Button type="submit" look="primary" busy={isBusy}>
          {words.say('apiTokens.create')}
        </Button>
        <Button onClick={onCancel}>{words.say('form.cancel')}</Button>
      </div>
    </form>
  )
}

type PartProperties = {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly children: ReactNode
}

/** A dropdown with its label, which names the button too, and what is wrong with it. */
function Part({ label, hint, error, children }: PartProperties) {
  return (
    <div className={fields['root']} data-invalid={error === undefined ? undefined : ''}>
      <span className={fields['label']} aria-hidden="true">
        {label}
      </span>
      {children}
      {hint !== undefined && <p className={fields['hint']}>{hint}</p>}
      {error !== undefined && (
        <p className={fields['error']} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

type PillProperties = {
  readonly items: readonly { readonly id: string; readonly label: string }[]
  readonly ids: readonly string[]
}

function Pills({ items, ids }: PillProperties) {
  return items
    .filter(({ id }) => ids.includes(id))
    .map(({ id, label }) => (
      <Pill key={id} tone="accent">
        {label}
      </Pill>
    ))
}
