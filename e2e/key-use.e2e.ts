import { join } from 'node:path'

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { ageAlone } from './support/age.ts'
import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { makeKeyFiles } from './support/key-pair.ts'
import { openPseudoTerminal } from './support/pseudo-terminal.ts'
import { readAutomation, readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { openEnvironment, signIn } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor } from './support/visitor.ts'

// Last use of each key slot, in the portal, the terminal UI and the shell, so that an old key is retired safely.

const installation = builtInstallation()
const folder = temporaryFolder()
let browser: Browser
let demo: ServerProcess
let shell: Shell

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  shell = openShell(installation, join(folder.path, 'home'))
  const ready = await shell.portico(loginArguments(readAutomation(demo.dataDir)))
  expect(ready.code, ready.stderr).toBe(0)
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})

test('two keys were never used; after a token, every face shows the use of the one that obtained it', async () => {
  const [old, next] = [makeKeyFiles(folder.path, 'old'), makeKeyFiles(folder.path, 'next')]
  const billing = ['--app', 'urn:portico:acme:application:billing:viewer']
  const keys = ['--key1', `@${old.publicFile}`, '--key2', `@${next.publicFile}`]
  const made = await shell.portico(['sa', 'create', '--env', 'Staging', '--name', 'Retiring', ...keys, ...billing])
  expect(made.code, made.stderr).toBe(0)
  type Account = { id: string; key1LastUsedAt: string | null; key2LastUsedAt: string | null }
  const stored = () => shell.json<Account>(['sa', 'get', 'Retiring', '--env', 'Staging'])
  const { id, ...before } = await stored()
  expect(before).toMatchObject({ key1LastUsedAt: null, key2LastUsedAt: null })

  const ada = readPeople(demo.dataDir).find(({ username }) => username.startsWith('ada@'))
  if (ada === undefined) throw new Error('The demo has no Ada.')
  const visitor = await openVisitor(browser)
  onTestFinished(() => visitor.close())
  const { page } = visitor
  await signIn(page, demo.url, ada)
  await openEnvironment(page, 'Staging')
  await page.goto(`${demo.url}/portal/admin/environment-settings`)
  const environments = await shell.json<{ id: string; name: string }[]>(['env', 'list', '--json=id,name'])
  const staging = environments.find(({ name }) => name === 'Staging')?.id ?? ''
  await page.goto(`${demo.url}/portal/admin/environments/${staging}/service-accounts/edit/${id}`)
  const lastUse = (key: 1 | 2) =>
    page
      .getByRole('group', { name: `Public key ${key}` })
      .getByRole('definition')
      .last()
  await lastUse(2).waitFor()
  expect([await lastUse(1).innerText(), await lastUse(2).innerText()]).toEqual(['Never used', 'Never used'])

  const pty = openPseudoTerminal(['node', installation.portico, 'tui', '--env', 'Staging'], shell.env, 24, 80)
  onTestFinished(() => pty.kill())
  await pty.shows('Retiring')
  pty.write(':sa Retiring\r')
  await pty.shows(/Public key 1 .*never used[^]*Public key 2 .*never used/)

  const token = ['sa', 'token', id, '--key-file', next.privateFile, '--env', 'Staging', '--json']
  const issued = await shell.portico(token)
  expect(issued.code, issued.stderr).toBe(0)
  await expect.poll(async () => (await stored()).key2LastUsedAt, { timeout: 30_000 }).not.toBeNull()
  expect((await stored()).key1LastUsedAt).toBeNull()

  await page.reload()
  await lastUse(2).locator('time').waitFor()
  expect(await lastUse(1).innerText()).toBe('Never used')
  expect(await lastUse(2).locator('time').innerText()).toMatch(ageAlone)
  expect(await lastUse(2).locator('time').getAttribute('title')).toContain(String(new Date().getFullYear()))
  pty.write('R')
  await pty.shows(/Public key 1 .*never used[^]*Public key 2 .*used (?:now|\d)/)
  pty.write('q')
  expect((await pty.exited).code).toBe(0)
})
