import type { FieldValue } from '@portico/core'

import { isTextList } from './cell.ts'
import type { Format } from './formats.ts'

type Values = Readonly<Record<string, FieldValue>>

/** Rows for programs. `document` is what JSON and YAML print: the array of a list, or one object. */
export async function machineText(
  format: Exclude<Format, 'table' | 'wide'>,
  names: readonly string[],
  rows: readonly Values[],
  document: readonly Values[] | Values,
  headers = true,
): Promise<string> {
  const cells = (row: Values) => names.map((name) => plain(row[name] ?? null))
  switch (format) {
    case 'json':
      return `${JSON.stringify(document, null, 2)}\n`
    case 'jsonl':
      return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    case 'yaml': {
      const { stringify } = await import('yaml')
      return stringify(document, { lineWidth: 0 })
    }
    case 'name':
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

/** IANA text/tab-separated-values has no quoting: what would break a line or a column is escaped. */
function tsvCell(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character)
}

/** RFC 4180. */
function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
