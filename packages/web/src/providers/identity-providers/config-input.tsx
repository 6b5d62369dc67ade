import { fieldInWords, withLocalTimes, type ConfigField, type IdentityProviderEditor } from '@portico/core'
import { useProblem } from '@portico/core/react'
import { useMemo } from 'react'
import { useStore } from 'zustand'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Checkbox } from '../../kit/ui/checkbox.tsx'
import { NativeSelect } from '../../kit/ui/native-select.tsx'
import { TextField } from '../../kit/ui/text-field.tsx'
import { CertificateInput } from './certificate-input.tsx'
import styles from './provider-form.module.css'
import { useFinding } from './use-findings.ts'
import { SecretInput } from './secret-input.tsx'
import { TransformList } from './transform-list.tsx'

type Properties = { readonly editor: IdentityProviderEditor; readonly field: ConfigField }

/** One configuration field, drawn by its kind, with its violation and findings. */
export function ConfigInput({ editor, field: english }: Properties) {
  const words = useWords()
  const field = useMemo(() => fieldInWords(english, words), [english, words])
  const finding = useFinding(editor, field.name)
  return (
    <div className={wideKinds.has(field.kind) ? styles['wide'] : undefined}>
      <Control editor={editor} field={field} />
      {finding !== undefined && (
        <p className={finding.severity === 'error' ? styles['fails'] : styles['mayFail']}>
          {withLocalTimes(finding.message, words)} {finding.todo}
        </p>
      )}
    </div>
  )
}

const wideKinds: ReadonlySet<ConfigField['kind']> = new Set(['secret', 'transforms'])

function Control({ editor, field }: Properties) {
  const words = useWords()
  const value = useStore(editor, ({ form: state }) => state.values[field.name] ?? '')
  const error = useProblem(editor, field.name)
  const shared = { label: field.label, hint: field.help, error }
  if (field.kind === 'secret') return <SecretInput editor={editor} field={field} />
  if (field.kind === 'certificate') return <CertificateInput editor={editor} field={field} />
  if (field.kind === 'flag')
    return (
      <Checkbox
        {...shared}
        isChecked={value === true}
        onChange={(isChecked) => editor.setField(field.name, isChecked)}
      />
    )
  if (field.kind === 'transforms') return <TransformList editor={editor} field={field} />
  if (field.choices !== undefined)
    return (
      <NativeSelect
        {...shared}
        value={String(value)}
        options={field.choices}
        onChange={(chosen) => editor.setField(field.name, chosen)}
      />
    )
  return (
    <TextField
      {...shared}
      label={field.required ? field.label : `${field.label} (${words.say('form.optional')})`}
      // Addresses, ids and claim names are left-to-right in every language.
      dir="ltr"
      type={field.kind === 'days' ? 'date' : 'text'}
      inputMode={modes[field.kind]}
      value={String(value)}
      required={field.required}
      placeholder={field.placeholder}
      onChange={(text) => editor.setField(field.name, text)}
      onBlur={() => editor.visit(field.name)}
    />
  )
}

const modes: Partial<Record<ConfigField['kind'], 'url' | 'numeric'>> = { address: 'url', seconds: 'numeric' }
