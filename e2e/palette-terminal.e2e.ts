import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { openPseudoTerminal, type PseudoTerminal } from './support/pseudo-terminal.ts'
import { readAutomation, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

// The palette of the built program, whose search is loaded with the first colon.

const installation = builtInstallation()
const folder = temporaryFolder()
const enter = '\r'
let demo: ServerProcess
let shell: Shell
let pty: PseudoTerminal | undefined

beforeAll(async () => {
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  shell = openShell(installation, join(folder.path, 'home'))
  for (const args of [loginArguments(readAutomation(demo.dataDir)), ['env', 'use', 'Production']]) {
    const { code, stderr } = await shell.portico(args)
    expect(code, stderr).toBe(0)
  }
})
afterAll(async () => {
  pty?.kill()
  await demo?.stop()
  folder.remove()
})

test('objects of two nouns are found by a part of their names and opened, and come first the next time', async () => {
  const opened = openPseudoTerminal(['node', installation.portico, 'tui'], shell.env)
  pty = opened
  const type = async (keys: string, wanted: string | RegExp) => {
    opened.write(keys)
    await opened.shows(wanted)
  }
  await opened.shows(/› Production PROD[^]*\nOverview *\n[^]*1 of \d/)
  await type(':stock s', /Service accounts *\n[^]*› Stock sync +Production/)
  await type(enter, /› Name +Stock sync/)
  // In one go, before the server has answered.
  await type(`:partne${enter}`, /Identity providers › Acme Partners/)
  await type(':', /Recent *\n.*Acme Partners[^]*Stock sync/)
  await type('nothing is called so', ':nothing is called so')
  await type(enter, 'Nothing matches “nothing is called so”.')
  opened.write('q')
  expect((await opened.exited).code).toBe(0)
})
