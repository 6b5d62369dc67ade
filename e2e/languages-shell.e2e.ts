import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { openPseudoTerminal } from './support/pseudo-terminal.ts'
import { readAutomation, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

// What commands of the built product say in the language that was chosen, and what stays English for programs.

const folder = temporaryFolder()
const installation = builtInstallation()
let demo: ServerProcess
let shell: Shell

beforeAll(async () => {
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  shell = openShell(installation, join(folder.path, 'home'))
  expect((await shell.portico(loginArguments(readAutomation(demo.dataDir)))).code).toBe(0)
})
afterAll(async () => {
  await demo?.stop()
  folder.remove()
})

const speaking = (language: string) => ({ env: { PORTICO_LANGUAGE: language, PORTICO_ENV: 'Production' } })

const lists = [
  ['env', 'list'],
  ['app', 'list'],
  ['sa', 'list'],
  ['idp', 'list'],
  ['group', 'list'],
  ['person', 'list'],
  ['certificate', 'list'],
  ['sign-in', 'list'],
  ['audit', 'list'],
  ['tenant-role', 'list'],
  ['portal-role', 'list'],
  ['username-format', 'list'],
  ['notice', 'list'],
  ['overview'],
]

test.each(lists.map((list) => [list.join(' '), list] as const))(
  'the headings of `portico %s` are translated, and machine formats are the same in every language',
  async (_, list) => {
    const shown = await shell.portico([...list, '-o', 'wide'], speaking('en-XA'))
    expect([shown.code, shown.stderr.split('\n').filter((line) => /^[a-z]/.test(line))]).toEqual([0, []])
    const [head = ''] = shown.stdout === '' ? [shown.stderr] : shown.stdout.split('\n')
    expect(head).toMatch(/^\[/)
    expect(head.split(/ {2,}/).filter((heading) => !/^\[.*\]$/.test(heading.trim()))).toEqual([])
    expect(shown.stdout).not.toMatch(/ \d+ (?:minutes?|hours?|days?) ago(?: |$)/m)
    for (const format of ['json', 'csv']) {
      const args = [...list, '-o', format, '--columns', 'id']
      const [english, german] = [await shell.portico(args, speaking('en')), await shell.portico(args, speaking('de'))]
      expect(german).toEqual(english)
    }
  },
)

test('ages, and yes and no, are in the language; without a terminal the same command is English', async () => {
  const card = await shell.portico(['env', 'list', '-o', 'wide'], speaking('de'))
  expect(card.stdout).toMatch(/ (?:ja|nein)(?: |$)/m)
  const accounts = await shell.portico(['sa', 'list', '-o', 'table'], speaking('ar'))
  // One minute and two are words without a digit.
  expect(accounts.stdout).toMatch(/الآن|قبل /)
  const piped = await shell.portico(['sa', 'list'], speaking('ar'))
  expect(piped.stdout).toMatch(/\d{4}-\d\d-\d\dT/)
})

test('errors, hints and usage are printed in the language with the same exit code; JSON and pipes keep English', async () => {
  const args = ['sa', 'get', 'no-such-account']
  const german = await shell.portico([...args, '-o', 'table'], speaking('de'))
  const english = await shell.portico([...args, '-o', 'table'], speaking('en'))
  expect(english.stderr).toMatch(/^error: There is no /)
  expect(german.stderr).toMatch(/^Fehler: Nicht gefunden: /)
  expect(german.code).toBe(english.code)
  const json = [
    await shell.portico([...args, '--json'], speaking('de')),
    await shell.portico([...args, '--json'], speaking('en')),
  ]
  const messages = json.map(({ stderr }) => (JSON.parse(stderr) as { errorMessage: string }).errorMessage)
  expect(messages).toEqual([messages[1], expect.stringMatching(/^There is no /)])
  expect((await shell.portico([...args], speaking('de'))).stderr).toMatch(/^error: There is no /)
})

test('a question on a terminal and the answer to it are in the language; y is y everywhere', async () => {
  const env = { ...shell.env, ...speaking('de').env }
  const pty = openPseudoTerminal(['node', installation.portico, 'profile', 'delete', 'default'], env)
  await pty.shows('Das Profil default und sein Token löschen? [y/N]')
  pty.write('n\r')
  await pty.shows('Fehler: Es wurde nichts geändert.')
  expect((await pty.exited).code).toBe(2)
  const usage = openPseudoTerminal(['node', installation.portico, 'sa', 'list', '--nmae'], env)
  await usage.shows("Fehler: Die Option '--nmae' gibt es nicht.")
  expect((await usage.exited).code).toBe(64)
  const help = openPseudoTerminal(['node', installation.portico, 'sa', '--help'], env)
  await help.shows('Usage: portico service-account')
  await help.exited
})
