import type { ConfigField } from '@portico/core'
import { useStore } from 'zustand'

import { useWords } from '../portal/context.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { NativeSelect } from '../ui/native-select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { CertificateInput } from './certificate-input.tsx'
import styles from './provider-form.module.css'
import type { ProviderModel } from './provider-model.ts'
import { SecretInput } from './secret-input.tsx'
import { useComplaint, useFinding } from './use-complaint.ts'

type Properties = { readonly model: ProviderModel; readonly field: ConfigField }

/** One field of the configuration, asked for by its kind, with what is wrong and what will go wrong. */
export function ConfigInput({ model, field }: Properties) {
  const finding = useFinding(model, field.name)
  return (
    <div className={field.kind === 'secret' ? styles['wide'] : undefined}>
      <Control model={model} field={field} />
      {finding !== undefined && (
        <p className={finding.severity === 'error' ? styles['fails'] : styles['mayFail']}>
          {finding.message} {finding.todo}
        </p>
      )}
    </div>
  )
}

function Control({ model, field }: Properties) {
  const words = useWords()
  const value = useStore(model.form, (state) => state.values[field.name] ?? '')
  const error = useComplaint(model, field.name)
  const shared = { label: field.label, hint: field.help, error }
  if (field.kind === 'secret') return <SecretInput model={model} field={field} />
  if (field.kind === 'certificate') return <CertificateInput model={model} field={field} />
  if (field.kind === 'flag')
    return (
      <Checkbox
        {...shared}
        isChecked={value === true}
        onChange={(isChecked) => model.setField(field.name, isChecked)}
      />
    )
  if (field.choices !== undefined)
    return (
      <NativeSelect
        {...shared}
        value={String(value)}
        options={field.choices}
        onChange={(chosen) => model.setField(field.name, chosen)}
      />
    )
  return (
    <TextField
      {...shared}
      label={field.required ? field.label : `${field.label} (${words.say('form.optional')})`}
      // Addresses, ids and claim names are read from left to right in every language.
      dir="ltr"
      type={field.kind === 'days' ? 'date' : 'text'}
      inputMode={modes[field.kind]}
      value={String(value)}
      required={field.required}
      placeholder={field.placeholder}
      onChange={(text) => model.setField(field.name, text)}
      onBlur={() => model.visit(field.name)}
    />
  )
}

const modes: Partial<Record<ConfigField['kind'], 'url' | 'numeric'>> = { address: 'url', seconds: 'numeric' }
