import type { Dependency, DependencyRow } from './contract.ts'
import { isKeyGiven } from './rules.ts'

export type FieldName = 'name' | 'key1' | 'key1Algorithm' | 'key2' | 'key2Algorithm'

/** What the person typed, untrimmed: a space between words can be typed (design "Trimmed on change"). */
export type FieldValues = Readonly<Record<FieldName, string>>

/** Only valid keys are sent, each with its algorithm; everything trimmed (spec section 5). */
export function inputOf(values: FieldValues): Record<string, string> {
  const input: Record<string, string> = { name: values.name.trim() }
  for (const slot of ['key1', 'key2'] as const) {
    const algorithm = values[`${slot}Algorithm`].trim()
    if (!isKeyGiven(values[slot], algorithm)) continue
    input[slot] = values[slot].trim()
    input[`${slot}Algorithm`] = algorithm
  }
  return input
}

/** What is sent: placeholder rows of an application that also has named roles are left out (spec section 5). */
export function savedDependencies(rows: readonly DependencyRow[]): Dependency[] {
  const named = new Set(rows.filter((row) => row.name !== '').map((row) => row.appId))
  return rows.filter((row) => row.name !== '' || !named.has(row.appId)).map(({ appId, name }) => ({ appId, name }))
}
