import { selectRows, toJson, type Clock } from '@portico/core'

import { CommandFailure } from '../errors/failure.ts'
import type { Io } from '../io/io.ts'
import { phrase } from '../phrases/phrase.ts'
import { englishPhrases, type Phrases } from '../phrases/phrases.ts'
import { machineText } from './machine-text.ts'
import { neutraliseLines, safeText } from '../io/neutralise.ts'
import type { OutputPlan } from './plan.ts'
import { cardText, tableText } from './table.ts'

export type PrintPorts = { readonly io: Io; readonly clock: Clock; readonly phrases?: Phrases | undefined }

/** Prints a list in the planned form; in JSON it is always an array. */
export async function printRows<Row>(plan: OutputPlan<Row>, rows: readonly Row[], ports: PrintPorts): Promise<void> {
  const chosen = selectRows(rows, plan)
  if (plan.format === 'table' || plan.format === 'wide') {
    await show(tableText(plan.fields, chosen, ports, plan.headers, plan.format === 'wide'), ports.io)
    if (chosen.length === 0) ports.io.stderr.write(`${emptyText(plan.noun.labelPlural, ports.phrases)}\n`)
    return
  }
  if (plan.jq !== undefined)
    return printThroughJq(JSON.stringify(chosen.map((row) => jsonOf(plan, row))), plan.jq, ports.io)
  for (let from = 0; from === 0 || from < chosen.length; from += rowsAtOnce) {
    const isLast = from + rowsAtOnce >= chosen.length
    const values = chosen.slice(from, from + rowsAtOnce).map((row) => jsonOf(plan, row))
    const text = await machineText(plan.format, namesOf(plan), values, values, plan.headers && from === 0)
    const part = plan.format === 'json' ? partOfArray(text, from === 0, isLast) : text
    ports.io.stdout.write(safeText(part, ports.io))
    if (!isLast) await new Promise((done) => setImmediate(done))
  }
}

/** Between parts of a long list the process handles signals. */
const rowsAtOnce = 500

function partOfArray(text: string, isFirst: boolean, isLast: boolean): string {
  return `${isFirst ? '' : ',\n'}${text.slice(isFirst ? 0 : '[\n'.length, isLast ? text.length : -'\n]\n'.length)}`
}

/** The sentence in place of a table without rows. Only English writes the name in lower case. */
export function emptyText(labelPlural: string, phrases = englishPhrases): string {
  const isEnglish = phrases.locale === 'en'
  return phrases.text(phrase`No ${isEnglish ? labelPlural.toLowerCase() : phrases.text(labelPlural)}.`)
}

/** Prints one object: a card on a terminal, an object in JSON and YAML, else one line. */
export async function printRow<Row>(plan: OutputPlan<Row>, row: Row, ports: PrintPorts): Promise<void> {
  if (plan.format === 'table' || plan.format === 'wide') {
    // A card has room for all fields; a key is shown as its fingerprint.
    const fields = plan.named ? plan.fields : plan.noun.fields.filter(({ kind }) => kind !== 'key')
    return show(cardText(fields, row, ports), ports.io)
  }
  const value = jsonOf(plan, row)
  if (plan.jq !== undefined) return printThroughJq(JSON.stringify(value), plan.jq, ports.io)
  ports.io.stdout.write(safeText(await machineText(plan.format, namesOf(plan), [value], value), ports.io))
}

/** Prints that there is no such object: `null` in JSON and YAML, else nothing. */
export async function printNone<Row>(plan: OutputPlan<Row>, { io }: PrintPorts): Promise<void> {
  if (plan.jq !== undefined) return printThroughJq('null', plan.jq, io)
  if (plan.format === 'json' || plan.format === 'yaml') io.stdout.write('null\n')
}

/** JSON through a jq expression, with strings printed without quotes. jq is loaded only here. */
export async function printThroughJq(json: string, expression: string, io: Io): Promise<void> {
  const { throughJq } = await import('./jq.ts')
  const { text, notes, failure } = await throughJq(json, expression)
  if (text !== '') io.stdout.write(safeText(text, io))
  if (notes !== '') io.stderr.write(`${neutraliseLines(notes)}\n`)
  if (failure !== undefined) throw new CommandFailure(failure)
}

/** Text for a person: in a pager if it is longer than the screen. */
async function show(text: string, io: Io): Promise<void> {
  if (io.accessible || !(await io.page?.(text))) io.stdout.write(text)
}

/** A JSON document other than a noun's row, e.g. a dry run. */
export function formatJson(value: unknown, io: Io): string {
  const text = JSON.stringify(value, null, 2)
  return safeText(`${io.isAscii === true && io.stdout.isTTY ? escaped(text) : text}\n`, io)
}

/** The same JSON in ASCII, for terminals that show nothing else. */
function escaped(json: string): string {
  return json.replaceAll(/[^\0-\u007f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

export function jsonOf<Row>(plan: OutputPlan<Row>, row: Row) {
  const values = toJson(plan.noun, row, namesOf(plan))
  for (const field of plan.fields) {
    const value = values[field.name]
    if (field.kind === 'time' && typeof value === 'string') values[field.name] = rfc3339(value)
  }
  return values
}

function namesOf<Row>(plan: OutputPlan<Row>): string[] {
  return plan.fields.map((field) => field.name)
}

function rfc3339(time: string): string {
  const ms = Date.parse(time)
  return Number.isNaN(ms) ? time : new Date(ms).toISOString()
}
