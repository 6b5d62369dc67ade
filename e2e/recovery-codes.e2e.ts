import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { accessibilityViolations } from './support/accessibility.ts'
import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { openEnvironment, signIn } from './support/sign-in.ts'
import { hearAnnouncements } from './support/spoken-page.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor, type Visitor } from './support/visitor.ts'

const folder = temporaryFolder()
let browser: Browser
let demo: ServerProcess
const visitors: Visitor[] = []

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(builtInstallation(), { dataDir: join(folder.path, 'data') })
})
afterEach(() => Promise.all(visitors.splice(0).map((one) => one.close())))
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})

async function visit(): Promise<Visitor> {
  const visitor = await openVisitor(browser)
  visitors.push(visitor)
  return visitor
}

const shownCodes = (page: Page) => page.getByRole('alert').locator('code').allInnerTexts()
const field = (page: Page) => page.getByRole('textbox', { name: 'Recovery code' })

test('codes made and drilled in the portal open the repair of identity providers, and nothing else', async () => {
  const admin = await visit()
  const ada = readPeople(demo.dataDir).find(({ username }) => username.startsWith('ada@'))
  if (ada === undefined) throw new Error('The demo has no person ada.')
  await signIn(admin.page, demo.url, ada)
  await openEnvironment(admin.page, 'Production')
  await admin.page.goto(`${demo.url}/portal/admin/global-settings/security-settings/recovery-codes`)
  await admin.page.getByText('There are no recovery codes.').waitFor()
  await admin.page.getByRole('button', { name: 'Make recovery codes' }).click()
  await admin.page.getByText('Shown only now. Print or copy').waitFor()
  const [one = '', two = ''] = await shownCodes(admin.page)
  expect(await accessibilityViolations(admin.page)).toEqual([])
  for (const name of ['Copy code 1', 'Copy code 2', 'Copy all'])
    expect(await admin.page.getByRole('button', { name, exact: true }).count()).toBe(1)
  await field(admin.page).fill(one.toLowerCase())
  await admin.page.getByRole('button', { name: 'Drill' }).click()
  await admin.page.getByText('This code replaces the one you entered.').waitFor()
  const [replacement = ''] = await shownCodes(admin.page)
  expect([one, two]).not.toContain(replacement)
  await admin.page.getByRole('button', { name: 'I have saved them' }).click()
  expect(await admin.page.content()).not.toContain(replacement)

  const visitor = await visit()
  const { page } = visitor
  const heard = await hearAnnouncements(page)
  await page.goto(`${demo.url}/login`)
  await page.getByRole('link', { name: 'Use a recovery code' }).click()
  await field(page).fill(`${replacement.slice(0, -1)}U`)
  await page.getByRole('button', { name: 'Begin repair' }).click()
  await page.getByText('A character of this code is wrong or missing.').waitFor()
  await expect.poll(() => heard().at(-1)).toContain('A character of this code is wrong or missing.')
  expect(await accessibilityViolations(page)).toEqual([])
  await field(page).fill(one)
  await page.getByRole('button', { name: 'Begin repair' }).click()
  await page.getByText('This code does not work.').waitFor()
  visitor.complaints.length = 0
  await field(page).fill(replacement)
  await page.getByRole('button', { name: 'Begin repair' }).click()
  await page.getByText(/^Repair session until/).waitFor()
  await page.getByRole('link', { name: 'Acme Partners' }).click()
  await page.getByRole('heading', { level: 1, name: 'Acme Partners' }).waitFor()
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Acme Partners repaired')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Acme Partners repaired' }).waitFor()
  await page.getByRole('checkbox', { name: 'These changes need no test login.' }).check()
  await page.getByRole('button', { name: 'Keep Changes' }).click()
  await page.getByRole('button', { name: 'Keep Changes' }).waitFor({ state: 'detached' })
  expect(await accessibilityViolations(page)).toEqual([])
  expect(page.url()).not.toContain(replacement.slice(0, 4))
  await page.goto(`${demo.url}/portal`)
  await page.waitForURL(`${demo.url}/portal/admin/global-settings/identity-providers`)
  await page.getByRole('link', { name: 'Acme Partners repaired' }).waitFor()
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(visitor.complaints).toEqual([])

  await admin.page.reload()
  await admin.page.getByText('A recovery code of your company was used on').waitFor()
  await page.getByRole('button', { name: 'End repair' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End repair' }).click()
  await page.waitForURL(`${demo.url}/login/signed-out`)
})
