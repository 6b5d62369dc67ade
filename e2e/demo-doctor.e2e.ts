import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { readAutomation, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

// What the built `portico doctor` and the overview find in a new demo: only what the demo is meant to show.

const folder = temporaryFolder()
let demo: ServerProcess
let shell: Shell

beforeAll(async () => {
  demo = await startDemo(builtInstallation(), { dataDir: join(folder.path, 'data') })
  shell = openShell(builtInstallation(), join(folder.path, 'home'))
  await shell.portico(loginArguments(readAutomation(demo.dataDir)))
})
afterAll(async () => {
  await demo?.stop()
  folder.remove()
})

const intended = [
  // Codes have to be made and kept by a person.
  ['soon', 'recovery-codes', '', expect.stringMatching(/^There are no recovery codes\./)],
  ['later', 'secret', 'Acme Legacy Directory', expect.stringMatching(/^Application secret: expires in 4\d days\./)],
]

test('doctor finds what the demo is meant to show, and nothing else', async () => {
  const { code, stdout } = await shell.portico(['doctor', '--json', 'severity,id,about,message'])
  expect(code).toBe(1)
  const found = JSON.parse(stdout) as { severity: string; id: string; about: string; message: string }[]
  expect(found.map(({ severity, id, about, message }) => [severity, id, about, message])).toEqual(intended)
  expect((await shell.portico(['doctor', '--severity', 'urgent'])).code).toBe(0)
})

test('the overview begins with the same', async () => {
  const rows = await shell.json<{ level: string; kind: string; message: string }[]>(['overview'])
  const found = rows.filter(({ level }) => level !== 'place').map(({ level, kind, message }) => [level, kind, message])
  expect(found).toEqual(intended.map(([level, kind, , message]) => [level, kind, message]))
})
