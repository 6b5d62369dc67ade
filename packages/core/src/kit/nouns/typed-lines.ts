import type { LineRule } from '../text/lines.ts'
import type { Field } from './noun.ts'

/** A text in one line that people type: the object of the API, its form, column, flag and rule are made from this. */
export type TypedLine = LineRule & {
  /** In the form and over the column, in English; translations have it by this text. */
  readonly label: { readonly text: string }
  /** What the help of the command says. */
  readonly summary: string
}

export type LineValues<Fields extends readonly TypedLine[], Value = string> = Readonly<
  Record<Fields[number]['name'], Value>
>

/** A value for each field. */
export function lineValues<const Fields extends readonly TypedLine[], Value>(
  fields: Fields,
  valueOf: (name: Fields[number]['name']) => Value,
): LineValues<Fields, Value> {
  return Object.fromEntries(fields.map(({ name }) => [name, valueOf(name)])) as LineValues<Fields, Value>
}

/** What would be sent of what was typed. */
export function trimmedLines<const Fields extends readonly TypedLine[]>(
  fields: Fields,
  values: LineValues<Fields>,
): LineValues<Fields> {
  return lineValues(fields, (name: Fields[number]['name']) => values[name].trim())
}

/** The fields of the noun. */
export function lineColumns<Name extends string>(
  fields: readonly (TypedLine & { readonly name: Name })[],
): Field<Readonly<Record<Name, string>>>[] {
  return fields.map(({ name, label, summary }) => ({
    name,
    label: label.text,
    kind: 'text',
    summary: summary.charAt(0).toUpperCase() + summary.slice(1),
    value: (row) => row[name],
  }))
}
