import { execFileSync } from 'node:child_process'

import { expect, test } from 'vitest'

import { quoteForBash, readBashLine, type Quote } from './bash-line.ts'
import { replyFor } from './reply.ts'
import { readRequest } from './request.ts'

test.each<[string, string[], Quote]>([
  ['portico ', ['portico', ''], ''],
  ['portico sa get ci\\ r', ['portico', 'sa', 'get', 'ci r'], ''],
  ['portico sa get "ci r', ['portico', 'sa', 'get', 'ci r'], '"'],
  ["portico sa get 'ci \\r", ['portico', 'sa', 'get', 'ci \\r'], "'"],
  ["portico sa get $'it\\'s", ['portico', 'sa', 'get', "it's"], "$'"],
  ['portico --env="a b"c\\', ['portico', '--env=a bc'], ''],
  ['portico x "a\\$b\\c', ['portico', 'x', 'a$b\\c'], '"'],
  ["portico '' 2>&1 ", ['portico', '', ''], ''],
  ['portico sa list 2> err -o js', ['portico', 'sa', 'list', '-o', 'js'], ''],
  ['portico $(touch x) `y`', ['portico', '$(touch', 'x)', '`y`'], ''],
])('%s is read as bash would, and nothing in it is run', (line, words, quote) => {
  expect(readBashLine(line)).toMatchObject({ words, quote })
})

test('the word behind > is a file, not an argument', () => {
  expect(readBashLine('portico sa list > fi').isRedirected).toBe(true)
  expect(readBashLine('portico sa list > file -o ').isRedirected).toBe(false)
})

const names = [
  'plain',
  'two words',
  `O'Brien & "Sons"`,
  'a$(touch x);`b`|c>d<e&f',
  '\\back\\slash\\',
  '~root',
  '#no comment',
  'wow!! {a,b} *?[x]',
  'ends with "',
  "ends with '",
  'Größe 名前 😀',
]
const ends: Readonly<Record<Quote, string>> = { '': '', "'": "'", '"': '"', "$'": "'" }

test.each(['', "'", '"', "$'"] as const)('bash reads what is put behind an open %s as the name itself', (quote) => {
  const words = names.map((name) => `${quote}${quoteForBash(name, quote)}${ends[quote]}`)
  const read = execFileSync('bash', ['--norc', '-c', `printf '%s\\n' ${words.join(' ')}`], { encoding: 'utf8' })
  expect(read.split('\n').slice(0, -1)).toEqual(names)
  expect(readBashLine(words.join(' ')).words).toEqual(quote === "$'" ? expect.anything() : names)
})

test.each([
  ['portico app roles urn:a:b', 'b', 'urn:a:bc', 'bc'],
  ['portico app roles "urn:a:b', 'urn:a:b', 'urn:a:bc', 'urn:a:bc'],
  ['portico sa list --output=js', 'js', '--output=json', 'json'],
  ['portico sa get "O', 'O', 'O "x"', 'O \\"x\\""'],
])('of %s bash replaces only the end: %s', (line, tail, value, inserted) => {
  const request = readRequest('bash', [line, tail])
  expect(replyFor('bash', [{ value, text: '' }], request)).toBe(`\n${inserted}\n`)
})

test('a candidate that a terminal would obey is offered by its id, or not at all', () => {
  const found = [
    { value: 'a\u001b[2Jb', text: '', id: 'id-1' },
    { value: 'a\nb', text: '' },
    { value: 'a\u202eb', text: '', id: 'id-2' },
  ]
  for (const shell of ['zsh', 'fish', undefined]) {
    const lines = replyFor(shell, found, { words: [] }).split('\n').filter(Boolean)
    expect(lines.map((line) => line.split('\t')[0]?.replace(/^-/, ''))).toEqual(['id-1', 'id-2'])
  }
})
