import type { OpenedAccount } from './calls.ts'
import type { DependencyRow } from './contract.ts'
import { fieldNames, type FieldName } from './fields.ts'
import type { ServiceAccountForm } from './form.ts'
import { inputOf, savedDependencies, type FieldValues } from './input.ts'

/**
 * Takes a newer version of the account into a form without losing what was typed: fields and applications the person
 * changed stay, all others show the newer version. Core's comparison decides what is "changed".
 */
export function readAgainInto(form: ServiceAccountForm, newer: OpenedAccount): void {
  const { values, dependencies, fetched } = form.getState()
  const typed = typedFields(values, fetched.values)
  const merged = mergedRows({ before: fetched.dependencies, mine: dependencies, theirs: newer.dependencies })
  form.saved(newer.account, newer.dependencies)
  for (const name of typed) form.setField(name, values[name])
  form.setState({ dependencies: merged })
}

/** Fields that would be sent with another value than was read. */
export function typedFields(values: FieldValues, fetched: FieldValues): FieldName[] {
  const now = inputOf(values)
  const before = inputOf(fetched)
  return fieldNames.filter((name) => now[name] !== before[name])
}

type Versions = Readonly<Record<'before' | 'mine' | 'theirs', readonly DependencyRow[]>>

/** The newer version plus what was added here minus what was removed here, by application and role. */
export function mergedRows({ before, mine, theirs }: Versions): DependencyRow[] {
  const keyOf = ({ appId, name }: { appId: string; name: string }) => `${appId} ${name}`
  const keys = (rows: readonly DependencyRow[]) => new Set(savedDependencies(rows).map(keyOf))
  const [old, own] = [keys(before), keys(mine)]
  const kept = theirs.filter((row) => own.has(keyOf(row)) || !old.has(keyOf(row)))
  const held = new Set(kept.map(keyOf))
  const added = mine.filter((row) => own.has(keyOf(row)) && !old.has(keyOf(row)) && !held.has(keyOf(row)))
  return [...kept, ...added]
}
