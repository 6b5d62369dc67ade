import { configFieldsOf, configSectionsOf, providerViolations, type ConfigField } from '@portico/core'
import { useState } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../portal/context.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ConfigInput } from './config-input.tsx'
import styles from './provider-form.module.css'
import type { ProviderModel } from './provider-model.ts'
import { useComplaint } from './use-complaint.ts'

/** Every field of spec section 3 for this type: those that everybody needs by section, the others under "More settings". */
export function ProviderFields({ model }: { model: ProviderModel }) {
  const fields = configFieldsOf(model.type)
  return (
    <div className={styles['sections']}>
      <GeneralFields model={model} />
      <Sections model={model} fields={fields.filter((field) => field.common)} />
      <MoreFields model={model} fields={fields.filter((field) => !field.common)} />
    </div>
  )
}

function GeneralFields({ model }: { model: ProviderModel }) {
  const words = useWords()
  const name = useStore(model.form, (state) => state.name)
  const isEnabled = useStore(model.form, (state) => state.enabled)
  const isPrimary = useStore(model.view, (view) => view.provider?.primary ?? false)
  return (
    <section className={styles['section']} aria-labelledby="general">
      <h2 id="general">{words.say('idp.general')}</h2>
      <div className={styles['fields']}>
        <TextField
          label={words.say('idp.name')}
          value={name}
          required
          hint={words.say('idp.nameHint')}
          error={useComplaint(model, 'name')}
          onChange={(text) => model.setName(text)}
          onBlur={() => model.visit('name')}
        />
        <Checkbox
          label={words.say('idp.enabled')}
          isChecked={isEnabled}
          hint={words.say(isPrimary ? 'IDP_PRIMARY' : 'idp.enabledHint')}
          error={useComplaint(model, 'enabled')}
          disabled={isPrimary && isEnabled}
          onChange={(isChecked) => model.setEnabled(isChecked)}
        />
      </div>
    </section>
  )
}

type Properties = { readonly model: ProviderModel; readonly fields: readonly ConfigField[] }

/** `within` tells sections of the same name apart. */
function Sections({ model, fields, within }: Properties & { readonly within?: string }) {
  return configSectionsOf(fields).map(({ section, fields: own }) => (
    <section key={section} className={styles['section']} aria-label={[within, section].filter(Boolean).join(': ')}>
      <h2>{section}</h2>
      <div className={styles['fields']}>
        {own.map((field) => (
          <ConfigInput key={field.name} model={model} field={field} />
        ))}
      </div>
    </section>
  ))
}

/** Closed at first, open where something inside is wrong. */
function MoreFields({ model, fields }: Properties) {
  const words = useWords()
  const names = fields.map((field) => field.name)
  const isBroken = providerViolations(useStore(model.form)).some((one) => names.includes(one.fieldID))
  const isTold = useStore(
    useCore().feedback,
    (state) =>
      state.expected?.details.some((one) => names.includes(one.fieldID?.replace(/^config\./, '') ?? '')) ?? false,
  )
  const [isOpened, setOpened] = useState(false)
  return (
    <details
      className={styles['more']}
      open={isOpened || isBroken || isTold}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>
        <strong>{words.say('idp.more')}</strong> {words.say('idp.moreHint', { count: fields.length })}
      </summary>
      <div className={styles['sections']}>
        <Sections model={model} fields={fields} within={words.say('idp.more')} />
      </div>
    </details>
  )
}
