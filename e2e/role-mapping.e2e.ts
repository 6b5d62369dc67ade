import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { openPseudoTerminal } from './support/pseudo-terminal.ts'
import { readAutomation, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

// The built program: a custom role is created, mapped in one environment and promoted to another.
const installation = builtInstallation()
const folder = temporaryFolder()
let demo: ServerProcess
let shell: Shell

beforeAll(async () => {
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  shell = openShell(installation, join(folder.path, 'home'))
  await done(...loginArguments(readAutomation(demo.dataDir)))
})
afterAll(async () => {
  await demo?.stop()
  folder.remove()
})

async function done(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await shell.portico(args)
  expect(code, stderr).toBe(0)
  return stdout
}

const groupsIn = async (environment: string) =>
  (await shell.json<{ name: string }[]>(['mapping', 'get', '--env', environment, '--role', 'Release manager']))
    .map(({ name }) => name)
    .toSorted()

test('a custom role is created, mapped to groups, listed and promoted on a terminal; a second run has nothing to do', async () => {
  await done('role', 'create', '--name', 'Release manager')
  const target = ['--env', 'Staging', '--role', 'release manager']
  const idp = readAutomation(demo.dataDir)
  expect(idp.environment).not.toBe('')
  const [provider] = await shell.json<{ name: string }[]>(['idp', 'list', '--filter', 'primary=true', '--json=name'])
  const ofPrimary = ['--idp', provider?.name ?? '']
  await done('mapping', 'add', ...target, '--group', 'developers', ...ofPrimary)
  await done('group', 'create', ...ofPrimary, '--claim', 'release-board')
  await done('mapping', 'add', ...target, '--group', 'release-board', ...ofPrimary)
  const listed = await done('mapping', 'list', '--env', 'Staging', '--filter', 'role=Release manager')
  expect(listed).toBe('\tRelease manager\tdevelopers,release-board\n')
  expect(await groupsIn('Production')).toEqual([])

  const between = ['--env', 'Staging', '--to', 'Production']
  const differs = await shell.portico(['mapping', 'diff', ...between])
  expect([differs.code, differs.stdout]).toEqual([1, expect.stringContaining('Release manager\tdifferent')])
  const terminal = openPseudoTerminal(['node', installation.portico, 'mapping', 'promote', ...between], shell.env)
  await terminal.shows('of Production with those of Staging? [y/N]')
  terminal.write('y\r')
  expect((await terminal.exited).code).toBe(0)
  expect(await groupsIn('Production')).toEqual(['developers', 'release-board'])
  const again = await shell.portico(['mapping', 'promote', ...between])
  expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('There is nothing to promote')])
}, 180_000)
