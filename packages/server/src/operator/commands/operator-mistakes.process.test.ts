import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { findTestRoot } from '../../kit/database/testing/test-root.ts'
import { operatorProgram, type OperatorProgram } from '../../testing/operator-program.ts'

const timeout = 120_000
let program: OperatorProgram
let folder: string
/** A data directory with the tenant acme. */
let data: string
let root: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-mistakes-'))
  program = await operatorProgram()
  root = mkdtempSync(join(await findTestRoot(), 'portico-mistakes-'))
  data = join(root, 'data')
  expect((await program.run(['tenant', 'create', 'acme', '--data', data], {})).code).toBe(0)
}, timeout)
afterAll(async () => {
  await program?.remove()
  for (const one of [folder, root]) rmSync(one, { recursive: true, force: true })
})

test.each([
  ['an unknown command', ['frobnicate'], 64],
  ['no command', [], 64],
  ['an unknown option', ['doctor', '--nope'], 64],
  ['an option without its value', ['backup', '--out'], 64],
  ['a missing option', ['backup'], 64],
  ['a missing argument', ['restore'], 64],
  ['a missing argument of a nested command', ['tenant', 'create'], 64],
  ['a nested command that is missing', ['tenant'], 64],
  ['a value that is not allowed', ['start', '--port', 'x'], 64],
  ['the help', ['--help'], 0],
  ['the help of a command', ['tenant', 'create', '--help'], 0],
  ['the version', ['--version'], 0],
])(
  '%s: %j exits with %i',
  async (_, args, expected) => {
    const { code, stdout, stderr } = await program.run(args, {})
    expect([code, (expected === 0 ? stdout : stderr) !== ''], stderr).toEqual([expected, true])
  },
  timeout,
)

/** What is found only after the parser accepted the options. */
test.each([
  [['tenant', 'banner', 'acme'], /^error: Give either --message TEXT or --clear\./],
  [['tenant', 'banner', 'acme', '--message', 'x', '--clear'], /^error: Give either --message TEXT or --clear\./],
  [['tenant', 'banner', 'acme', '--message', ' '], /^error: The message is empty\./],
  [['tenant', 'banner', 'acme', '--message', 'x'.repeat(2000)], /^error: The message has 2000 characters/],
  [['tenant', 'banner', 'acme', '--message', 'a\nb'], /^error: The message contains a line break/],
  [['tenant', 'deactivate', 'acme', '--message', ''], /^error: The message is empty\./],
  [['tenant', 'banner', 'acme', '--message', 'x', '--until', 'monday'], /^error: --until takes a time with its zone/],
  [['tenant', 'banner', 'acme', '--message', 'x', '--until', '2020-01-01T00:00:00Z'], /^error: --until is in the past/],
  [['tenant', 'create', 'Not A Slug'], /^error: /],
  [['app', 'register', 'acme', 'billing'], /^error: Describe one client:/],
  [['app', 'register', 'acme', 'billing', '--redirect-uri', 'nowhere'], /^error: redirectUris/],
  [
    ['app', 'register', 'acme', 'billing', '--redirect-uri', 'https://a.example/', '--launch-url', 'x'],
    /^error: --launch-url is not a web address\./,
  ],
  [
    ['app', 'register', 'acme', 'Not A Name', '--redirect-uri', 'https://a.example/', '--create'],
    /^error: "Not A Name" cannot be the name of an application/,
  ],
  [['certificate', 'extend', 'acme', '--reason', ' '], /^error: --reason is empty\./],
  [['audit', 'accept', 'acme', '--reason', ' '], /^error: --reason takes one line/],
  [['recovery-codes', 'create', 'acme', '--days', 'x'], /^error: --days takes a whole number/],
  [['recovery-codes', 'drill', 'acme'], /^error: Type the recovery code/],
])(
  'options that are wrong by themselves end as wrong usage: %j',
  async (args, sentence) => {
    const { code, stdout, stderr } = await program.run([...args, '--data', data], {})
    expect([code, stdout, stderr]).toEqual([64, '', expect.stringMatching(sentence)])
  },
  timeout,
)

test(
  'a file in place of the data directory is called one by every command',
  async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const doctor = await program.run(['doctor', '--data', file], {})
    expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining(`data directory: ${file} is a file.`)])
    for (const args of [
      ['start', '--port', '0'],
      ['migrate'],
      ['tenant', 'list'],
      ['backup', '--out', join(folder, 'never')],
      ['tenant', 'create', 'acme'],
      ['restore', join(folder, 'never')],
    ]) {
      const { code, stderr } = await program.run([...args, '--data', file], {})
      expect([args, code, stderr]).toEqual([
        args,
        1,
        expect.stringMatching(/^error: The data directory .* is a file\. Name a folder/),
      ])
    }
  },
  timeout,
)

test(
  'the log has a line when a signal arrives, and one when the server has stopped',
  async () => {
    const root = mkdtempSync(join(await findTestRoot(), 'portico-signals-'))
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    const server = await program.start(join(root, 'data'), { PORTICO_LOG_LEVEL: 'info' })
    const lines = (await server.stop()).split('\n').filter((line) => line.startsWith('{'))
    const ends = lines
      .map((line) => JSON.parse(line) as { msg: string; signal?: string })
      .filter(({ signal }) => signal)
    expect(ends).toMatchObject([
      { msg: 'stopping', signal: 'SIGTERM' },
      { msg: 'stopped', signal: 'SIGTERM' },
    ])
  },
  timeout,
)
