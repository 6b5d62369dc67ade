import { createStore, type StoreApi } from 'zustand/vanilla'

import { learnFingerprints, type FingerprintsByText } from '../../kit/keys/fingerprints.ts'
import { certificateOrKeyBytes } from '../../kit/keys/pem-bytes.ts'
import type { Sha256 } from '../../kit/http/port.ts'
import { violationsOf, type Violation } from '../../kit/http/violations.ts'
import type { PageType } from '../../kit/editing/state.ts'
import { configFieldsOf, isRequired, type ConfigField } from './config-fields.ts'
import { configOfValues, valuesOfConfig, type ConfigValue, type ConfigValues } from './config-values.ts'
import type { IdentityProvider } from './contract.ts'
import { presetOf } from './presets.ts'
import { IdentityProviderInput, needsFormat } from './rules.ts'
import type { IdentityProviderType } from './types.ts'

/** Secrets are write-only: what is stored is kept, replaced by what is typed, or forgotten. */
export type SecretEdit =
  | { readonly do: 'keep' }
  | { readonly do: 'replace'; readonly text: string }
  | { readonly do: 'forget' }

export type ProviderVersion = {
  readonly name: string
  readonly enabled: boolean
  readonly values: ConfigValues
  /** Names of the secrets that are stored. */
  readonly stored: readonly string[]
  readonly formats: Pick<IdentityProvider, 'prefixes' | 'suffixes'>
}

export type ProviderFormState = Omit<ProviderVersion, 'stored' | 'formats'> & {
  readonly pageType: PageType
  readonly type: IdentityProviderType
  readonly secrets: Readonly<Record<string, SecretEdit>>
  /** Fingerprints of the certificates and keys in the form. */
  readonly fingerprints: FingerprintsByText
  /** What discard returns to, and what "changed" is compared with. */
  readonly fetched: ProviderVersion
}

export type ProviderForm = StoreApi<ProviderFormState> & {
  setName(name: string): void
  setEnabled(enabled: boolean): void
  setField(name: string, value: ConfigValue): void
  setSecret(name: string, edit: SecretEdit): void
  /** Fills in the fields that metadata names; the others stay. */
  take(config: Readonly<Record<string, unknown>>): void
  discard(): void
  /** The provider was deleted with its secrets: from now on the form is for a new one. */
  becomeNew(): void
  /** The saved state, including the type, becomes the fetched state. */
  saved(provider: IdentityProvider): void
  /** A newer version of the provider, with what was typed on top. Secrets that `sent` stored leave the form. */
  readAgain(provider: IdentityProvider, sent?: Pick<ProviderFormState, 'secrets'>): void
}

/** A form for a new provider of this type, filled with its preset, or for an existing one. */
export function createIdentityProviderForm(
  start: IdentityProviderType | IdentityProvider,
  sha256?: Sha256,
): ProviderForm {
  const type = typeof start === 'string' ? start : start.type
  const first = typeof start === 'string' ? newVersion(start) : versionOf(start)
  const store = createStore<ProviderFormState>(() => ({
    pageType: typeof start === 'string' ? 'CREATE' : 'EDIT',
    type,
    ...shown(first),
    fingerprints: {},
    fetched: first,
  }))
  const certificates = configFieldsOf(type).filter(({ kind }) => kind === 'certificate')
  const textsOf = ({ values }: Pick<ProviderVersion, 'values'>) =>
    certificates.map(({ name }) => String(values[name] ?? ''))
  learnFingerprints(store, (state) => [...textsOf(state.fetched), ...textsOf(state)], certificateOrKeyBytes, sha256)
  return {
    ...store,
    becomeNew: () => store.setState(({ type: now }) => ({ pageType: 'CREATE', fetched: newVersion(now) })),
    setName: (name) => store.setState({ name }),
    setEnabled: (enabled) => store.setState({ enabled }),
    setField: (name, value) => store.setState(({ values }) => ({ values: { ...values, [name]: value } })),
    setSecret: (name, edit) => store.setState(({ secrets }) => ({ secrets: { ...secrets, [name]: edit } })),
    take: (config) =>
      store.setState(({ type: now, values }) => ({
        values: { ...values, ...only(valuesOfConfig(now, config), namesIn(config)) },
      })),
    discard: () => store.setState(({ fetched }) => shown(fetched)),
    saved: (provider) => {
      const fetched = versionOf(provider)
      store.setState({ pageType: 'EDIT', type: provider.type, ...shown(fetched), fetched })
    },
    readAgain: (provider, sent) => {
      const fetched = versionOf(provider)
      store.setState((before) => ({
        pageType: 'EDIT',
        ...merged(before, fetched),
        secrets: without(before.secrets, sent?.secrets ?? {}),
        fetched,
      }))
    },
  }
}

function newVersion(type: IdentityProviderType): ProviderVersion {
  return {
    name: '',
    enabled: true,
    values: valuesOfConfig(type, presetOf(type).config),
    stored: [],
    formats: { prefixes: [], suffixes: [] },
  }
}

function versionOf({ name, enabled, type, config, secrets, prefixes, suffixes }: IdentityProvider): ProviderVersion {
  return { name, enabled, values: valuesOfConfig(type, config), stored: secrets, formats: { prefixes, suffixes } }
}

function shown({ name, enabled, values }: ProviderVersion) {
  return { name, enabled, values, secrets: {} }
}

/** Fields the person changed stay, all others show the newer version. */
function merged(before: ProviderFormState, newer: ProviderVersion): Partial<ProviderFormState> {
  const { fetched } = before
  const typed = Object.keys(before.values).filter((name) => before.values[name] !== fetched.values[name])
  return {
    name: before.name === fetched.name ? newer.name : before.name,
    enabled: before.enabled === fetched.enabled ? newer.enabled : before.enabled,
    values: { ...newer.values, ...only(before.values, typed) },
  }
}

function without(secrets: ProviderFormState['secrets'], sent: ProviderFormState['secrets']) {
  return Object.fromEntries(Object.entries(secrets).filter(([name, edit]) => sent[name] !== edit))
}

function only(values: ConfigValues, names: readonly string[]): Record<string, ConfigValue> {
  return Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name] ?? '']] : [])))
}

function namesIn(config: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(config).flatMap(([name, value]) =>
    name === 'attributes' && typeof value === 'object' && value !== null
      ? Object.keys(value).map((inner) => `${name}.${inner}`)
      : [name],
  )
}

/** What is sent; secrets only where they change. It may still break rules: {@link providerViolations} says which. */
export function providerInputOf({ type, name, enabled, values, secrets }: ProviderFormState): Record<string, unknown> {
  const input: Record<string, unknown> = { type, name: name.trim(), enabled, config: configOfValues(type, values) }
  for (const [secret, edit] of Object.entries(secrets)) {
    if (edit.do === 'forget') input[secret] = null
    if (edit.do === 'replace' && edit.text !== '') input[secret] = edit.text
  }
  return input
}

export function secretFieldsOf(type: IdentityProviderType): ConfigField[] {
  return configFieldsOf(type).filter((field) => field.kind === 'secret')
}

/** The field of the form that a detail of the server or of the rules is about: a list of transforms is one field. */
export function formFieldOf(fieldID: string): string {
  return fieldID.replace(/^(?:values\.)?(?:config\.)?/, '').replace(/^((?:username|group)Transforms)\..*$/, '$1')
}

/** Violations by field: `name`, a field of the configuration, a secret, or `formats`, which are saved separately. */
export function providerViolations(state: ProviderFormState): Violation[] {
  const found = violationsOf(IdentityProviderInput, providerInputOf(state)).map(({ errorID, fieldID }) => ({
    errorID,
    fieldID: formFieldOf(fieldID),
  }))
  const missing = secretFieldsOf(state.type)
    .filter((field) => isRequired(field, state.values) && !willHoldSecret(state, field.name))
    .map((field) => ({ errorID: 'SECRET_REQUIRED', fieldID: field.name }))
  const isUnreachable = state.pageType === 'EDIT' && needsFormat({ ...state.fetched.formats, enabled: state.enabled })
  return [...found, ...missing, ...(isUnreachable ? [{ errorID: 'FORMATS_REQUIRED', fieldID: 'formats' }] : [])]
}

/** Whether this secret will be stored after the form is saved. */
export function willHoldSecret({ secrets, fetched }: ProviderFormState, name: string): boolean {
  const edit = secrets[name] ?? { do: 'keep' }
  if (edit.do === 'keep') return fetched.stored.includes(name)
  return edit.do === 'replace' && edit.text !== ''
}

export function providerChanged(state: ProviderFormState): boolean {
  const { name, enabled, values } = state.fetched
  const before = providerInputOf({ ...state, name, enabled, values, secrets: {} })
  return JSON.stringify(providerInputOf(state)) !== JSON.stringify(before)
}

/** Create: fields valid. Edit: fields valid and something changed (spec section 4: Save only when validation passes). */
export function canSaveProvider(state: ProviderFormState): boolean {
  if (providerViolations(state).length > 0) return false
  return state.pageType === 'CREATE' || providerChanged(state)
}
