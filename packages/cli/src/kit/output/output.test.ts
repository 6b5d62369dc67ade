import { serviceAccountNoun, type ServiceAccountRow } from '@portico/core'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import type { Io } from '../io/io.ts'
import { shortTime } from './cell.ts'
import { unguarded } from './machine-text.ts'
import { planOutput, type OutputOptions } from './plan.ts'
import { printRow, printRows } from './print.ts'
import { tableText } from './table.ts'
import { cut, cutStart, widthOf } from './width.ts'

const status = { name: 'status', label: 'Status', kind: 'text', summary: '', value: () => 'failed' } as const
const now = Date.parse('2026-11-21T12:00:00Z')

function account(more: Partial<ServiceAccountRow> = {}): ServiceAccountRow {
  const times = { createdAt: '2026-11-20T12:00:00Z', updatedAt: '2026-11-21T11:00:00+00:00' }
  return { id: 'sa-1', name: 'ci', urn: 'urn:x', key1: 'K', key1Algorithm: 'RSA', dependencies: [], ...times, ...more }
}
const two = [account(), account({ id: 'sa-2', name: 'a\tb\n"c", d\\e', updatedAt: '2026-11-19T12:00:00Z' })]

async function printed(
  rows: readonly ServiceAccountRow[] | ServiceAccountRow,
  options: OutputOptions,
  terminal: { isTTY?: boolean; columns?: number; env?: Io['env'] } = {},
): Promise<string> {
  let text = ''
  const { isTTY = false, columns = 80, env = {} } = terminal
  const out = { write: (more: string) => void (text += more), isTTY, columns }
  const io = { stdout: out, stderr: { ...out, write: () => undefined }, env } as unknown as Io
  const plan = planOutput(serviceAccountNoun, options, { io, configured: undefined })
  const ports = { io, clock: { now: () => now } }
  if (Array.isArray(rows)) await printRows(plan, rows as ServiceAccountRow[], ports)
  else await printRow(plan, rows as ServiceAccountRow, ports)
  return text
}

describe('for programs', () => {
  test.each<[string, OutputOptions, string]>([
    [
      'piped: TSV without a head, UTC',
      {},
      'ci\tsa-1\t2026-11-21T11:00:00.000Z\na\\tb\\n"c", d\\\\e\tsa-2\t2026-11-19T12:00:00.000Z\n',
    ],
    ['csv', { output: 'csv', columns: 'id,name' }, 'id,name\r\nsa-1,ci\r\nsa-2,"a\tb\n""c"", d\\e"\r\n'],
    ['jsonl', { output: 'jsonl', columns: 'id' }, '{"id":"sa-1"}\n{"id":"sa-2"}\n'],
    [
      'json fields in the order asked for',
      { json: 'name,id', filter: ['id=sa-1'] },
      '[\n  {\n    "name": "ci",\n    "id": "sa-1"\n  }\n]\n',
    ],
    ['yaml', { output: 'yaml', columns: 'id' }, '- id: sa-1\n- id: sa-2\n'],
    ['name', { output: 'name', filter: ['name=CI'] }, 'ci\n'],
    ['sorted', { output: 'tsv', columns: 'id', sort: 'updatedAt' }, 'sa-2\nsa-1\n'],
    ['sorted the other way', { output: 'tsv', columns: 'id', sort: '-id' }, 'sa-2\nsa-1\n'],
  ])('%s', async (_, options, expected) => {
    expect(await printed(two, options)).toBe(expected)
  })

  test.each<[string, (text: string) => unknown]>([
    ['json', (text) => JSON.parse(text) as unknown],
    ['yaml', (text) => parse(text) as unknown],
    [
      'jsonl',
      (text) =>
        text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown),
    ],
    [
      'csv',
      (text) =>
        text
          .trim()
          .split('\r\n')
          .slice(1)
          .map((id) => ({ id })),
    ],
  ])('a signal is handled while a long list is printed as %s, and the list is whole', async (output, read) => {
    const rows = Array.from({ length: 1_201 }, (_, n) => account({ id: `sa-${n}` }))
    let text = ''
    let isHeard = false
    let wasHeard = false
    const out = { isTTY: false, columns: 80, write: (more: string) => void ((text += more), (wasHeard = isHeard)) }
    const io = { stdout: out, stderr: out, env: {} } as unknown as Io
    const plan = planOutput(serviceAccountNoun, { output, columns: 'id' }, { io, configured: undefined })
    // Signals are handled where this is: in the event loop.
    setImmediate(() => (isHeard = true))
    await printRows(plan, rows, { io, clock: { now: () => now } })
    expect(wasHeard).toBe(true)
    expect(read(text)).toEqual(rows.map(({ id }) => ({ id })))
  })

  test('bare --json has every field of the noun', async () => {
    const [row] = JSON.parse(await printed(two, { json: true })) as Record<string, unknown>[]
    expect(Object.keys(row ?? {})).toEqual(serviceAccountNoun.fields.map((field) => field.name))
    expect(row).toMatchObject({ key2: null, dependencies: [], createdAt: '2026-11-20T12:00:00.000Z' })
  })

  test.each([
    ['json', '[]\n'],
    ['jsonl', ''],
    ['yaml', '[]\n'],
    ['tsv', ''],
    ['table', ''],
  ])('an empty list as %s', async (output, expected) => {
    expect(await printed([], { output })).toBe(expected)
  })

  test('one object is an object, not a list', async () => {
    expect(await printed(account(), { json: 'id' })).toBe('{\n  "id": "sa-1"\n}\n')
  })

  const hostile = 'a\u001b]0;x\u0007\u007f\u009b31m\u202egnp\u2028\r"\\z'
  test.each(['table', 'wide', 'json', 'jsonl', 'yaml', 'tsv', 'csv', 'name'])(
    'nothing in a pipe moves the cursor or turns the direction of text (%s)',
    async (output) => {
      const text = await printed([account({ name: hostile })], { output, columns: 'name' })
      // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
      expect(text.replaceAll('\r\n', '\n')).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e]/)
      expect(text).toContain(output === 'json' || output === 'jsonl' ? '\\u009b31m' : 'u009b31m')
    },
  )

  test('JSON and YAML keep the value to the letter', async () => {
    const rows = [account({ name: hostile }), account({ name: `${hostile}\n${'x '.repeat(60)}\n\ty` })]
    const names = rows.map(({ name }) => ({ name }))
    expect(JSON.parse(await printed(rows, { json: 'name' }))).toEqual(names)
    const lines = (await printed(rows, { output: 'jsonl', columns: 'name' })).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(names)
    expect(parse(await printed(rows, { output: 'yaml', columns: 'name' }))).toEqual(names)
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '\uff1d1', "'=1", "''-1"])(
    'a CSV or TSV cell that a spreadsheet would run as a formula is text (%j)',
    async (name) => {
      const one = { columns: 'name', headers: false }
      expect(await printed([account({ name })], { ...one, output: 'csv' })).toMatch(/^"?'/)
      const tsv = await printed([account({ name })], { ...one, output: 'tsv' })
      expect(tsv).toMatch(/^'/)
      expect(tsv).toBe(await printed([account({ name })], one))
      expect(JSON.parse(await printed([account({ name })], { json: 'name' }))).toEqual([{ name }])
    },
  )

  test.each(['=1+1', "'=1", "'name", "''-1", 'plain'])(
    'a guarded cell is read back to the letter (%j)',
    async (name) => {
      const csv = await printed([account({ name })], { output: 'csv', columns: 'name', headers: false })
      expect(unguarded(csv.trimEnd())).toBe(name)
    },
  )

  test.each<[OutputOptions, string]>([
    [{ json: 'nmae' }, 'Did you mean name?'],
    [{ columns: 'zzz' }, 'has no field zzz'],
    [{ sort: 'zzz' }, 'has no field zzz'],
    [{ filter: ['name'] }, 'FIELD=VALUE'],
    [{ output: 'xml' }, 'no output format xml'],
    [{ json: true, output: 'yaml' }, 'contradict'],
  ])('%j is wrong usage', async (options, sentence) => {
    await expect(printed(two, options)).rejects.toMatchObject({
      failure: { kind: 'usage', message: expect.stringContaining(sentence) as string },
    })
  })
})

describe('on a terminal', () => {
  test('a table is aligned, with relative times', async () => {
    const rows = [account(), account({ name: 'deploy', updatedAt: '2026-11-19T12:00:00Z' })]
    const options = { columns: 'name,id,updatedAt' }
    expect(await printed(rows, options, { isTTY: true, env: { NO_COLOR: '1' } })).toBe(
      'NAME    ID    CHANGED\nci      sa-1  1h\ndeploy  sa-1  2d\n',
    )
  })

  test('accounts show what people come for: applications, keys with their age, the last use; a pipe keeps the id', async () => {
    const role = (name: string) => ({ appId: 'a', name, label: 'Billing', urn: 'urn:billing' })
    const rows = [
      account({
        dependencies: [role('viewer'), role('clerk')],
        key1Fingerprint: 'ab12cd34ef567890',
        key1AddedAt: '2026-11-18T12:00:00Z',
        key2Fingerprint: '0123456789abcdef',
        key1LastUsedAt: '2026-11-21T11:50:00Z',
      }),
    ]
    const text = await printed(rows, {}, { isTTY: true, columns: 120, env: { NO_COLOR: '1' } })
    expect(text.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['NAME', 'APPLICATIONS', 'KEYS', 'LAST USED', 'CHANGED'],
      ['ci', 'Billing', 'ab12cd34ef56 3d, 0123456789ab', '10m', '1h'],
      [''],
    ])
    expect(await printed(rows, {})).toBe('ci\tsa-1\t2026-11-21T11:00:00.000Z\n')
  })

  test('one object is a card of all its fields, or of those named', async () => {
    const terminal = { isTTY: true, env: { NO_COLOR: '1' } }
    const card = await printed(account({ key1Fingerprint: 'ab12' }), {}, terminal)
    // A key is shown as its fingerprint, unless its text is requested.
    for (const { label, kind } of serviceAccountNoun.fields) expect(card.includes(label)).toBe(kind !== 'key')
    expect(card).toMatch(/^Fingerprint 1 +ab12$/m)
    expect(await printed(account(), { columns: 'id,updatedAt' }, terminal)).toBe('ID       sa-1\nChanged  1 hour ago\n')
  })

  test.each([20, 40, 80])('no line is wider than %i cells, wide characters counted', async (columns) => {
    const rows = [account({ name: '漢字'.repeat(30), urn: 'urn:'.repeat(40) })]
    const text = await printed(rows, { output: 'table' }, { isTTY: true, columns, env: { NO_COLOR: '1' } })
    for (const line of text.trimEnd().split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(columns)
    expect(text).toContain('…')
  })

  test('wide cuts nothing, whatever the width, also in a pipe', async () => {
    const urn = 'urn:'.repeat(40)
    for (const isTTY of [true, false]) {
      const text = await printed([account({ urn })], { output: 'wide' }, { isTTY, columns: 40, env: { NO_COLOR: '1' } })
      expect(text).toContain(urn)
      expect(text).not.toContain('…')
    }
  })

  test('where cutting cells is not enough, the last columns give way', async () => {
    const lines = async (columns: number) => {
      const options = { output: 'table', columns: 'name,id,updatedAt' }
      const text = await printed([account()], options, { isTTY: true, columns, env: { NO_COLOR: '1' } })
      return text.split('\n')[0]?.split(/ +/)
    }
    expect(await lines(22)).toEqual(['NAME', 'ID', 'CHANGED'])
    expect(await lines(20)).toEqual(['NAME', 'ID'])
    expect(await lines(6)).toEqual(['NAME'])
  })

  test.each([
    ['2026-11-21T11:54:00Z', '6m'],
    ['2026-11-21T12:00:30Z', 'in 30s'],
    ['2026-11-21T12:00:01Z', 'now'],
    ['2026-11-24T12:00:00Z', 'in 3d'],
    ['2026-06-01T00:00:00Z', '5mo'],
    ['2024-01-01T00:00:00Z', '2y'],
    ['not a time', 'not a time'],
  ])('the time %s is %s in a table', (time, text) => {
    expect(shortTime(time, now)).toBe(text)
  })

  test.each([
    ['2024-01-01T00:00:00Z', '2y ago'],
    ['2026-11-21T12:00:01Z', 'now'],
    ['2026-11-24T12:00:00Z', 'in 3d'],
  ])('the end %s is %s in a table', (time, text) => {
    expect(shortTime(time, now, undefined, true)).toBe(text)
  })

  test('status has colour where colour is wanted, and the same words without', async () => {
    const table = (env: Io['env']) =>
      tableText(
        [status, ...serviceAccountNoun.fields.filter(({ name }) => name === 'name')],
        [account({ name: 'failed' })],
        {
          io: { stdout: { write: () => undefined, isTTY: true, columns: 80 }, env } as unknown as Io,
          clock: { now: () => now },
        },
      )
    expect(table({})).toContain('\u001b[31mfailed\u001b[0m  failed\n')
    expect(table({ NO_COLOR: '1' })).toBe('STATUS  NAME\nfailed  failed\n')
  })

  test('COLUMNS takes precedence over the terminal', async () => {
    const rows = [account({ name: 'x'.repeat(100) })]
    const text = await printed(rows, {}, { isTTY: true, columns: 200, env: { COLUMNS: '40', NO_COLOR: '1' } })
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBe(40)
  })

  test.each(['table', 'wide', 'json', 'yaml', 'tsv', 'csv', 'name'])(
    'escape sequences and bidirectional overrides of the server are shown, not obeyed (%s)',
    async (output) => {
      const name = 'a\u001b]0;owned\u0007\u009b31m\u202egnp'
      const text = await printed([account({ name })], { output }, { isTTY: true, env: { NO_COLOR: '1' } })
      // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
      expect(text).not.toMatch(/[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u202e]/)
    },
  )

  test.each<[Io['env'], boolean]>([
    [{}, true],
    [{ NO_COLOR: '1' }, false],
    [{ TERM: 'dumb' }, false],
    [{ CI: 'true' }, false],
    [{ CI: 'true', CLICOLOR_FORCE: '1' }, true],
    [{ NO_COLOR: '1', CLICOLOR_FORCE: '1' }, false],
  ])('colour with %j: %s', async (env, coloured) => {
    expect((await printed(two, {}, { isTTY: true, env })).includes('\u001b[')).toBe(coloured)
  })
})

test('a text is cut at its end, or at its start where the end tells one from another', () => {
  const urn = 'urn:portico:acme:application:wiki'
  expect([cut(urn, 12), cutStart(urn, 12)]).toEqual(['urn:portico…', '…cation:wiki'])
  expect([cut(urn, 40), cutStart(urn, 40)]).toEqual([urn, urn])
  expect(cutStart('abc日本語', 5)).toBe('…本語')
})
