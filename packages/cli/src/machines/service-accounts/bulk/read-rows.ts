import { closest, textOfFile } from '@portico/core'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

import { CommandFailure, fail } from '../../../kit/errors/failure.ts'
import type { Io } from '../../../kit/io/io.ts'
import { unguarded } from '../../../kit/output/machine-text.ts'
import { phrase, type Phrase } from '../../../kit/phrases/phrase.ts'

/** One account as described by a file, unchecked. */
export type FileRow = {
  /** Counted from 1, without the header of CSV. */
  readonly row: number
  readonly name: string
  readonly key1: string | undefined
  readonly key2: string | undefined
  readonly apps: readonly string[]
  /** The problem with the row's format. */
  readonly fault: string | undefined
}

export type RowFile = {
  readonly rows: readonly FileRow[]
  /** Base of relative `@file` names in keys. */ readonly folder: string
}

const columns = ['name', 'key1', 'key2', 'apps']
const bytesMax = 50_000_000

/** Reads YAML, JSON, CSV or NDJSON, detected by the file's name; from stdin (`-`) by the start of the text. */
export async function readRowFile(file: string, io: Io): Promise<RowFile> {
  const path = resolve(io.cwd, file)
  const bytes = file === '-' ? await io.stdin.readAll() : bytesOf(path)
  if (bytes.byteLength > bytesMax) return fail('validation', phrase`${file} is larger than 50 MB.`)
  const text = textOfFile(bytes)
  const values = await valuesOf(text, formOf(file, text), file)
  const rows = values.map((value, at) => rowOf(value, at + 1))
  if (rows.length === 0) return fail('validation', phrase`${file} describes no service account.`)
  return { rows, folder: file === '-' ? io.cwd : dirname(path) }
}

type Form = 'yaml' | 'csv' | 'ndjson'

function formOf(file: string, text: string): Form {
  if (/\.csv$/i.test(file)) return 'csv'
  if (/\.(?:ndjson|jsonl)$/i.test(file)) return 'ndjson'
  if (/\.(?:ya?ml|json)$/i.test(file)) return 'yaml'
  const [first = ''] = text.trimStart().split('\n')
  if (/^\{.*\}\s*$/.test(first)) return 'ndjson'
  return /^"?(?:name|key1|key2|apps)"?\s*(?:,|$)/.test(first.trim()) ? 'csv' : 'yaml'
}

async function valuesOf(text: string, form: Form, file: string): Promise<unknown[]> {
  try {
    if (form === 'csv') return await csvObjects(text)
    if (form === 'ndjson') {
      const lines = text.split('\n').filter((line) => line.trim() !== '')
      return lines.map((line) => JSON.parse(line) as unknown)
    }
    const { parse } = await import('yaml')
    const value = parse(text, { maxAliasCount: 100 }) as unknown
    const list = isObject(value) && Array.isArray(value['accounts']) ? value['accounts'] : value
    if (!Array.isArray(list)) throw new SyntaxError('it holds no list of accounts')
    return list
  } catch (reason) {
    if (reason instanceof CommandFailure) throw reason
    const why = reason instanceof Error ? (reason.message.split('\n')[0] ?? '') : String(reason)
    return fail(
      'validation',
      phrase`${file} cannot be read as ${form.toUpperCase()}: ${why}${why.endsWith('?') ? '' : '.'} An account has: ${columns.join(', ')}.`,
      {
        errorID: 'INVALID_FILE',
        hint: 'portico help topics bulk',
      },
    )
  }
}

/** Fewer fields than columns are empty ones; more are an error, because an unquoted comma would lose what follows it. */
async function csvObjects(text: string): Promise<Record<string, string>[]> {
  const { parse } = await import('csv-parse/sync')
  const [head = [], ...records] = parse(text, {
    record_delimiter: ['\r\n', '\n'],
    relax_column_count_less: true,
    skip_empty_lines: true,
  })
  const names = head.map((name) => name.trim())
  const unknown = names.filter((name) => !columns.includes(name))
  const [first] = unknown
  if (first !== undefined) {
    const guess = closest(first, columns)
    unknownField(
      phrase`The file has no use for the column ${first}.${guess === undefined ? '' : phrase` Did you mean ${guess}?`}`,
    )
  }
  if (!names.includes('name')) throw new SyntaxError('its first line has no column name')
  return records.map((record) => Object.fromEntries(names.map((name, at) => [name, unguarded(record[at] ?? '')])))
}

/** An unknown field fails as usage before anything is sent; otherwise every account would lack a misspelt key. */
function unknownField(sentence: Phrase): never {
  return fail('usage', phrase`${sentence} An account has: ${columns.join(', ')}.`, {
    errorID: 'UNKNOWN_FIELD',
    hint: 'portico help topics bulk',
  })
}

function rowOf(value: unknown, row: number): FileRow {
  const fields = isObject(value) ? value : {}
  const [unknown] = Object.keys(fields).filter((name) => !columns.includes(name))
  if (unknown !== undefined) {
    const guess = closest(unknown, columns)
    unknownField(
      phrase`Row ${row} has an unknown field ${unknown}.${guess === undefined ? '' : phrase` Did you mean ${guess}?`}`,
    )
  }
  const text = (name: string) => (typeof fields[name] === 'string' && fields[name] !== '' ? fields[name] : undefined)
  const odd = ['name', 'key1', 'key2'].filter(
    (name) => !['string', 'undefined'].includes(typeof (fields[name] ?? undefined)),
  )
  const apps = appsOf(fields['apps'])
  const fault = !isObject(value)
    ? 'It is not an object.'
    : odd.length > 0
      ? `${odd.join(', ')} is not text.`
      : apps === undefined
        ? 'apps is a list, or text with spaces between.'
        : undefined
  return { row, name: text('name') ?? '', key1: text('key1'), key2: text('key2'), apps: apps ?? [], fault }
}

/** A list, or text separated by spaces, commas or semicolons, which a URN never contains. */
function appsOf(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return []
  if (typeof value === 'string') return value.split(/[\s,;]+/).filter((app) => app !== '')
  return Array.isArray(value) && value.every((app) => typeof app === 'string') ? value : undefined
}

function bytesOf(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (reason) {
    const { code, message } = reason as NodeJS.ErrnoException
    return fail(
      'validation',
      code === 'ENOENT' ? phrase`There is no file ${path}.` : phrase`${path} cannot be read: ${message}`,
    )
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
