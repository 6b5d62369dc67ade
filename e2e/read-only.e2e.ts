import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { openServiceAccounts } from './support/account-form.ts'
import { launchBrowser } from './support/browser.ts'
import { focusedElement } from './support/focus.ts'
import { builtInstallation } from './support/installation.ts'
import { openPseudoTerminal } from './support/pseudo-terminal.ts'
import { runProcess } from './support/run-process.ts'
import { readAutomation, readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { enterPortal } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor, withoutAnswers } from './support/visitor.ts'

const refusal = 'This environment is read-only.'
const [enter, escape] = ['\r', '\u001b[27u']

const installation = builtInstallation()
const folder = temporaryFolder()
let browser: Browser
let demo: ServerProcess
let shell: Shell

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  shell = openShell(installation, join(folder.path, 'home'))
  const { code, stderr } = await shell.portico(loginArguments(readAutomation(demo.dataDir)))
  expect(code, stderr).toBe(0)
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})
beforeEach(() => letDevelopmentBe('writable'))
afterEach(() => letDevelopmentBe('writable'))

/** What an operator does on the host, while the server runs. */
async function letDevelopmentBe(state: 'read-only' | 'writable'): Promise<void> {
  const file = join(folder.path, 'acme.yaml')
  const environment = { slug: 'development', name: 'Development', type: 'DEV', readonly: state === 'read-only' }
  // JSON is YAML too.
  writeFileSync(
    file,
    JSON.stringify({ tenant: { slug: 'acme', name: 'Acme Industries' }, environments: [environment] }),
  )
  const imported = await runProcess(['node', installation.server, 'tenant', 'import', file, '--data', demo.dataDir])
  expect(imported.code, imported.stderr).toBe(0)
}

const names = async () =>
  (await shell.json<{ name: string }[]>(['service-account', 'list', '--env', 'Development'])).map(({ name }) => name)

test('in the browser a form whose environment became read-only says so and keeps what was typed', async () => {
  const before = await names()
  const visitor = await openVisitor(browser)
  const { page, complaints } = visitor
  const ada = readPeople(demo.dataDir).find(({ username }) => username.startsWith('ada@'))
  if (ada === undefined) throw new Error('The demo has no person ada.')
  const field = page.getByRole('textbox', { name: 'Name', exact: true })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  try {
    await enterPortal(page, demo.url, ada, 'Production')
    await openServiceAccounts(page, 'Development')
    await page.getByRole('link', { name: 'Release bot' }).click()
    await field.fill('Release bot by night')
    await letDevelopmentBe('read-only')
    await save.press('Enter')
    const banner = page.getByRole('alert').filter({ hasText: refusal })
    await banner.waitFor()
    expect(await field.inputValue()).toBe('Release bot by night')
    expect((await banner.boundingBox())?.y).toBeLessThan((await field.boundingBox())?.y ?? 0)
    expect(await focusedElement(page)).toBe('Save')
    expect(await names()).toEqual(before)
    // It is unsaved work still, and it can be saved once the environment may be changed again.
    await page.getByRole('link', { name: 'Home' }).click()
    const leaving = page.getByRole('dialog', { name: 'Save your changes first?' })
    await leaving.getByRole('button', { name: 'Cancel', exact: true }).click()
    await leaving.waitFor({ state: 'detached' })
    await letDevelopmentBe('writable')
    await save.press('Enter')
    await page.getByText('The service account was saved.').first().waitFor()
    await banner.waitFor({ state: 'detached' })
    expect(await names()).toEqual(before.map((name) => (name === 'Release bot' ? 'Release bot by night' : name)))
    expect(withoutAnswers(complaints, 403)).toEqual([])
  } finally {
    await visitor.close()
  }
})

test('in the terminal it says the same, and keeps the form above it', async () => {
  const before = await names()
  const pty = openPseudoTerminal(['node', installation.portico, 'tui', '--env', 'Development'], shell.env)
  const type = async (keys: string, wanted: string | RegExp) => {
    pty.write(keys)
    await pty.shows(wanted)
  }
  const refused = new RegExp(`Development DEV READ-ONLY[^]*› Name +Release bot [a-z ]*on hold[^]*Error: ${refusal}`)
  try {
    await pty.shows(/Service accounts\n/)
    await type(`/Release${enter}`, /› .*Release bot/)
    await type(enter, /› Name +Release bot/)
    await type(`${enter} on hold${escape}`, /Name +Release bot.* on hold[^]*Enter Edit/)
    await letDevelopmentBe('read-only')
    await type('s', 'Save these changes?')
    await type(enter, refused)
    expect(await names()).toEqual(before)
    await type(escape, 'Save your changes first?')
    await type('c', refused)
    await letDevelopmentBe('writable')
    await type('s', /Development DEV WRITE[^]*Save these changes\?/)
    await type(enter, 'The service account was saved.')
    await pty.shows(/^(?!.*read-only)/s)
    expect((await names()).filter((name) => name.endsWith(' on hold'))).toHaveLength(1)
  } finally {
    pty.kill()
    await pty.exited
  }
})
