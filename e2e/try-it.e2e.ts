import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { guideBlocks } from './support/guide-blocks.ts'
import { builtInstallation } from './support/installation.ts'
import { portalDemo } from './support/portal-demo.ts'
import { runProcess } from './support/run-process.ts'
import { readPeople } from './support/server-process.ts'
import { openShell, type Shell } from './support/shell.ts'
import { enterUsername, signIn } from './support/sign-in.ts'

// What docs/guides/try-it.md and the words of the demo have people try, step by step. Adding an identity provider, with the values that the
// demo prints, is in spare-providers-web.e2e.ts.

const demo = portalDemo()
const installation = builtInstallation()
let shell: Shell

/** A clone in which the demo runs, as the commands of the page expect it. */
let clone: string
beforeAll(() => {
  clone = join(demo.folder, 'clone')
  mkdirSync(clone)
  symlinkSync(join(installation.root, 'bin'), join(clone, 'bin'))
  symlinkSync(demo.server.dataDir, join(clone, '.portico'))
  shell = openShell(installation, join(demo.folder, 'home'))
})

const personOf = (username: string) => {
  const found = readPeople(demo.server.dataDir).find((one) => one.username === username)
  if (found === undefined) throw new Error(`The demo has no ${username}.`)
  return found
}
const tile = (page: Page, name: string) =>
  page.locator('section[aria-labelledby=launcher-all]').getByRole('link', { name })
const security = (part: string) => `${demo.url}/portal/admin/global-settings/security-settings/${part}`

test('an end user opens an application without a password, in two environments', async () => {
  const { page } = await demo.enter({ person: 'chidi' })
  const [tab] = await Promise.all([page.waitForEvent('popup'), tile(page, 'Billing').click()])
  await tab.getByText('Chidi Lindqvist').waitFor()
  await tab.getByText('Acme Industries, Production').waitFor()
  await tab.close()
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Switch environment' }).click()
  await page.getByRole('button', { name: 'Staging' }).click()
  await page.waitForURL(/\/portal$/)
  await tile(page, 'Payroll').waitFor()
  expect(await tile(page, 'Reporting Vault').count()).toBe(0)
})

test('an end user finds an application and marks a favourite', async () => {
  const { page } = await demo.enter({ person: 'chidi' })
  const filter = page.getByRole('textbox', { name: 'Filter applications' })
  await filter.fill('pay')
  await expect
    .poll(() =>
      page
        .locator('[data-item] a')
        .allInnerTexts()
        .then((all) => all.length),
    )
    .toBe(1)
  await filter.fill('')
  await page.getByRole('button', { name: 'Favourite: Payroll' }).click()
  await page.getByRole('region', { name: 'Favourites', exact: true }).getByRole('link', { name: 'Payroll' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('wiki')
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /Company Wiki/ })
    .first()
    .waitFor()
})

test('a person without groups sees whom to ask, and an unknown username learns nothing', async () => {
  const { page } = await demo.visit()
  await signIn(page, demo.url, personOf('goran@acme.example'))
  await page.getByText('No environment is open to you yet.').waitFor()
  const { page: another } = await demo.visit()
  await enterUsername(another, demo.url, 'goran@acme.invalid')
  await another.getByText('Check the username assigned by your company').waitFor()
})

test('an administrator sees why Emil cannot open the Reporting Vault', async () => {
  const { page } = await demo.enter()
  await page.getByRole('button', { name: 'Admin' }).click()
  await page.getByRole('menuitem', { name: 'People' }).click()
  await page.getByRole('link', { name: 'Emil Novak' }).click()
  await page.getByRole('link', { name: 'Explain access' }).click()
  await page.getByRole('combobox', { name: 'Environment', exact: true }).selectOption({ label: 'Production' })
  const application = page.getByRole('combobox', { name: 'Application', exact: true })
  await application.and(page.locator(':enabled')).waitFor()
  await application.selectOption({ label: 'Reporting Vault' })
  const answer = page.getByRole('region', { name: 'Answer' })
  await answer.getByRole('status').filter({ hasText: 'No access' }).waitFor({ state: 'attached' })
  for (const group of ['auditors', 'finance']) await answer.getByRole('cell', { name: group }).first().waitFor()
  await page.getByRole('link', { name: 'Groups that open Reporting Vault' }).click()
  await page.getByRole('button', { name: 'Remove finance' }).waitFor()
})

test('an administrator takes a change back', async () => {
  const { page } = await demo.enter()
  await page.goto(security('idle-time'))
  await page.getByRole('combobox', { name: 'End a session after' }).selectOption('01:00')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The idle time of sessions was saved.').waitFor()
  await page.getByRole('button', { name: 'Admin' }).click()
  await page.getByRole('menuitem', { name: 'Audit log' }).click()
  await page.getByRole('table', { name: 'Audit log' }).locator('tbody tr').first().getByRole('button').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await page
    .getByRole('dialog', { name: /^Take back: / })
    .getByRole('button', { name: 'Take back' })
    .click()
  await page.getByText('The change was taken back.').waitFor()
})

test('support looks over the tenants, and reads why one cannot be entered', async () => {
  const { page } = await demo.visit()
  await signIn(page, demo.url, personOf('kofi@vendor.example'))
  await page.getByRole('link', { name: 'Operations', exact: true }).click()
  await page.getByRole('link', { name: 'Acme Industries' }).click()
  await page.getByText('does not allow support access').waitFor()
})

test('an administrator allows support access', async () => {
  const { page } = await demo.enter()
  await page.goto(security('support-access'))
  await page.getByRole('checkbox', { name: 'Allow support users to enter this tenant' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Support users can enter this tenant. They cannot change anything.').waitFor()
})

test('support enters the tenant with a reason, and leaves', async () => {
  await (await demo.api()).call('PUT', '/portal/admin/settings/support-access', { allowProsAccess: true })
  const { page } = await demo.visit()
  await signIn(page, demo.url, personOf('kofi@vendor.example'))
  await page.goto(`${demo.url}/operations/acme`)
  await page.getByRole('button', { name: 'Enter', exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Ticket 4711')
  await page.keyboard.press('Enter')
  await page.getByText('Support session in Acme Industries').first().waitFor()
  await page.locator('[data-banners]').getByRole('button', { name: 'Leave', exact: true }).click()
  await page.getByRole('link', { name: 'Globex Corporation' }).waitFor()
})

test('the administrator reads what was done in it', async () => {
  const { page } = await demo.enter()
  await page.goto(security('support-sessions'))
  const row = page.getByRole('row').filter({ hasText: 'Ticket 4711' })
  await row.getByRole('link', { name: /^What was done/ }).click()
  await page.getByRole('heading', { name: 'What was done' }).waitFor()
})

test('the commands of an operator and of a program do what the page says', async () => {
  const blocks = guideBlocks(installation, 'try-it.md', 'Operator', 'sh')
  expect(blocks).toHaveLength(3)
  const outputs: string[] = []
  for (const block of blocks) {
    const command = block.replaceAll('http://127.0.0.1:8080', demo.url)
    const { code, stdout, stderr } = await runProcess(['bash', '-ec', command], { cwd: clone, env: shell.env })
    expect(code, stderr).toBe(0)
    outputs.push(stdout)
  }
  expect(outputs[0]).toMatch(/^warning expiry: acme, Acme Legacy Directory/m)
  expect(outputs[0]).toMatch(/^wrote /m)
  const [, address = ''] = /(http:\S+\/login\/setup\S*)/.exec(outputs[1] ?? '') ?? []
  const { page } = await demo.visit()
  await page.goto(address)
  await page.getByRole('button', { name: 'Begin setup' }).waitFor()
  expect(outputs[2]).toContain('Invoice importer')
  expect(outputs[2]).toContain('"name":"Production"')
})
