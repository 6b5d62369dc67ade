import { isTextList, type FieldValue } from '@portico/core'

import type { Format } from '../settings/keys.ts'
import { isUnsafe } from '../io/neutralise.ts'

type Values = Readonly<Record<string, FieldValue>>

/** Rows for programs. `document` is what JSON and YAML print: the array of a list, or one object. */
export async function machineText(
  format: Exclude<Format, 'table' | 'wide'>,
  names: readonly string[],
  rows: readonly Values[],
  document: readonly Values[] | Values,
  headers = true,
): Promise<string> {
  const cells = (row: Values) => names.map((name) => guarded(row[name] ?? null))
  switch (format) {
    case 'json':
      return `${JSON.stringify(document, null, 2)}\n`
    case 'jsonl':
      return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    case 'yaml': {
      const { Document, visit } = await import('yaml')
      const yaml = new Document(document)
      // Escapes are interpreted in double quotes only (YAML 1.2 section 5.7).
      visit(yaml, { Scalar: (_, scalar) => void (isUnsafeText(scalar.value) && (scalar.type = 'QUOTE_DOUBLE')) })
      return yaml.toString({ lineWidth: 0 })
    }
    case 'name':
      return rows.map((row) => `${names.map((name) => tsvCell(plain(row[name] ?? null))).join('\t')}\n`).join('')
    case 'tsv':
      return rows.map((row) => `${cells(row).map(tsvCell).join('\t')}\n`).join('')
    case 'csv':
      return [...(headers ? [names] : []), ...rows.map(cells)]
        .map((row) => `${row.map(csvCell).join(',')}\r\n`)
        .join('')
  }
}

function plain(value: FieldValue): string {
  if (value === null) return ''
  if (typeof value !== 'object') return String(value)
  return isTextList(value) ? value.join(',') : JSON.stringify(value)
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** IANA text/tab-separated-values has no quoting: tabs and line breaks are escaped. */
function tsvCell(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character)
}

/** What a spreadsheet would read as a formula; with apostrophes before it, so that {@link unguarded} can tell. */
const formula = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

/**
 * Prefixes a value that a spreadsheet would read as a formula with an apostrophe (OWASP "CSV injection"): names come from
 * other people, and a formula can leak a whole sheet. Numbers are unchanged.
 */
function guarded(value: FieldValue): string {
  const text = plain(value)
  return typeof value !== 'number' && formula.test(text) ? `'${text}` : text
}

/** A cell as it was before {@link machineText} guarded it. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
}

function isUnsafeText(value: unknown): boolean {
  return typeof value === 'string' && isUnsafe(value)
}

/** RFC 4180. */
function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
