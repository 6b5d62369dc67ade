import { fieldOf, type Field, type FieldValue, type Noun } from '../nouns/noun.ts'
import { compareCodePoints, sortKey } from './order.ts'

/** The sort key of rows, from `name` or, descending, `-name`. undefined when the noun does not have the field. */
export function sortOf<Row>(noun: Pick<Noun<Row>, 'fields'>, sort: string): Sort<Row> | undefined {
  const isDescending = sort.startsWith('-')
  const field = fieldOf(noun, isDescending ? sort.slice(1) : sort)
  return field === undefined ? undefined : { field, isDescending }
}

export type Sort<Row> = { readonly field: Field<Row>; readonly isDescending: boolean }

/** What choosing a column does: sorts by it, or reverses the order if it is already sorted by it. */
export function sortAfterChoosing(sort: string, name: string): string {
  return sort === name ? `-${name}` : name
}

/**
 * Sorts rows by a field; equal ones keep their order. Numbers are compared as numbers, everything else as text in the
 * server's order of names, whatever the locale; missing values come first.
 */
export function sortedRows<Row>(rows: readonly Row[], { field, isDescending }: Sort<Row>): Row[] {
  const direction = isDescending ? -1 : 1
  return rows
    .map((row) => ({ row, key: keyOf(field.value(row)) }))
    .toSorted((left, right) => direction * compare(left.key, right.key))
    .map(({ row }) => row)
}

type Key = { readonly number: number | undefined; readonly text: string }

function keyOf(value: FieldValue): Key {
  return { number: typeof value === 'number' ? value : undefined, text: sortKey(textOf(value)) }
}

function compare(left: Key, right: Key): number {
  if (left.number !== undefined && right.number !== undefined) return left.number - right.number
  return compareCodePoints(left.text, right.text)
}

function textOf(value: FieldValue): string {
  const isTextList = Array.isArray(value) && value.every((entry: unknown) => typeof entry === 'string')
  const isStructure = typeof value === 'object' && value !== null && !isTextList
  return isStructure ? JSON.stringify(value) : String(value ?? '')
}
