import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import { builtInstallation } from './support/installation.ts'
import { portalDemo } from './support/portal-demo.ts'
import { openPseudoTerminal, type PseudoTerminal } from './support/pseudo-terminal.ts'
import { runProcess } from './support/run-process.ts'
import { readAutomation } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'

// The operator deactivates a tenant on the host while the server runs: portal, terminal and commands say so.

const installation = builtInstallation()
const demo = portalDemo()
const why = 'Moving to another data centre until Monday.'
const sentence = 'Portico is deactivated for your company'
let shell: Shell
let pty: PseudoTerminal | undefined

beforeAll(async () => {
  shell = openShell(installation, join(demo.folder, 'home'))
  expect((await shell.portico(loginArguments(readAutomation(demo.server.dataDir)))).code).toBe(0)
})
afterAll(() => pty?.kill())

async function operator(...args: string[]): Promise<string> {
  const ran = await runProcess(['node', installation.server, 'tenant', ...args, '--data', demo.server.dataDir])
  if (ran.code !== 0) throw new Error(ran.stderr)
  return ran.stdout
}

test('a deactivated tenant is read-only, and portal, terminal and commands say why; activated, all works again', async () => {
  const { page } = await demo.enter({ width: 390, height: 844 })
  await page.getByRole('link', { name: 'Billing' }).first().waitFor()
  // A page that stays open and is not used.
  const idle = await page.context().newPage()
  await idle.clock.install()
  await idle.goto(`${demo.url}/portal`)
  await idle.getByRole('link', { name: 'Billing' }).first().waitFor()
  pty = openPseudoTerminal(['node', installation.portico, 'tui'], shell.env)
  await pty.shows('Production')

  expect(await operator('deactivate', 'acme', '--message', why)).toContain('acme is deactivated')

  await idle.clock.fastForward(31_000)
  await idle.getByText(sentence).waitFor()
  await idle.close()
  await page.goto(`${demo.url}/portal`)
  await page.getByText(sentence).waitFor()
  await page.getByText(why).waitFor()
  expect(await page.getByRole('link', { name: 'Billing' }).count()).toBe(0)
  expect(await page.getByText('No web page').count(), 'of a tile that is only closed').toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await page.goto(`${demo.url}/portal/environments`)
  await page.getByText(sentence).waitFor()
  await page.goto(`${demo.url}/portal/admin/global-settings/custom-roles`)
  await page.getByText(sentence).waitFor()

  const read = await shell.portico(['tenant-role', 'list'])
  expect([read.code, read.stderr]).toEqual([0, expect.stringContaining(`warning: ${sentence}`)])
  expect(read.stderr).toContain(why)
  const changed = await shell.portico(['tenant-role', 'create', '--name', 'Auditors'])
  expect([changed.code, changed.stderr]).toEqual([5, expect.stringContaining('so nothing can be changed')])

  // The next call of a terminal that was open before.
  pty.write('1')
  await pty.shows(new RegExp(`${sentence}[^]*until Monday`))
  pty.write('9')
  await pty.shows('ALL ENVIRONMENTS READ-ONLY')

  expect(await operator('activate', 'acme')).toContain('acme is active')
  await page.goto(`${demo.url}/portal`)
  await page.getByRole('link', { name: 'Billing' }).first().waitFor()
  expect(await page.getByText(sentence).count()).toBe(0)
  expect((await shell.portico(['tenant-role', 'list'])).stderr).toBe('')
  expect((await shell.portico(['tenant-role', 'create', '--name', 'Auditors'])).code).toBe(0)
})

test('a banner of the operator is on every page and in the terminal until it is removed', async () => {
  await operator('banner', 'acme', '--message', 'Maintenance tonight at 22:00 UTC.', '--type', 'info')
  const { page } = await demo.enter()
  await page.getByText('Maintenance tonight at 22:00 UTC.').waitFor()
  expect((await shell.portico(['whoami'])).stderr).toContain('Maintenance tonight at 22:00 UTC.')
  await operator('banner', 'acme', '--clear')
  await page.goto(`${demo.url}/portal`)
  await page.getByRole('link', { name: 'Billing' }).first().waitFor()
  expect(await page.getByText('Maintenance tonight').count()).toBe(0)
})
