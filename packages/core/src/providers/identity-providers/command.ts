import { shellFlag, shellQuoted } from '../../kit/nouns/shell-text.ts'
import { configFieldsOf, type ConfigField } from './config-fields.ts'
import { typedValue, valuesOfConfig, type ConfigValue } from './config-values.ts'
import type { ProviderFormState } from './form.ts'

/**
 * What the form would save, as a command for a POSIX shell. It never contains secrets and certificates: the person
 * replaces `@FILE` by their file. `id` is absent while the provider does not exist yet.
 */
export function providerCommandOf(state: ProviderFormState, id: string | undefined): string {
  const verb = id === undefined ? ['create', shellFlag('type', state.type), '--no-preset'] : ['update', shellQuoted(id)]
  // A new provider is compared with the defaults of the rules, which the command does not have to set.
  const before = id === undefined ? { name: '', enabled: true, values: valuesOfConfig(state.type, {}) } : state.fetched
  const name = state.name.trim()
  const flags = [
    ...(name === before.name ? [] : [shellFlag('name', name)]),
    ...(state.enabled === before.enabled ? [] : [state.enabled ? '--enable' : '--disable']),
    ...configFieldsOf(state.type).flatMap((field) => fieldFlag(field, state, before.values)),
  ]
  return ['portico idp', ...verb, ...flags].join(' ')
}

function fieldFlag(field: ConfigField, state: ProviderFormState, before: ProviderFormState['values']): string[] {
  const { name, kind } = field
  if (kind === 'secret') return secretFlag(name, state)
  if (kind === 'transforms') return transformFlags(field, state, before)
  const now = typedValue(field, state.values[name] ?? '')
  if (now === typedValue(field, before[name] ?? '')) return []
  if (now === undefined) return [shellFlag('unset', name)]
  return [shellFlag('set', `${name}=${kind === 'certificate' ? '@FILE' : String(now)}`)]
}

/** One flag for each transform: together they replace the list. */
function transformFlags(
  { name }: ConfigField,
  { values }: ProviderFormState,
  before: ProviderFormState['values'],
): string[] {
  const now = linesOf(values[name])
  if (now.join('\n') === linesOf(before[name]).join('\n')) return []
  if (now.length === 0) return [shellFlag('unset', name)]
  return now.map((line) => shellFlag(name.replace(/Transforms$/, '-transform'), line))
}

function linesOf(value: ConfigValue | undefined): string[] {
  return String(value ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
}

function secretFlag(name: string, { secrets }: ProviderFormState): string[] {
  const edit = secrets[name] ?? { do: 'keep' }
  if (edit.do === 'forget') return [shellFlag('unset', name)]
  const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return edit.do === 'replace' && edit.text !== '' ? [`--${flag} @FILE`] : []
}
