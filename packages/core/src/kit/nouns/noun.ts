/**
 * One description per noun: commands, `--json` fields, completion, help, terminal views and web tables are all
 * generated from it, so that all of them have the same fields.
 */
export type Noun<Row = unknown> = {
  /** Singular, as in the shell: `service-account`. */
  readonly name: string
  readonly plural: string
  /** Short forms accepted in the shell: `sa`. */
  readonly aliases: readonly string[]
  /** For titles: `Service account`. */
  readonly label: string
  readonly labelPlural: string
  readonly summary: string
  readonly fields: readonly Field<Row>[]
  /** Columns of a table of ordinary width, in order; names of fields. */
  readonly columns: readonly string[]
  /** Columns of tsv and csv, which scripts count; without them, those of the table. */
  readonly pipedColumns?: readonly string[]
  /** What `-o wide` adds. */
  readonly wideColumns: readonly string[]
  readonly actions: readonly Action[]
  /** Rows belong to an environment: the command takes `--env`. */
  readonly inEnvironment: boolean
}

/** `json`: a nested structure, complete only in machine output. `dated`: a list of texts that end with a time, RFC 3339. */
export type FieldKind = 'text' | 'id' | 'urn' | 'boolean' | 'time' | 'number' | 'list' | 'dated' | 'key' | 'json'

export type Field<Row = unknown> = {
  readonly name: string
  /** For table heads and forms. */
  readonly label: string
  readonly kind: FieldKind
  readonly summary: string
  /** The value is one of a few English words, or several with commas, which the terminal UI translates. */
  readonly isWord?: true
  /** A time at which something ends: short cells say `3d ago` afterwards, where other past times are `3d`. */
  readonly isEnd?: true
  /** A secret that no later answer has: a command shows it, or writes it to a file. */
  readonly shownOnce?: true
  /**
   * The value as it goes to JSON: text, number, boolean, null, a list of text, or a structure where `kind` is `json`.
   * A method and not a property, so that code for any noun accepts `Noun<Row>` as a `Noun`: methods are compared bivariantly.
   */
  value(row: Row): FieldValue
}

export type FieldValue = string | number | boolean | null | readonly string[] | Structure

export type Structure = { readonly [name: string]: unknown } | readonly { readonly [name: string]: unknown }[]

/** How much a mistake costs: nothing, a y/N question, or typing the object's name. */
export type Severity = 'none' | 'moderate' | 'severe'

export type Action = {
  /** The verb: `list`, `get`, `create`, `update`, `delete`, `rotate`. */
  readonly name: string
  readonly summary: string
  readonly changes: boolean
  readonly severity: Severity
}

export function fieldOf<Row>(noun: Pick<Noun<Row>, 'fields'>, name: string): Field<Row> | undefined {
  return noun.fields.find((field) => field.name === name)
}

export function actionOf(noun: Noun, name: string): Action | undefined {
  return noun.actions.find((action) => action.name === name)
}

/** A row as JSON, with the named fields in the given order, or with all of them. */
export function toJson<Row>(noun: Noun<Row>, row: Row, names?: readonly string[]): Record<string, FieldValue> {
  const fields = names === undefined ? noun.fields : names.flatMap((name) => fieldOf(noun, name) ?? [])
  return Object.fromEntries(fields.map((field) => [field.name, field.value(row)]))
}

/** JSON Schema of one row (draft 2020-12). */
export function jsonSchemaOf(noun: Noun): Record<string, unknown> {
  const properties = Object.fromEntries(
    noun.fields.map((field) => [field.name, { ...jsonTypes[field.kind], description: field.summary }]),
  )
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: noun.label,
    type: 'object',
    properties,
    required: noun.fields.map((field) => field.name),
    additionalProperties: false,
  }
}

const jsonTypes: Readonly<Record<FieldKind, Record<string, unknown>>> = {
  text: { type: ['string', 'null'] },
  id: { type: ['string', 'null'] },
  urn: { type: 'string' },
  boolean: { type: 'boolean' },
  time: { type: ['string', 'null'], format: 'date-time' },
  number: { type: ['number', 'null'] },
  list: { type: 'array', items: { type: 'string' } },
  dated: { type: 'array', items: { type: 'string' } },
  key: { type: ['string', 'null'] },
  json: { type: ['object', 'array', 'null'] },
}

/** Objects that match an id or a unique name; more than one is ambiguous. */
export function matchByIdOrName<Row extends { readonly id: string }>(
  rows: readonly Row[],
  wanted: string,
  namesOf: (row: Row) => readonly string[],
): readonly Row[] {
  const byId = rows.filter((row) => row.id === wanted)
  if (byId.length > 0) return byId
  const exact = rows.filter((row) => namesOf(row).includes(wanted))
  if (exact.length > 0) return exact
  const folded = wanted.toLowerCase()
  return rows.filter((row) => namesOf(row).some((name) => name.toLowerCase() === folded))
}
