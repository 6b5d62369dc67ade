import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { endpoints } from '../packages/core/src/app/contract.ts'
import { allSentences } from '../packages/core/src/kit/words/english.ts'

const root = resolve(import.meta.dirname, '..')
const rows = readRows(readFileSync(join(root, 'docs/requirements.md'), 'utf8'))
const calls = rows.filter((row) => row.columns === 4)
const sentences = rows.filter((row) => row.id.startsWith('S.'))
const held = rows.filter((row) => row.heldBy !== 'open')

/** One line of a table: `| 7.12 | GET | `/path` | `file` |`, or with one cell between id and holder. */
type Row = { readonly id: string; readonly cells: readonly string[]; readonly heldBy: string; readonly columns: number }

describe('docs/requirements.md', () => {
  test('has the rows of every section', () => {
    const sections = new Set(rows.map((row) => row.id.split('.')[0]))
    expect([...sections]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', 'S'])
    expect(calls.filter((row) => row.id.startsWith('7.')).length).toBe(65)
    expect(sentences.length).toBe(21)
  })

  test('gives each item a unique id', () => {
    const ids = rows.map((row) => row.id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  test('names test files that exist, one to an item', () => {
    const wrong = held.filter(
      ({ heldBy }) => !/^[\w./-]+\.(test\.tsx?|browser\.tsx|e2e\.ts)$/.test(heldBy) || !existsSync(join(root, heldBy)),
    )
    expect(wrong).toEqual([])
  })

  test('every call that is not open is in the contract', () => {
    const missing = calls.filter((row) => row.heldBy !== 'open' && !endpoints.some((one) => isNamedBy(row, one)))
    expect(missing).toEqual([])
  })

  test('no call is named twice', () => {
    const places = calls.map(({ cells }) => cells.join(' '))
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([])
  })

  test.each(sentences.filter((row) => row.heldBy !== 'open').map((row) => [row.id, row.cells[0] ?? ''] as const))(
    '%s is in the catalogue word for word: %s',
    (_id, sentence) => {
      expect(Object.values(allSentences()) as string[]).toContain(sentence)
    },
  )
})

afterAll(() => {
  process.stdout.write(`requirements: ${held.length} held, ${rows.length - held.length} open, of ${rows.length}\n`)
})

function isNamedBy({ cells: [method, path] }: Row, one: { method: string; path: string }): boolean {
  return path === one.path && (method === 'any' || method === one.method)
}

function readRows(text: string): Row[] {
  return [...text.matchAll(/^\| ((?:\d|S)\.\d+) \| (.+) \|$/gm)].map(([, id = '', rest = '']) => {
    const cells = rest.split(' | ').map((cell) => cell.replace(/^`(.*)`$/, '$1'))
    return { id, cells: cells.slice(0, -1), heldBy: cells.at(-1) ?? '', columns: cells.length + 1 }
  })
}
