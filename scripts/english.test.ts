import { readFile } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'

import { expect, test } from 'vitest'

import { turns } from './english-turns.ts'

const root = resolve(import.meta.dirname, '..')

/** What is checked so far; a folder is added when its texts are clean. */
const checked = [
  'packages/server/src',
  'packages/simulator',
  'scripts',
  'bench',
  'e2e',
  'packages/core/src',
  'packages/cli',
  'packages/web',
  'docs',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
]

/** The words list itself, released migrations, and the table that quotes the spec. */
const exempt: readonly RegExp[] = [/^scripts\/english/, /\/migrations\//, /^docs\/requirements\.md$/]

/** Parts of a line that are names or quotations: the system account `nobody`, addresses, quotes of other software. */
const quoted = /`[^`]*`|\bnobody@[\w.]+|@nobody\.\w+|\b(user|as) nobody\b|'(nobody|somebody)'/g

type Place = { readonly file: string; readonly line: number; readonly text: string; readonly instead: string }

test('comments, messages, test names and documents are plain English', async () => {
  const found: Place[] = []
  for (const file of files(checked)) found.push(...findTurns(file, await readFile(join(root, file), 'utf8')))
  expect(found.map((one) => `${one.file}:${one.line} ${one.text.trim()} (write: ${one.instead})`)).toEqual([])
})

test.each([
  ['a comment', 'a.ts', '// Nobody else holds it.'],
  ['a line of a docstring', 'a.ts', ' * The cursor is no cursor.'],
  ['a test name', 'a.test.ts', "  it('is held for whoever asks', () => {"],
  ['a message', 'a.ts', "  throw new Error('There was somebody else.')"],
  ['a message under a name in quotes', 'a.ts', "  'idp.enabledHint': 'Switched off, it signs nobody in.',"],
  ['a document', 'a.md', 'A code of eight signs.'],
  ['a script', 'a.mjs', '  // It has a port of its own.'],
  ['a restriction that follows what it limits', 'a.ts', '/** It is known to the server alone. */'],
  ['a restriction in a test name', 'a.test.ts', "  it('is renamed by keyboard alone', () => {"],
  ['a comment beside code', 'a.ts', '  move(by: number): void // By so many places.'],
  ['a reference to a text elsewhere', 'a.ts', '/** Bound to this browser (protocols.md section 0). */'],
])('the words list fires in %s', (_, file, line) => {
  expect(findTurns(file, line)).toHaveLength(1)
})

test.each([
  ['code', 'a.ts', 'const nobody = users.find(whoever)'],
  ['the account of the system', 'a.ts', '// Runs as the user `nobody`.'],
  ['what is not touched', 'a.ts', '// The other rows are left alone.'],
  ['plain English', 'a.ts', '// There is no key, and it is no longer needed.'],
])('the words list leaves %s alone', (_, file, line) => {
  expect(findTurns(file, line)).toEqual([])
})

function files(folders: readonly string[]): string[] {
  const listed = execFileSync('git', ['ls-files', ...folders], { cwd: root, encoding: 'utf8' })
  return listed.split('\n').filter((file) => /\.(tsx?|mjs|md|sql)$/.test(file) && !exempt.some((one) => one.test(file)))
}

function findTurns(file: string, text: string): Place[] {
  return text.split('\n').flatMap((line, at) => {
    const prose = (file.endsWith('.md') ? line : proseOf(line)).replace(quoted, '')
    const turn = turns.find(([pattern]) => pattern.test(prose))
    return turn === undefined ? [] : [{ file, line: at + 1, text: line, instead: turn[1] }]
  })
}

/** The comment of a line of source, or else its strings of several words. */
function proseOf(line: string): string {
  if (/^\s*(\/\/|\/?\*|--)/.test(line)) return line
  const comment = /\s\/\/ .*$/.exec(line)?.[0] ?? ''
  // Each string from its first quote on: looking only for those with a space would begin at the quote that ends another.
  const strings = [...line.matchAll(/(['"`])((?:\\.|(?!\1).)*)\1/g)].map((one) => one[2] ?? '')
  return [...strings.filter((text) => text.includes(' ')), comment].join(' | ')
}
