import { bulkFileOf } from '@portico/core'
import { describe, expect, test } from 'vitest'

import { CommandFailure } from '../../../kit/errors/failure.ts'
import type { Io } from '../../../kit/io/io.ts'
import { readRowFile } from './read-rows.ts'

const pem = '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----'

describe('the same accounts', () => {
  const expected = [
    { row: 1, name: 'one', key1: '@k.pem', key2: undefined, apps: ['urn:a', 'urn:b:reader'], fault: undefined },
    { row: 2, name: 'two, too', key1: undefined, key2: undefined, apps: [], fault: undefined },
  ]
  test.each<[string, string]>([
    ['YAML', '- name: one\n  key1: "@k.pem"\n  apps: [urn:a, "urn:b:reader"]\n- name: two, too\n'],
    [
      'YAML with a key above',
      'accounts:\n  - {name: one, key1: "@k.pem", apps: "urn:a urn:b:reader"}\n  - name: two, too\n',
    ],
    ['JSON', '[{"name":"one","key1":"@k.pem","apps":["urn:a","urn:b:reader"]},{"name":"two, too"}]'],
    ['NDJSON', '{"name":"one","key1":"@k.pem","apps":["urn:a","urn:b:reader"]}\n\n{"name":"two, too"}\n'],
    ['CSV', 'name,key1,apps\none,@k.pem,urn:a urn:b:reader\n"two, too",,\n'],
    [
      'CSV with a byte order mark and another order',
      '\ufeffapps,name,key1\nurn:a;urn:b:reader,one,@k.pem\n,"two, too",\n',
    ],
    ['CSV with the line ends of Windows', 'name,key1,apps\r\none,@k.pem,urn:a urn:b:reader\r\n\r\n"two, too"'],
  ])('are read from %s on stdin', async (_, text) => {
    expect((await readRowFile('-', ioWith(text))).rows).toEqual(expected)
  })
})

test('accounts exported from a list are read again as they were', async () => {
  const app = { appId: '1', label: 'Billing', urn: 'urn:portico:acme:application:billing' }
  const account = { id: 'a', name: 'one, "two"', urn: 'urn:a', key1: pem, createdAt: '', updatedAt: '' }
  const text = bulkFileOf([
    { ...account, dependencies: [{ ...app, name: 'clerk' }] },
    { ...account, id: 'b', name: 'three', key2: pem, dependencies: [{ ...app, name: '' }] },
  ])
  expect((await readRowFile('-', ioWith(text))).rows).toEqual([
    { row: 1, name: 'one, "two"', key1: pem, key2: undefined, apps: [`${app.urn}:clerk`], fault: undefined },
    { row: 2, name: 'three', key1: pem, key2: pem, apps: [app.urn], fault: undefined },
  ])
})

test.each<[string, string]>([
  ['not YAML', '- name: [\n'],
  ['no list', 'name: one\n'],
  ['no account', '[]'],
  ['a line that is not JSON', '{"name":"one"}\nnope\n'],
  ['an open quote', 'name,key1\n"one,\n'],
  [
    'many aliases',
    `a: &a [1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c]\n`,
  ],
])('a file with %s is refused as validation', async (_, text) => {
  const reason: unknown = await readRowFile('-', ioWith(text)).catch((caught: unknown) => caught)
  expect(reason).toBeInstanceOf(CommandFailure)
  expect((reason as CommandFailure).failure.kind).toBe('validation')
})

test.each<[string, string, string]>([
  ['a quote that is never closed', 'name,key1\none,\n"two,\n', 'opening quote at line 3'],
  ['text after a closing quote', 'name,key1\n"one"x,\n', 'at line 2'],
  ['an unquoted comma', 'name,apps\none,urn:a,urn:b\n', 'expect 2, got 3 on line 2'],
])('CSV with %s is an error that names the line', async (_, text, sentence) => {
  await expect(readRowFile('-', ioWith(text))).rejects.toMatchObject({
    failure: { kind: 'validation', errorID: 'INVALID_FILE', message: expect.stringContaining(sentence) as string },
  })
})

test('quotes, commas and line ends in a quoted field of CSV are part of the value', async () => {
  const text = 'name,key1\n"a ""x"", b","-----BEGIN\nEND-----\n"\n'
  expect((await readRowFile('-', ioWith(text))).rows).toMatchObject([
    { name: 'a "x", b', key1: '-----BEGIN\nEND-----\n' },
  ])
})

test.each<[string, string]>([
  ['"name"', 'It is not an object.'],
  ['{"name":1}', 'name is not text.'],
  ['{"name":"one","apps":[1]}', 'apps is a list, or text with spaces between.'],
])('the row %s reports its fault', async (row, fault) => {
  expect((await readRowFile('-', ioWith(`[${row}]`))).rows[0]?.fault).toBe(fault)
})

test.each<[string, string, string]>([
  ['a column of CSV', 'name,key3\none,red\n', 'The file has no use for the column key3. Did you mean key1?'],
  [
    'a field of a YAML row',
    '- name: one\n- name: two\n  nmae: x\n',
    'Row 2 has an unknown field nmae. Did you mean name?',
  ],
  ['a field of a JSON line', '{"name":"one","colour":"red"}\n', 'Row 1 has an unknown field colour.'],
])('%s that is not known is wrong usage, and suggests', async (_, text, sentence) => {
  await expect(readRowFile('-', ioWith(text))).rejects.toMatchObject({
    failure: {
      kind: 'usage',
      errorID: 'UNKNOWN_FIELD',
      message: `${sentence} An account has: name, key1, key2, apps.`,
    },
  })
})

function ioWith(text: string): Io {
  const out = { write: () => undefined, isTTY: false, columns: undefined }
  const stdin = { isTTY: false, readAll: () => Promise.resolve(Buffer.from(text)), ask: () => Promise.resolve('') }
  return { stdout: out, stderr: out, stdin, env: {}, cwd: '/', home: '/' }
}
