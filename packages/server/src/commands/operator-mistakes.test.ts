import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { findTestRoot } from '../database/testing/test-root.ts'
import { operatorProgram, type OperatorProgram } from '../testing/operator-program.ts'

const timeout = 120_000
let program: OperatorProgram
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-mistakes-'))
  program = await operatorProgram()
})
afterAll(async () => {
  await program?.remove()
  rmSync(folder, { recursive: true, force: true })
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
