import { closest, type Field, type FieldFilter, fieldOf, type Noun, type RowChoice } from '@portico/core'

import { fail } from '../errors/failure.ts'
import type { Io } from '../io/io.ts'
import { formats, type Format } from '../settings/keys.ts'
import { phrase, phraseOf } from '../phrases/phrase.ts'

/** The output flags as typed. */
export type OutputOptions = {
  /** true for a bare `--json`. */
  readonly json?: string | boolean | undefined
  readonly output?: string | undefined
  /** A jq expression applied to the JSON. */
  readonly jq?: string | undefined
  readonly columns?: string | undefined
  readonly sort?: string | undefined
  /** false: `--no-headers`. */
  readonly headers?: boolean | undefined
  readonly filter?: readonly string[] | undefined
}

export type OutputPlan<Row> = RowChoice<Row> & {
  readonly noun: Noun<Row>
  readonly format: Format
  readonly fields: readonly Field<Row>[]
  readonly jq: string | undefined
  /** Whether tables and CSV start with a header row. */
  readonly headers: boolean
  /** Whether a flag named the fields; otherwise they are the format's default. */
  readonly named: boolean
}

/** Checks the output flags before the first request. */
export function planOutput<Row>(
  noun: Noun<Row>,
  options: OutputOptions,
  surroundings: { readonly io: Io; readonly configured: string | undefined },
): OutputPlan<Row> {
  const format = formatOf(options, surroundings)
  const named = typeof options.json === 'string' ? options.json : options.columns
  const names = named === undefined ? defaultNames(noun, format) : listOf(named)
  return {
    noun,
    format,
    fields: names.map((name) => knownField(noun, name)),
    named: named !== undefined,
    jq: options.jq,
    headers: options.headers !== false,
    sort: options.sort === undefined ? undefined : plannedSort(noun, options.sort),
    filters: (options.filter ?? []).map((text) => filterOf(noun, text)),
  }
}

/** Whether a command must fetch a field that costs extra calls. */
export function needsField<Row>(plan: OutputPlan<Row>, name: string): boolean {
  const used = [...plan.fields, ...plan.filters.map((filter) => filter.field), ...(plan.sort ? [plan.sort.field] : [])]
  return used.some((field) => field.name === name)
}

/** The form of the output: what the flags say, otherwise the setting, otherwise a table. Fails for a form that does not exist. */
export function formatOf(
  options: OutputOptions,
  { io, configured }: { io: Io; configured: string | undefined },
): Format {
  if (options.jq !== undefined) {
    if (options.output !== undefined && options.output !== 'json')
      fail('usage', phrase`--jq and --output ${options.output} contradict each other.`)
    return 'json'
  }
  if (options.json !== undefined && options.json !== false) {
    if (options.output !== undefined && options.output !== 'json' && options.output !== 'jsonl')
      fail('usage', phrase`--json and --output ${options.output} contradict each other.`)
    return options.output === 'jsonl' ? 'jsonl' : 'json'
  }
  const wanted = options.output ?? configured
  if (wanted === undefined) return io.stdout.isTTY ? 'table' : 'tsv'
  const format = formats.find((known) => known === wanted)
  return (
    format ??
    fail('usage', phrase`There is no output format ${wanted}. -o takes ${formats.join(', ')}.`, {
      hint: 'portico help topics output',
    })
  )
}

function defaultNames<Row>(noun: Noun<Row>, format: Format): readonly string[] {
  if (format === 'table') return noun.columns
  if (format === 'tsv' || format === 'csv') return noun.pipedColumns ?? noun.columns
  if (format === 'wide') return [...noun.columns, ...noun.wideColumns]
  if (format === 'name') return [['name', 'label', 'id'].find((name) => fieldOf(noun, name)) ?? noun.columns[0] ?? 'id']
  return noun.fields.map((field) => field.name)
}

function knownField<Row>(noun: Noun<Row>, name: string): Field<Row> {
  const field = fieldOf(noun, name)
  if (field !== undefined) return field
  const names = noun.fields.map((known) => known.name)
  const guess = closest(name, names)
  return fail(
    'usage',
    phrase`${phraseOf(noun.label)} has no field ${name}. ${guess === undefined ? phrase`It has: ${names.join(', ')}.` : phrase`Did you mean ${guess}?`}`,
    {
      hint: 'portico help topics output',
    },
  )
}

function plannedSort<Row>(noun: Noun<Row>, text: string): RowChoice<Row>['sort'] {
  const isDescending = text.startsWith('-')
  return { field: knownField(noun, isDescending ? text.slice(1) : text), isDescending }
}

function filterOf<Row>(noun: Noun<Row>, text: string): FieldFilter<Row> {
  const at = text.search(/[=~]/)
  if (at <= 0) fail('usage', phrase`--filter takes FIELD=VALUE or FIELD~TEXT, not ${text}.`)
  const compares = text[at] === '~' ? 'contains' : 'equals'
  return { field: knownField(noun, text.slice(0, at)), compares, value: text.slice(at + 1) }
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
