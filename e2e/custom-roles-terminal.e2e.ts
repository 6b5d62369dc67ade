import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { openPseudoTerminal, type PseudoTerminal } from './support/pseudo-terminal.ts'
import { readAutomation, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const installation = builtInstallation()
const folder = temporaryFolder()
const enter = '\r'
let demo: ServerProcess
let shell: Shell
let pty: PseudoTerminal

beforeAll(async () => {
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  shell = openShell(installation, join(folder.path, 'home'))
  const { code, stderr } = await shell.portico(loginArguments(readAutomation(demo.dataDir)))
  expect(code, stderr).toBe(0)
})
afterAll(async () => {
  pty?.kill()
  await demo?.stop()
  folder.remove()
})

async function type(keys: string, wanted: string | RegExp): Promise<void> {
  pty.write(keys)
  await pty.shows(wanted)
}

const groupsIn = async (environment: string) =>
  (await shell.json<{ name: string }[]>(['mapping', 'get', '--env', environment, '--role', 'Release board'])).map(
    ({ name }) => name,
  )

test('a custom role is created, mapped, seen in the matrix, promoted to production and deleted, only by keyboard', async () => {
  pty = openPseudoTerminal(['node', installation.portico, 'tui', '--env', 'Staging'], shell.env)
  await pty.shows('Service accounts')
  await type('C', /Custom roles/)
  await type(`:write${enter}`, 'ALL ENVIRONMENTS WRITE')
  await type(`cRelease board${enter}`, /Create this custom role\?[^]*\+ Release board/)
  await type(enter, /› +Release board[^]*The custom role was created\./)

  await type(enter, /Staging › Group mappings › Release board[^]*No groups/)
  await type(`adevelopers${enter}`, /developers +New/)
  await type('s', '+ developers')
  await type(enter, 'The mapping was saved.')
  await type(`Mm/release${enter}`, /Roles and groups[^]*developers \(.*\): mapped - 1 of 1/)

  await type('M=', /Compare with[^]*Production/)
  await type(`Production${enter}`, /Promote from Staging to Production[^]*mappings? differ/)
  await type(`:write${enter}`, 'Changes in Production are allowed')
  await type('s', /Replace \d+ mappings? of Production/)
  await type(enter, /mappings? (?:was|were) saved\./)
  expect([await groupsIn('Staging'), await groupsIn('Production')]).toEqual([['developers'], ['developers']])

  await type(`C/release${enter}d`, '2 mappings are deleted with it: Production (1), Staging (1).')
  await type(`Release board${enter}`, 'The custom role and its mappings were deleted.')
  const { code } = await shell.portico(['role', 'get', 'Release board'])
  expect(code).toBe(6)
  pty.write('q')
  expect((await pty.exited).code).toBe(0)
})
