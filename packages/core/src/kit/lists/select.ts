import type { Field, FieldValue, Noun } from '../nouns/noun.ts'
import { folded } from './order.ts'
import { matchesSearch, parseSearch } from './search.ts'
import { sortedRows, type Sort } from './sort.ts'

/** `FIELD=VALUE`, or `FIELD~TEXT` for values that contain the text. */
export type FieldFilter<Row> = {
  readonly field: Field<Row>
  readonly compares: 'equals' | 'contains'
  readonly value: string
}

export type RowChoice<Row> = {
  readonly filters: readonly FieldFilter<Row>[]
  /** undefined: as received. */
  readonly sort: Sort<Row> | undefined
}

/** The rows that pass every filter, sorted: the same in every face. */
export function selectRows<Row>(rows: readonly Row[], { filters, sort }: RowChoice<Row>): readonly Row[] {
  const passing = filters.length === 0 ? rows : rows.filter((row) => passes(row, filters))
  return sort === undefined ? passing : sortedRows(passing, sort)
}

export function passes<Row>(row: Row, filters: readonly FieldFilter<Row>[]): boolean {
  return filters.every(({ field, compares, value }) =>
    compares === 'equals' ? equals(field.value(row), value) : contains(field.value(row), value),
  )
}

/** Ignores case and accents, as every search does. */
function contains(value: FieldValue, wanted: string): boolean {
  if (isTextList(value)) return value.some((entry) => contains(entry, wanted))
  return folded(textOf(value)).includes(folded(wanted))
}

/** A list passes if it contains the value; text comparison ignores case. */
function equals(value: FieldValue, wanted: string): boolean {
  if (isTextList(value)) return value.some((entry) => equals(entry, wanted))
  if (typeof value === 'object' && value !== null) return JSON.stringify(value) === wanted
  return textOf(value).toLowerCase() === wanted.toLowerCase()
}

type Searched<Row> = {
  readonly noun: Pick<Noun<Row>, 'fields' | 'columns' | 'wideColumns'>
  readonly texts?: ((row: Row) => readonly string[]) | undefined
}

/** Searches rows by the columns of their noun, except times. The folded text of a row is computed once. */
export function createRowSearch<Row>({ noun, texts }: Searched<Row>) {
  const names = new Set([...noun.columns, ...noun.wideColumns])
  const fields = noun.fields.filter(({ name, kind }) => kind !== 'time' && names.has(name))
  const haystacks = new WeakMap<readonly Row[], readonly string[]>()
  const haystackOf = (row: Row) =>
    folded([...fields.map((field) => shownText(field.value(row))), ...(texts?.(row) ?? [])].join(' '))

  return function search(rows: readonly Row[], typed: string): readonly Row[] {
    const wanted = parseSearch(typed)
    if (wanted.text === '') return rows
    const made = haystacks.get(rows) ?? rows.map(haystackOf)
    haystacks.set(rows, made)
    return rows.filter((_, at) => matchesSearch(made[at] ?? '', wanted))
  }
}

function shownText(value: FieldValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return isTextList(value) ? value.join(', ') : textOf(value)
}

function textOf(value: FieldValue): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}

/** A list of text is shown and compared by its items; any other structure as JSON. */
export function isTextList(value: FieldValue): value is readonly string[] {
  return Array.isArray(value) && value.every((entry: unknown) => typeof entry === 'string')
}
