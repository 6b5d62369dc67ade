import type { WordId } from '../../kit/words/english.ts'

/** Text in one line. `flag` is the option of the command, `summary` what its help says. */
type Line = {
  readonly name: string
  readonly flag: string
  readonly label: WordId
  /** Of its column. */
  readonly heading: string
  readonly summary: string
  readonly required: boolean
}

/**
 * What is typed, in the order of the form. The object of the API, forms, columns, flags of the command, changes, the command
 * for the same change, and what is kept over a new sign-in are made from it. `rules.ts` has one rule for each.
 */
export const tenantRoleFields = [
  {
    name: 'label',
    flag: 'name',
    label: 'field.name',
    heading: 'Name',
    summary: 'name, unique in the tenant',
    required: true,
  },
] as const satisfies readonly Line[]

export type TenantRoleFieldName = (typeof tenantRoleFields)[number]['name']

/** What was typed, untrimmed. */
export type TenantRoleValues = Readonly<Record<TenantRoleFieldName, string>>

export function tenantRoleValues<Value>(
  valueOf: (name: TenantRoleFieldName) => Value,
): Readonly<Record<TenantRoleFieldName, Value>> {
  return Object.fromEntries(tenantRoleFields.map(({ name }) => [name, valueOf(name)])) as Record<
    TenantRoleFieldName,
    Value
  >
}

/** What would be sent. */
export function tenantRoleInputOf(values: TenantRoleValues): TenantRoleValues {
  return tenantRoleValues((name) => values[name].trim())
}
