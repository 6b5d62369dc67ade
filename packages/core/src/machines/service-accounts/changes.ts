import { fingerprintIn } from '../../kit/keys/fingerprints.ts'
import { keySummary } from '../../kit/keys/key-text.ts'
import type { ServiceAccountFormState } from './form.ts'
import { inputOf, savedDependencies } from './input.ts'
import type { DependencyRow } from './contract.ts'
import { accountFields, type KeySlot, type LineName } from './fields.ts'
import { dependencyText } from './noun.ts'

/** What a save would change in one field, as text for people, without complete keys. */
export type Change = {
  readonly field: LineName | KeySlot | 'dependencies'
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/** Everything that a save would change, in the order of the form; empty when nothing would. */
export function changesOf(state: ServiceAccountFormState): Change[] {
  const before = inputOf(state.fetched.values)
  const now = inputOf(state.values)
  const fields = accountFields.flatMap((field): readonly Change[] => {
    const { name, kind } = field
    if (kind === 'algorithm' || before[name] === now[name]) return []
    const text = (value: string | undefined) => (value && kind === 'key' ? keyText(state, name, value) : (value ?? ''))
    return [{ field: name, removed: present(text(before[name])), added: present(text(now[name])) }]
  })
  const held = dependencyTexts(state.fetched.dependencies)
  const wanted = dependencyTexts(state.dependencies)
  const dependencies: Change = {
    field: 'dependencies',
    removed: held.filter((text) => !wanted.includes(text)),
    added: wanted.filter((text) => !held.includes(text)),
  }
  return [...fields, dependencies].filter(({ removed, added }) => removed.length + added.length > 0)
}

type WithKeys = Pick<ServiceAccountFormState, 'fetched' | 'fingerprints'>

/** A key in a few words: its fingerprint, or the end of a text that is not a key in PEM. */
export function keyText(state: WithKeys, slot: KeySlot, value: string): string {
  const fingerprint = fingerprintOf(state, slot, value)
  return fingerprint === undefined ? keySummary(value) : `SHA-256 ${fingerprint}`
}

/** Computed by the server for a saved key, and here for a typed one; 64 hexadecimal digits. */
export function fingerprintOf(state: WithKeys, slot: KeySlot, value: string): string | undefined {
  const { fetched, fingerprints } = state
  const isSaved = value.trim() === fetched.values[slot].trim()
  return (isSaved ? fetched.fingerprints?.[slot] : undefined) ?? fingerprintIn(fingerprints, value)
}

function dependencyTexts(rows: readonly DependencyRow[]): string[] {
  const urns = new Map(rows.map((row) => [row.appId, row.urn]))
  return savedDependencies(rows)
    .map(({ appId, name }) => dependencyText({ urn: urns.get(appId) ?? appId, name }))
    .toSorted()
}

function present(text: string): string[] {
  return text === '' ? [] : [text]
}
