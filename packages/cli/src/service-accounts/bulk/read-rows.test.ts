import { describe, expect, test } from 'vitest'

import { CommandFailure } from '../../errors/failure.ts'
import type { Io } from '../../io/io.ts'
import { csvRecords } from './csv.ts'
import { readRowFile } from './read-rows.ts'

test.each<[string, string[][]]>([
  [
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,b\r\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    '"a ""x""",","\n\n"two\nlines",',
    [
      ['a "x"', ','],
      ['two\nlines', ''],
    ],
  ],
  ['', []],
])('CSV %j is %j', (text, records) => {
  expect(csvRecords(text)).toEqual(records)
})

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
  ])('are read from %s on stdin', async (_, text) => {
    expect((await readRowFile('-', ioWith(text))).rows).toEqual(expected)
  })
})

test.each<[string, string]>([
  ['not YAML', '- name: [\n'],
  ['no list', 'name: one\n'],
  ['no account', '[]'],
  ['a line that is no JSON', '{"name":"one"}\nnope\n'],
  ['columns nobody knows', 'name,colour\none,red\n'],
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

test.each<[string, string]>([
  ['"name"', 'It is not an object.'],
  ['{"name":"one","colour":"red"}', 'It has no field colour.'],
  ['{"name":1}', 'name is not text.'],
  ['{"name":"one","apps":[1]}', 'apps is a list, or text with spaces between.'],
])('the row %s has a fault of its own', async (row, fault) => {
  expect((await readRowFile('-', ioWith(`[${row}]`))).rows[0]?.fault).toBe(fault)
})

function ioWith(text: string): Io {
  const out = { write: () => undefined, isTTY: false, columns: undefined }
  const stdin = { isTTY: false, readAll: () => Promise.resolve(Buffer.from(text)), ask: () => Promise.resolve('') }
  return { stdout: out, stderr: out, stdin, env: {}, cwd: '/', home: '/' }
}
