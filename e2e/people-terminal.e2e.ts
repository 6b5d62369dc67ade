import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { openPseudoTerminal, type PseudoTerminal } from './support/pseudo-terminal.ts'
import { readAutomation, readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { openEnvironment, signIn } from './support/sign-in.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor } from './support/visitor.ts'

const folder = temporaryFolder()
const installation = builtInstallation()
const enter = '\r'
let browser: Browser
let demo: ServerProcess
let shell: Shell
let pty: PseudoTerminal

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  shell = openShell(installation, join(folder.path, 'home'))
  expect((await shell.portico(loginArguments(readAutomation(demo.dataDir)))).code).toBe(0)
})
afterAll(async () => {
  pty?.kill()
  await browser?.close()
  await demo?.stop()
  folder.remove()
})

async function entered(username: string): Promise<Page> {
  const person = readPeople(demo.dataDir).find((one) => one.username === username)
  if (person === undefined) throw new Error(`The demo has no ${username}.`)
  const visitor = await openVisitor(browser, { width: 1440, height: 900 })
  onTestFinished(() => visitor.close())
  await signIn(visitor.page, demo.url, person)
  await openEnvironment(visitor.page, 'Production')
  return visitor.page
}

async function type(keys: string, wanted: string | RegExp): Promise<void> {
  pty.write(keys)
  await pty.shows(wanted)
}

async function isSignedOut(page: Page): Promise<void> {
  await page.goto(`${demo.url}/portal`)
  await page.waitForURL(/\/login/)
}

test('a person is looked up, signed out, deactivated and reactivated only by keyboard', async () => {
  // The only one whose sign-ins prove a path to Security Admin.
  await entered('ada@acme.example')
  const theirs = await entered('chidi@acme.example')
  pty = openPseudoTerminal(['node', installation.portico, 'tui'], shell.env)
  await pty.shows('Production')

  await type('9', /› +Ada Okafor/)
  await type(`/chidi${enter}`, /1 of 1 .*filter: chidi/)
  await type(enter, /People › Chidi Lindqvist[^]*1 in a browser, 0 on the command line/)
  await pty.shows(/As received: [^]*After transforms: [^]*Production\n[^]*Billing +Approver, Clerk, Viewer/)
  await type('G', /[A-Z0-9]{4}-[A-Z0-9]{4} +\d{4}-\d\d-\d\d [\d:]+ UTC +Signed in/)
  await type('g', '1 in a browser')

  // Read-only until it is unlocked.
  await type('x', 'read-only until you type :write')
  await type(`:write${enter}`, 'ALL ENVIRONMENTS WRITE')
  await type('x', /End every session of Chidi Lindqvist \(chidi@acme\.example\)\?/)
  await type(enter, /^(?!.*End every session of)/s)
  await pty.shows('1 in a browser')
  await type('xx', /0 in browsers[^]*Chidi Lindqvist was signed out\. 1 session ended\./)
  await isSignedOut(theirs)

  await type('d', /Deactivate Chidi Lindqvist \(chidi@acme\.example\) and end every session\?/)
  await type('d', /State +Deactivated[^]*cannot be used[^]*was deactivated, and cannot sign in/)
  await type('d', 'Chidi Lindqvist is already deactivated.')
  await type('\u001b', /chidi@acme\.example +.*deactivated/)
  await type('r', /chidi@acme\.example +.* active[^]*can sign in again\./)

  // Deactivating the last person who proves a path to Security Admin is refused.
  await type('\u001b', /› +Ada Okafor|Bruno Keller/)
  await type(`/ada ok${enter}`, /1 of 1 .*filter: ada ok/)
  await type('d', 'Deactivate Ada Okafor')
  await type('d', /Only sign-ins of Ada Okafor prove that members of\s+security-admins reach/)
  pty.write('q')
  expect((await pty.exited).code).toBe(0)
})
