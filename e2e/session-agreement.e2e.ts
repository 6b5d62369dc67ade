import { join } from 'node:path'

import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { openServiceAccounts } from './support/account-form.ts'
import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { openEnvironment, signIn, signOut } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor, type Visitor } from './support/visitor.ts'

// Two browsers with three tabs on one session: expiry, continue and sign-out agree. A laptop that slept past the expiry
// wakes to the dialog.

const folder = temporaryFolder()
let browser: Browser
let demo: ServerProcess
let visitor: Visitor
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(builtInstallation(), { dataDir: join(folder.path, 'data') })
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})
beforeEach(async () => {
  visitor = await openVisitor(browser)
  page = visitor.page
})
afterEach(() => visitor.close())

async function enter(on: Page): Promise<void> {
  const ada = readPeople(demo.dataDir).find(({ username }) => username.startsWith('ada@'))
  if (ada === undefined) throw new Error('The demo has no person ada.')
  await signIn(on, demo.url, ada)
  await openEnvironment(on, 'Production')
}

const name = (of: Page) => of.getByRole('textbox', { name: 'Name', exact: true })

/** Three tabs on one session: a form with half a name, the launcher, and the list of providers. */
async function threeTabs(): Promise<readonly [Page, Page, Page]> {
  await enter(page)
  await openServiceAccounts(page, 'Development')
  await page.getByRole('link', { name: 'Release bot' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
  await name(page).fill('Half typed')
  const second = await visitor.context.newPage()
  await second.goto(`${demo.url}/portal`)
  await second.getByRole('link', { name: 'Billing' }).waitFor()
  const third = await visitor.context.newPage()
  await third.goto(`${demo.url}/portal/admin/global-settings/identity-providers`)
  await third.getByRole('table').waitFor()
  return [page, second, third]
}

/** The end that the server answers in these tabs from now on, until the session is renewed. */
async function endsIn(context: BrowserContext, seconds: number): Promise<void> {
  let expiresOn: string | undefined = new Date(Date.now() + seconds * 1000).toISOString()
  await context.route('**/api/portal/cloudsession*', async (route) => {
    if (route.request().method() === 'PUT') expiresOn = undefined
    if (expiresOn === undefined) return route.continue()
    const json = { expiresOn, sessionIdleSecs: 900, deactivated: false, systemBanner: null }
    return route.fulfill({ json })
  })
}

/** A tab reads the end again when the person comes back to it. */
const comeBack = (to: Page) => to.evaluate(() => window.dispatchEvent(new Event('focus')))
const ending = (of: Page) => of.getByRole('dialog', { name: 'Are you still there?' })
const ended = (of: Page) => of.getByRole('dialog', { name: 'Your session has ended' })

describe('three tabs of one browser', () => {
  test('ask together, and continuing in one closes the question in the others; nothing typed is lost', async () => {
    const tabs = await threeTabs()
    await endsIn(visitor.context, 50)
    await comeBack(tabs[1])
    for (const tab of tabs) await ending(tab).waitFor()
    await ending(tabs[2]).getByRole('button', { name: 'Continue working' }).click()
    for (const tab of tabs) await ending(tab).waitFor({ state: 'detached' })
    expect(await name(page).inputValue()).toBe('Half typed')
    for (const tab of tabs) expect(await tab.getByRole('dialog').count()).toBe(0)
  })

  test('say together that the session has ended, and signing in in one opens the others', async () => {
    const tabs = await threeTabs()
    await endsIn(visitor.context, 3)
    await comeBack(tabs[0])
    for (const tab of tabs) await ended(tab).waitFor()
    await visitor.context.unroute('**/api/portal/cloudsession*')
    await ended(tabs[1]).getByRole('button', { name: 'Sign in' }).click()
    await tabs[1].getByRole('link', { name: 'Billing' }).waitFor()
    for (const tab of tabs) await ended(tab).waitFor({ state: 'detached' })
    expect(await name(page).inputValue()).toBe('Half typed')
  })

  test('are all signed out by one', async () => {
    const [, second, third] = await threeTabs()
    await signOut(second)
    for (const tab of [page, third]) await tab.getByRole('heading', { name: 'You are signed out' }).waitFor()
    expect((await visitor.context.request.get(`${demo.url}/api/portal/launcher`)).status()).toBe(401)
  })
})

describe('another browser of the same person', () => {
  async function openOther(): Promise<Visitor> {
    const other = await openVisitor(browser)
    onTestFinished(() => other.close())
    await enter(other.page)
    return other
  }

  test('has its own session: continuing here does not continue it', async () => {
    const other = await openOther()
    await enter(page)
    await endsIn(other.context, 50)
    await endsIn(visitor.context, 50)
    for (const tab of [page, other.page]) {
      await comeBack(tab)
      await ending(tab).waitFor()
    }
    await ending(page).getByRole('button', { name: 'Continue working' }).click()
    await ending(page).waitFor({ state: 'detached' })
    expect(await ending(other.page).isVisible()).toBe(true)
    await ending(other.page).getByRole('button', { name: 'Continue working' }).click()
    await ending(other.page).waitFor({ state: 'detached' })
  })

  test('is signed out by “End all other sessions”, and this one is not', async () => {
    const [one, two] = [await openOther(), await openOther()]
    await enter(page)
    await page.goto(`${demo.url}/portal/sessions`)
    await page.getByRole('button', { name: 'End all other sessions' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End all other sessions' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    for (const { page: tab } of [one, two]) {
      await comeBack(tab)
      await tab.waitForURL(/\/login\/\?/)
    }
    await page.goto(`${demo.url}/portal`)
    await page.getByRole('link', { name: 'Billing' }).waitFor()
  })
})

describe('a laptop that sleeps past the end', () => {
  test('wakes to the dialog with what was typed, also in the order in which a browser wakes', async () => {
    await enter(page)
    await openServiceAccounts(page, 'Development')
    await page.getByRole('link', { name: 'Release bot' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
    await name(page).fill('Half typed')
    const form = page.url()
    // While it slept, the session ended on the server too.
    const cookies = await visitor.context.cookies(demo.url)
    const session = cookies.find((cookie) => cookie.name.endsWith('portico-session'))
    await visitor.context.clearCookies({ name: session?.name ?? '' })
    await page.evaluate(() => {
      // A browser that wakes tells the page that it is visible before it runs the timers that are due.
      const now = Date.now
      Date.now = () => now() + 3_600_000
      document.dispatchEvent(new Event('visibilitychange'))
      window.dispatchEvent(new Event('focus'))
    })
    await ended(page).waitFor()
    expect(page.url()).toBe(form)
    expect(await name(page).inputValue()).toBe('Half typed')
    await ended(page).getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/login\/\?/)
    await page.getByText('What you typed is kept in this tab until you sign in again.').waitFor()
  })
})
