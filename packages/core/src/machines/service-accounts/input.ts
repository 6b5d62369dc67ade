import type { Dependency, DependencyRow } from './contract.ts'
import { accountFields, keyFields, lineFields, type FieldName } from './fields.ts'
import { isKeyGiven } from './rules.ts'

/** What the person typed, untrimmed: a space between words can be typed (design "Trimmed on change"). */
export type FieldValues = Readonly<Record<FieldName, string>>

/** Absent fields are empty; an absent algorithm is the first available one. */
export function valuesOf(account: { readonly [Name in FieldName]?: string | undefined }): FieldValues {
  return Object.fromEntries(
    accountFields.map((field) => [
      field.name,
      account[field.name] ?? (field.kind === 'algorithm' ? field.choices[0] : ''),
    ]),
  ) as FieldValues
}

/** Only valid keys are sent, each with its algorithm; everything trimmed (spec section 5). */
export function inputOf(values: FieldValues): Record<string, string> {
  const input: Record<string, string> = {}
  for (const { name, required } of lineFields) {
    const text = values[name].trim()
    if (required || text !== '') input[name] = text
  }
  for (const { name, algorithm } of keyFields) {
    const chosen = values[algorithm].trim()
    if (!isKeyGiven(values[name], chosen)) continue
    input[name] = values[name].trim()
    input[algorithm] = chosen
  }
  return input
}

/** What is sent: placeholder rows of an application that also has named roles are left out (spec section 5). */
export function savedDependencies(rows: readonly DependencyRow[]): Dependency[] {
  const named = new Set(rows.filter((row) => row.name !== '').map((row) => row.appId))
  return rows.filter((row) => row.name !== '' || !named.has(row.appId)).map(({ appId, name }) => ({ appId, name }))
}
