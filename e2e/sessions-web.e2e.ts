import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import { launchBrowser } from './support/browser.ts'
import { portalDemo } from './support/portal-demo.ts'
import { readPeople } from './support/server-process.ts'
import { openEnvironment, signIn } from './support/sign-in.ts'
import { openVisitor, type Visitor, type VisitorOptions } from './support/visitor.ts'

// People see where they are signed in, and end sessions that they do not know.

const demo = portalDemo()
let elsewhere: Browser
let other: Visitor
let page: Page

beforeAll(async () => {
  elsewhere = await launchBrowser()
})
afterAll(() => elsewhere?.close())

async function enter(options: VisitorOptions = {}): Promise<void> {
  page = (await demo.enter(options)).page
  await page.goto(`${demo.url}/portal/sessions`)
  await page.getByRole('table', { name: 'Your sessions' }).waitFor()
}

/** The same person in another browser. */
beforeEach(async () => {
  other = await openVisitor(elsewhere)
  const ada = readPeople(demo.server.dataDir).find(({ username }) => username.startsWith('ada@'))
  if (ada === undefined) throw new Error('The demo has no person ada.')
  await signIn(other.page, demo.url, ada)
  await openEnvironment(other.page, 'Production')
})
afterEach(() => other.close())

const rows = () => page.getByRole('table', { name: 'Your sessions' }).locator('tbody tr')
const ends = () => page.getByRole('button', { name: /^End session of Chrome/ })
const dialog = () => page.getByRole('dialog')

test('the user menu leads to one’s sessions, and one that is ended is out at once', async () => {
  page = (await demo.enter()).page
  await page.getByRole('button', { name: /Ada/ }).click()
  await page.getByRole('menuitem', { name: 'Your sessions' }).click()
  await rows().first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/portal/sessions')
  expect(await page.title()).toMatch(/^Your sessions \| /)
  expect(await page.getByText('This session', { exact: true }).count()).toBe(1)
  const before = await rows().count()
  expect(await ends().count()).toBe(before - 1)
  expect(await rows().first().innerText()).toContain('127.0.0.1')
  await ends().first().click()
  await dialog().getByText('Chrome, Linux is signed out at once.').waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await dialog().waitFor({ state: 'detached' })
  expect(
    await ends()
      .first()
      .evaluate((button) => button === document.activeElement),
  ).toBe(true)
  expect(await rows().count()).toBe(before)
  await ends().first().click()
  await dialog().getByRole('button', { name: 'End session' }).click()
  await page.getByText('The session was ended.').waitFor()
  await expect.poll(() => rows().count()).toBe(before - 1)
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  await other.page.goto(`${demo.url}/portal`)
  await other.page.waitForURL(/\/login/)
  await page.reload()
  await rows().first().waitFor()
})

test.each([
  [1440, 'light'],
  [390, 'dark'],
  [320, 'light'],
] as const)('at %i px, %s, it has no accessibility violations and fits', async (width, colorScheme) => {
  await enter({ width, colorScheme })
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await ends().first().click()
  await dialog().waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
})

test('all other sessions end with one button', async () => {
  await enter()
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await dialog().getByRole('button', { name: 'End all other sessions' }).click()
  await page.getByText(/other sessions were ended\./).waitFor()
  await expect.poll(() => rows().count()).toBe(1)
  expect(await ends().count()).toBe(0)
})
