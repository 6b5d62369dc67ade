import { fingerprintIn, type FingerprintsByText } from '../../kit/keys/fingerprints.ts'
import { keySummary } from '../../kit/keys/key-text.ts'
import { configFieldsOf, type ConfigField } from './config-fields.ts'
import type { ConfigValue } from './config-values.ts'
import type { ProviderFormState } from './form.ts'

/** What a save would change in one field, as text for people: no complete certificate, no secret. */
export type ProviderChange = {
  /** `name`, `enabled`, a field of the configuration, or a secret. */
  readonly field: string
  readonly label: string
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/** Everything that a save would change, in the order of the form; empty when nothing would. */
export function providerChangesOf(state: ProviderFormState): ProviderChange[] {
  const { fetched } = state
  const own = [
    change('name', 'Name', fetched.name, state.name.trim()),
    // A new provider is enabled by default, so that does not count as a change.
    change('enabled', 'Enabled', onOff(state.pageType === 'CREATE' || fetched.enabled), onOff(state.enabled)),
  ]
  const fields = configFieldsOf(state.type).map((field) =>
    field.kind === 'secret'
      ? secretChange(field, state)
      : change(
          field.name,
          field.label,
          textOf(field, fetched.values[field.name], state.fingerprints),
          textOf(field, state.values[field.name], state.fingerprints),
        ),
  )
  return [...own, ...fields].filter(({ removed, added }) => removed.length + added.length > 0)
}

function change(field: string, label: string, before: string, now: string): ProviderChange {
  if (before === now) return { field, label, removed: [], added: [] }
  // A list of transforms has a line for each.
  return { field, label, removed: before === '' ? [] : before.split('\n'), added: now === '' ? [] : now.split('\n') }
}

function secretChange({ name, label }: ConfigField, { secrets, fetched }: ProviderFormState): ProviderChange {
  const edit = secrets[name] ?? { do: 'keep' }
  const held = fetched.stored.includes(name) ? ['the stored secret'] : []
  if (edit.do === 'forget') return { field: name, label, removed: held, added: [] }
  if (edit.do === 'replace' && edit.text !== '') return { field: name, label, removed: held, added: ['a new secret'] }
  return { field: name, label, removed: [], added: [] }
}

/** A value as people see it: the label of a choice, on or off, a certificate by its fingerprint. */
export function textOf(
  field: ConfigField,
  value: ConfigValue | undefined,
  fingerprints: FingerprintsByText = {},
): string {
  if (field.kind === 'flag') return onOff(value === true)
  const text = String(value ?? '').trim()
  if (text === '') return ''
  if (field.kind === 'transforms') return linesOf(String(value))
  if (field.kind === 'certificate') {
    const fingerprint = fingerprintIn(fingerprints, text)
    return fingerprint === undefined ? keySummary(text) : `SHA-256 ${fingerprint}`
  }
  return field.choices?.find((choice) => choice.value === text)?.label ?? text
}

/** The lines of transforms, without empty ones. */
function linesOf(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n')
}

function onOff(on: boolean): string {
  return on ? 'on' : 'off'
}
