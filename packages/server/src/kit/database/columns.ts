/** `displayName` as a column: `display_name`. */
type Column<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Uppercase<First> ? `_${Lowercase<First>}` : First}${Column<Rest>}`
  : ''

const columnOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What to select for an object's fields: `display_name as displayName`. Their names are letters only. */
export function selected<Name extends string>(names: readonly Name[]): `${Column<Name>} as ${Name}`[] {
  return names.map((name) => `${columnOf(name)} as ${name}` as `${Column<Name>} as ${Name}`)
}

/** What to write for them: `{ display_name: … }`. */
export function written<Values extends Readonly<Record<string, unknown>>>(
  values: Values,
): { [Name in keyof Values & string as Column<Name>]: Values[Name] } {
  const columns = Object.entries(values).map(([name, value]) => [columnOf(name), value])
  return Object.fromEntries(columns) as { [Name in keyof Values & string as Column<Name>]: Values[Name] }
}
