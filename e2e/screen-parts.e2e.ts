import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { askItself } from './support/ask-itself.ts'
import { addApplication, openServiceAccounts } from './support/account-form.ts'
import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { enterPortal } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor, type Visitor } from './support/visitor.ts'

const folder = temporaryFolder()
let browser: Browser
let demo: ServerProcess
let visitor: Visitor
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  const env = { PORTICO_APPLICATION_NAME: 'Acme Doors' }
  demo = await startDemo(builtInstallation(), { dataDir: join(folder.path, 'data'), env })
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})
beforeEach(async () => {
  visitor = await openVisitor(browser)
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  page = visitor.page
  const ada = readPeople(demo.dataDir).find(({ username }) => username.startsWith('ada@'))
  if (ada === undefined) throw new Error('The demo has no person ada.')
  await enterPortal(page, demo.url, ada, 'Production')
})
afterEach(() => visitor.close())

const button = (name: string) => page.getByRole('button', { name, exact: true })
const copied = () => page.evaluate(() => navigator.clipboard.readText())

async function openAccount(): Promise<void> {
  await openServiceAccounts(page, 'Development')
  await page.getByRole('link', { name: 'Release bot' }).click()
  await button('Save').waitFor()
}

/** The application list of the administration as if it had this many entries. */
async function offerApplications(count: number): Promise<void> {
  const applications = Array.from({ length: count }, (_, index) => ({
    id: `app-${index}`,
    label: `Application ${index}`,
    urn: `urn:portico:acme:application:app-${index}`,
    singleTenant: false,
  }))
  await page.route(/\/api\/portal\/admin\/environments\/[^/]+\/applications\?/, (route) =>
    route.fulfill({ json: { applications } }),
  )
}

/** The admin modules as if the server had these beside its own. */
async function addModules(...added: { id: string; label: string; url: string }[]): Promise<void> {
  await askItself(page)
  const { modules } = await (await page.request.get(`${demo.url}/api/portal/admin/modules`)).json()
  await page.route(/\/api\/portal\/admin\/modules\?/, (route) =>
    route.fulfill({ json: { modules: [...modules, ...added] } }),
  )
}

test('the url of an admin module is an address of the portal, entered or chosen from the menu', async () => {
  await addModules({ id: 'reports', label: 'Usage reports', url: '/reports?year=all' })
  const heading = page.getByRole('heading', { level: 1, name: 'Usage reports' })
  await page.goto(`${demo.url}/reports`)
  await heading.waitFor()
  await page.getByText('This page has no screen for this area.').waitFor()
  expect(await page.title()).toMatch(/^Usage reports \| /)
  expect(await button('Admin').getAttribute('aria-current')).toBe('page')
  expect(page.url()).toBe(`${demo.url}/reports`)

  await page.getByRole('banner').getByRole('link', { name: 'Acme Doors', exact: true }).click()
  await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor()
  await button('Admin').click()
  await page.getByRole('menuitem', { name: 'Usage reports' }).click()
  await heading.waitFor()
  expect(page.url()).toBe(`${demo.url}/reports?year=all`)
})

test('a path beside the modules, and a module of another origin, lead to the portal without history', async () => {
  await addModules(
    { id: 'reports', label: 'Usage reports', url: '/reports' },
    { id: 'foreign', label: 'Foreign', url: '//other.example/foreign' },
  )
  for (const path of ['/reports/1', '/foreign']) {
    await page.goto(`${demo.url}/portal/environments`)
    const before = await page.evaluate(() => history.length)
    await page.goto(demo.url + path)
    await page.waitForURL(`${demo.url}/portal`)
    await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor()
    expect(await page.evaluate(() => history.length)).toBe(before + 1)
  }
  await button('Admin').click()
  await page.getByRole('menuitem', { name: 'Usage reports' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Foreign' }).count()).toBe(0)
})

test('the header names the application, and its logo leads to the portal', async () => {
  await openServiceAccounts(page, 'Development')
  const home = page.getByRole('banner').getByRole('link', { name: 'Acme Doors', exact: true })
  expect(await home.innerText()).toBe('Acme Doors')
  await home.locator('svg').click()
  await page.waitForURL(`${demo.url}/portal`)
  await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor()
})

test('the form of a service account copies its id, and its breadcrumb leads back to the list', async () => {
  await openServiceAccounts(page, 'Development')
  const list = page.url()
  await page.getByRole('link', { name: 'Release bot' }).click()
  await button('Copy the id of Release bot').click()
  expect(await copied()).toBe(new URL(page.url()).pathname.split('/').at(-1))
  await page.getByRole('link', { name: 'Service accounts, Development' }).click()
  await page.waitForURL(list)
  await page.getByRole('link', { name: 'Release bot' }).waitFor()
})

test('the grid has an application in each row: delete icon, URN with copy, name, and roles as pills', async () => {
  await openAccount()
  const remove = page.getByRole('button', { name: /^Remove / })
  while ((await remove.count()) > 0) await remove.first().click()
  await page.getByText('No application is assigned yet.').waitFor()
  expect(await page.getByRole('table').count()).toBe(0)
  await addApplication(page, 'Billing', ['Clerk', 'Viewer'])
  await addApplication(page, 'Company Wiki', [])
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
    'Actions',
    'Application ID',
    'Application name',
    'Roles',
  ])
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) })
  const billing = row('Billing').getByRole('cell')
  expect(await billing.nth(0).getByRole('button', { name: 'Remove Billing' }).locator('svg').count()).toBe(1)
  expect(await billing.nth(1).locator('code').innerText()).toBe('urn:portico:acme:application:billing')
  await billing.nth(1).getByRole('button', { name: 'Copy the URN of Billing' }).click()
  expect(await copied()).toBe('urn:portico:acme:application:billing')
  expect(await billing.nth(3).locator('[class*=pill]').allInnerTexts()).toEqual(['Clerk', 'Viewer'])
  expect(await billing.nth(3).getByRole('button', { name: 'Roles in Billing' }).count()).toBe(1)
  const wiki = row('Company Wiki').getByRole('cell').nth(3)
  expect([await wiki.innerText(), await wiki.getByRole('button').count()]).toEqual(['Has no roles', 0])
})

test.each([
  [9, 0],
  [10, 1],
])('a dropdown of %i items has %i searches, is at least 250 wide and 250 high', async (count, searches) => {
  await offerApplications(count)
  await openAccount()
  const remove = page.getByRole('button', { name: /^Remove / })
  while ((await remove.count()) > 0) await remove.first().click()
  await page.getByRole('button', { name: 'Choose an application' }).click()
  const list = page.getByRole('listbox')
  await list.waitFor()
  expect(await list.getByRole('option').count()).toBe(count)
  expect(await page.getByRole('combobox', { name: 'Search applications' }).count()).toBe(searches)
  const popup = page.locator('.dropdown-popup')
  const { width, height } = (await popup.boundingBox()) ?? { width: 0, height: 0 }
  expect([width >= 250, height]).toEqual([true, 250])
  const smallest = await popup.evaluate((element) => {
    const { minInlineSize, minBlockSize } = getComputedStyle(element)
    return [minInlineSize, minBlockSize]
  })
  expect(smallest).toEqual(['250px', '200px'])
})

test('a screen that cannot be drawn is replaced by what to do, and the page can be loaded again', async () => {
  await askItself(page)
  await page.route(/\/api\/portal\/launcher\?/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), routes: [null] } })
  })
  await page.goto(`${demo.url}/portal`)
  await page.getByRole('heading', { name: 'An unexpected error occurred!' }).waitFor()
  await page.getByText('Please reload the page, or check back later.').waitFor()
  await page.unrouteAll()
  await button('Reload the page').click()
  await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor()
})
