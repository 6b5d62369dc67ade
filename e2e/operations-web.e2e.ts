import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import { builtInstallation } from './support/installation.ts'
import { portalDemo } from './support/portal-demo.ts'
import { runProcess } from './support/run-process.ts'
import { readPeople } from './support/server-process.ts'
import { enterPassword, enterUsername, signIn } from './support/sign-in.ts'
import { withoutAnswers } from './support/visitor.ts'

// The operations area: a support person of the vendor finds a company and reads how it fares; other people are refused.

const demo = portalDemo()
const artifacts = join(import.meta.dirname, 'artifacts')
mkdirSync(artifacts, { recursive: true })

async function enterAs(username: string, options: { width?: number; height?: number } = {}) {
  const visitor = await demo.visit(options)
  const person = readPeople(demo.server.dataDir).find((one) => one.username === username)
  if (person === undefined) throw new Error(`The demo has no ${username}.`)
  await signIn(visitor.page, demo.url, person)
  return visitor
}

test.each([1440, 390])('at %i px support lists the companies, searches, and opens one', async (width) => {
  const { page, complaints } = await enterAs('kofi@vendor.example', { width, height: 900 })
  await page.waitForURL(/\/portal$/)
  await page.goto(`${demo.url}/operations`)
  await page.getByRole('link', { name: 'Acme', exact: false }).first().waitFor()
  for (const slug of ['acme', 'globex', 'vendor']) await page.getByText(slug, { exact: true }).first().waitFor()
  expect(await page.title()).toMatch(/^Operations \| /)
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await page.screenshot({ path: join(artifacts, `operations-${width}.png`), fullPage: true })

  await page.getByRole('textbox', { name: 'Search by name' }).fill('glob')
  await page.getByText('1 company').waitFor()
  await page.waitForURL(/[?&]q=glob/)
  await page.getByRole('link', { name: 'Globex' }).click()
  await page.getByRole('heading', { level: 1, name: 'Globex' }).waitFor()
  await page.waitForURL(/\/operations\/globex$/)
  for (const title of ['Identity providers', 'What expires', 'Environments'])
    await page.getByRole('heading', { level: 2, name: title }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await page.goto(`${demo.url}/operations/acme`)
  await page.getByRole('heading', { level: 2, name: 'Identity providers' }).waitFor()
  await page.screenshot({ path: join(artifacts, `operated-tenant-${width}.png`), fullPage: true })
  await page.goto(`${demo.url}/operations/nothere`)
  await page.getByText('There is no company with this short name.').waitFor()
  expect(complaints).toEqual([])
})

test('people without the Support role are sent to the unauthorized page, and find no entry that leads there', async () => {
  const { page, complaints } = await demo.enter()
  expect(await page.getByRole('link', { name: 'Operations' }).count()).toBe(0)
  for (const path of ['/operations', '/operations/globex']) {
    await page.goto(demo.url + path)
    await page.waitForURL(/\/login\/unauthorized\?error=403/)
    await page.getByText('data security is restricting your access').waitFor()
    await page.getByText('Only people of the vendor with the role Support can do this.').waitFor()
  }
  expect(withoutAnswers(complaints, 403)).toEqual([])
})

test('a deactivated company and its banner are seen by support, who keeps working', async () => {
  const { server } = builtInstallation()
  const tenant = (...args: string[]) => runProcess(['node', server, 'tenant', ...args, '--data', demo.server.dataDir])
  expect((await tenant('deactivate', 'globex', '--message', 'Contract ended.')).code).toBe(0)
  expect((await tenant('deactivate', 'vendor')).stderr).toContain("the vendor's own")
  const { page } = await enterAs('kofi@vendor.example')
  await page.waitForURL(/\/portal$/)
  await page.goto(`${demo.url}/operations?state=deactivated`)
  await page.getByText('1 company').waitFor()
  await page.getByRole('link', { name: 'Globex' }).click()
  await page.getByText('Contract ended.').waitFor()
  expect((await tenant('activate', 'globex')).code).toBe(0)
})

test('an address of the operations area leads there after the sign-in', async () => {
  const { page } = await demo.visit()
  await page.goto(`${demo.url}/operations/acme`)
  await page.waitForURL(/\/login/)
  const kofi = readPeople(demo.server.dataDir).find((one) => one.username === 'kofi@vendor.example')
  if (kofi === undefined) throw new Error('The demo has no kofi.')
  await page.getByLabel('Username').fill(kofi.username)
  await page.getByRole('button', { name: 'Continue' }).click()
  await enterPassword(page, kofi)
  await page.waitForURL(/\/operations\/acme$/)
  await page.getByRole('heading', { level: 2, name: 'Identity providers' }).waitFor()
})

test('support enters a company with a reason, and leaves from the banner of any page', async () => {
  const refused = await enterAs('kofi@vendor.example')
  await refused.page.waitForURL(/\/portal$/)
  // A support user finds it in their own company too (requirement 2.57).
  await refused.page.getByRole('link', { name: 'Operations', exact: true }).waitFor()
  await refused.page.goto(`${demo.url}/operations/acme`)
  const button = refused.page.getByRole('button', { name: 'Enter', exact: true })
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  const reason = refused.page.getByText('does not allow support access')
  await reason.waitFor()
  expect(await button.getAttribute('aria-describedby')).toBe(await reason.getAttribute('id'))

  await (await demo.api()).call('PUT', '/portal/admin/settings/support-access', { allowProsAccess: true })
  const { page } = await enterAs('kofi@vendor.example')
  await page.waitForURL(/\/portal$/)
  await page.goto(`${demo.url}/operations/acme`)
  await page.getByRole('button', { name: 'Enter', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Case 4711')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/portal(?!.*operations)/)
  const warning = page.getByText('Support session in Acme Industries')
  await warning.first().waitFor()
  await page.getByRole('link', { name: 'Operations', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: /Acme/ }).waitFor()
  await page.getByText('Case 4711').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Acme Industries' }).waitFor()
  const leave = page.locator('[data-banners]').getByRole('button', { name: 'Leave', exact: true })
  await leave.waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await leave.click()
  await page.getByRole('link', { name: 'Globex Corporation' }).waitFor()
  expect(await warning.count()).toBe(0)
})

test('support gets from the count of failed sign-ins to these sign-ins, by entering the company', async () => {
  const api = await demo.api()
  await api.call('PUT', '/portal/admin/settings/support-access', { allowProsAccess: true })
  const failing = await demo.visit()
  const ada = readPeople(demo.server.dataDir).find(({ username }) => username.startsWith('ada@'))
  if (ada === undefined) throw new Error('The demo has no ada.')
  await enterUsername(failing.page, demo.url, ada.username)
  await failing.page.getByRole('link', { name: 'Cancel' }).click()
  await failing.page.waitForURL(`${demo.url}/login/unauthorized?**`)
  const { page } = await enterAs('kofi@vendor.example')
  await page.waitForURL(/\/portal$/)
  await page.goto(`${demo.url}/operations/acme`)
  await page
    .getByRole('button', { name: /enter Acme Industries to see the failed sign-ins/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Case 4712')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/portal\/admin\/sign-ins\?idp=/)
  await page.getByRole('table').first().waitFor()
})
