import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import { openServiceAccounts } from './support/account-form.ts'
import { builtInstallation } from './support/installation.ts'
import { makeKeyFiles } from './support/key-pair.ts'
import { portalDemo } from './support/portal-demo.ts'
import { readAutomation } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import type { Visitor } from './support/visitor.ts'

/** More than the hundred rows of a page. */
const count = 115

const installation = builtInstallation()
const demo = portalDemo()
let api: Shell
let visitor: Visitor
let page: Page

beforeAll(async () => {
  api = openShell(installation, join(demo.folder, 'home'))
  await api.portico(loginArguments(readAutomation(demo.server.dataDir)))
  writeFileSync(join(api.home, 'key.pem'), makeKeyFiles(demo.folder, 'robots').publicPem)
  const rows = Array.from({ length: count }, (_, at) => `robot ${at + 1},@key.pem,urn:portico:acme:application:billing`)
  writeFileSync(join(api.home, 'accounts.csv'), `name,key1,apps\n${rows.join('\n')}\n`)
  const made = await api.portico(['service-account', 'create', '-f', 'accounts.csv', '--env', 'Staging'])
  if (made.code !== 0) throw new Error(made.stderr)
})
beforeEach(async () => {
  visitor = await demo.enter({ environment: 'Staging' })
  page = visitor.page
  await openServiceAccounts(page, 'Staging')
})

const bar = () => page.getByRole('region', { name: 'Selection' })
const check = (name: string) => page.getByRole('checkbox', { name, exact: true })
const focused = () =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
const names = async () =>
  (await api.json<{ name: string }[]>(['service-account', 'list', '--env', 'Staging'])).map(({ name }) => name)

test('rows, a page and all that match can be selected, and the focus stays where it was', async () => {
  expect(await bar().count()).toBe(0)
  await check('Select robot 2').press('Space')
  await bar().getByText('1 selected').waitFor()
  expect(await focused()).toBe('Select robot 2')
  const whole = check('Select all on this page')
  expect(await whole.evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true)
  await whole.press('Space')
  await bar().getByText('100 selected').waitFor()
  expect([await focused(), await whole.isChecked()]).toEqual(['Select all on this page', true])
  await bar()
    .getByRole('button', { name: `Select all ${count}` })
    .press('Enter')
  await bar().getByText(`${count} selected`).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await bar().getByRole('button', { name: 'Clear selection' }).press('Enter')
  expect([await bar().count(), await focused()]).toEqual([0, 'Select all on this page'])
})

test('what is selected is exported as a file that the command reads again', async () => {
  await page.getByLabel('Search service accounts', { exact: true }).fill('robot 11')
  await page.getByText('7 service accounts').waitFor()
  await check('Select all on this page').check()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    bar().getByRole('button', { name: 'Export' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('service-accounts.ndjson')
  const file = join(api.home, 'exported.ndjson')
  await download.saveAs(file)
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(7)
  const { code, stderr } = await api.portico(['service-account', 'create', '-f', file, '--env', 'Staging'])
  expect([code, stderr]).toEqual([0, expect.stringContaining('7 there already')])
  const copied = await api.portico(['service-account', 'create', '-f', file, '--env', 'Development'])
  expect([copied.code, copied.stderr]).toEqual([0, expect.any(String)])
})

test.each([1440, 390, 320])('the bar and the question fit into a window of %i px', async (width) => {
  await page.setViewportSize({ width, height: 800 })
  await check('Select robot 1').check()
  expect(await sidewaysScroll(page)).toBe(0)
  await page.screenshot({ path: join(process.env['PORTICO_SHOTS'] ?? demo.folder, `bar-${width}.png`) })
  await bar().getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
  await page.screenshot({ path: join(process.env['PORTICO_SHOTS'] ?? demo.folder, `question-${width}.png`) })
  expect(await accessibilityViolations(page)).toEqual([])
})

test('deleting asks for the number, deletes just these accounts, and says so', async () => {
  await page.getByLabel('Search service accounts', { exact: true }).fill('robot 10')
  await page.getByText('12 service accounts').waitFor()
  await check('Select all on this page').check()
  await bar().getByRole('button', { name: 'Delete' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete 12 service accounts?' })
  const number = dialog.getByRole('textbox')
  expect(await number.evaluate((field) => field === document.activeElement)).toBe(true)
  await number.fill('11')
  await number.press('Enter')
  expect(await dialog.getByRole('listitem').count()).toBe(12)
  await number.fill('12')
  await number.press('Enter')
  await page.getByText('12 service accounts were deleted.').waitFor()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  expect((await names()).filter((name) => name.includes('10'))).toEqual([])
  expect(await names()).toContain('robot 2')
})
