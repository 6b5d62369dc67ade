import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { agesWithin } from './support/age.ts'
import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { enterPortal } from './support/sign-in.ts'
import { focusedName, hearAnnouncements, spokenPage, tabStops } from './support/spoken-page.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { until } from './support/until.ts'
import { openVisitor, type Visitor } from './support/visitor.ts'

const folder = temporaryFolder()
let browser: Browser
let demo: ServerProcess
let visitor: Visitor
let page: Page
let heard: () => readonly string[]

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
  heard = await hearAnnouncements(page)
  const ada = readPeople(demo.dataDir).find(({ username }) => username.startsWith('ada@'))
  if (ada === undefined) throw new Error('The demo has no person ada.')
  await enterPortal(page, demo.url, ada, 'Production')
  await page.getByRole('link', { name: 'Billing' }).waitFor()
})
afterEach(() => visitor.close())

/** What differs from one run to the next: ids, fingerprints and times. */
function stable(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replaceAll(/[0-9a-f]{64}/g, 'FINGERPRINT')
    .replaceAll(/\b[0-9a-f]{12}\b/g, 'FINGER')
    .replaceAll(/\(\w{3} \d+, \d{4}, [\d:]+ [AP]M UTC\)/g, '(EXACT TIME)')
    .replaceAll(agesWithin, 'AGO')
}

const spoken = async (within: string) => stable(await spokenPage(page, within))

/** Walks with Tab from the start of the page; each stop is to be seen. */
async function walk(): Promise<string> {
  // After a redirect the focus is on the content, where Tab does not stop.
  const stops = (await tabStops(page)).filter(({ stop }) => stop !== 'main ""')
  expect(stops.filter(({ isVisible }) => !isVisible)).toEqual([])
  return stops.map(({ stop }) => stop).join('\n')
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')

async function openAccounts(): Promise<void> {
  await page.goto(`${demo.url}/portal/admin/environment-settings`)
  const tab = await page.getByRole('link', { name: 'Service Accounts', exact: true }).getAttribute('href')
  await page.goto(new URL(tab ?? '', demo.url).href)
  await page.getByRole('table').waitFor()
}

async function openAccount(name: string): Promise<void> {
  await openAccounts()
  // A page that was just loaded has no focus, so that a walk begins at its start.
  await page.goto(new URL((await page.getByRole('link', { name }).getAttribute('href')) ?? '', demo.url).href)
  await button('Save').waitFor()
  await page
    .getByRole('button', { name: /Roles in/ })
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Choose an application' }).waitFor()
}

test('the launcher is heard in order, and each of its controls is a stop of Tab that shows the focus', async () => {
  await page.reload()
  await page.getByRole('link', { name: 'Billing' }).waitFor()
  await page.getByRole('region', { name: 'Support and training' }).waitFor()
  await page.getByRole('link', { name: 'Show expiry notices' }).waitFor()
  expect(await spoken('main')).toMatchInlineSnapshot(`
    "main
    alert
    heading "Hello, Ada" level 1
    status
    9 applications
    search
    textbox "Filter applications"
    group "Layout"
    button "Grid" pressed
    button "List" not pressed
    region "Applications"
    heading "Applications" level 2
    list
    link "Billing (opens in a new tab)"
    Approver
    Clerk
    Viewer
    button "Favourite: Billing" not pressed
    button "Move Billing" not pressed
    link "Company Wiki (opens in a new tab)"
    button "Favourite: Company Wiki" not pressed
    button "Move Company Wiki" not pressed
    link "Customer Relations (opens in a new tab)"
    Agent
    Manager
    button "Favourite: Customer Relations" not pressed
    button "Move Customer Relations" not pressed
    link "General Ledger (opens in a new tab)"
    Accountant
    Reader
    button "Favourite: General Ledger" not pressed
    button "Move General Ledger" not pressed
    link "Internal Controls (opens in a new tab)"
    Control Owner
    button "Favourite: Internal Controls" not pressed
    button "Move Internal Controls" not pressed
    link "Payroll (opens in a new tab)"
    Payroll Officer
    Self-service
    button "Favourite: Payroll" not pressed
    button "Move Payroll" not pressed
    link "Procurement (opens in a new tab)"
    Requester
    button "Favourite: Procurement" not pressed
    button "Move Procurement" not pressed
    link "Reporting Vault (opens in a new tab)"
    button "Favourite: Reporting Vault" not pressed
    button "Move Reporting Vault" not pressed
    link "Travel and Expenses (opens in a new tab)"
    Approver
    Traveller
    button "Favourite: Travel and Expenses" not pressed
    button "Move Travel and Expenses" not pressed
    Space grabs an application, arrow keys move it, Space puts it down, and Escape puts it back.
    status
    region "Support and training"
    heading "Support and training" level 2
    Guides, courses and people who help, for all of these applications.
    link "Open support and training (opens in a new tab)""
  `)
  expect(await walk()).toMatchInlineSnapshot(`
    "link "Skip to content"
    link "Portico"
    button "Switch application"
    link "Home"
    button "Admin"
    button "Search Ctrl K"
    button "Environment: Production PROD"
    button "Account menu: Ada Acme Industries"
    textbox "Filter applications"
    button "Grid"
    button "List"
    link "Billing (opens in a new tab)"
    button "Favourite: Billing"
    link "Company Wiki (opens in a new tab)"
    button "Favourite: Company Wiki"
    link "Customer Relations (opens in a new tab)"
    button "Favourite: Customer Relations"
    link "General Ledger (opens in a new tab)"
    button "Favourite: General Ledger"
    link "Internal Controls (opens in a new tab)"
    button "Favourite: Internal Controls"
    link "Payroll (opens in a new tab)"
    button "Favourite: Payroll"
    link "Procurement (opens in a new tab)"
    button "Favourite: Procurement"
    link "Reporting Vault (opens in a new tab)"
    button "Favourite: Reporting Vault"
    link "Travel and Expenses (opens in a new tab)"
    button "Favourite: Travel and Expenses"
    link "Open support and training (opens in a new tab)"
    link "Show expiry notices"
    button "Close""
  `)
})

test('a list is heard with its columns, order and count, and a search announces what it found', async () => {
  await openAccounts()
  expect(await spoken('main')).toMatchInlineSnapshot(`
    "main
    alert
    heading "Environment Management" level 1
    navigation "Environments"
    heading "ENVIRONMENTS" level 2
    list
    link "Production PROD" current
    link "Development DEV"
    link "Staging TEST"
    navigation "Settings of Production"
    list
    link "Roles & Groups"
    link "Service Accounts" current
    link "General"
    region "Service accounts"
    search
    textbox "Search service accounts"
    status
    3 service accounts
    link "Create service account"
    table "Service accounts"
    row
    columnheader "Select all on this page"
    checkbox "Select all on this page" not checked
    columnheader "Name" sorted ascending
    button "Name"
    columnheader "Applications"
    columnheader "Keys"
    columnheader "Last used"
    columnheader "Changed"
    button "Changed"
    columnheader "Actions"
    row
    cell "Select Invoice importer"
    checkbox "Select Invoice importer" not checked
    cell "Invoice importer"
    link "Invoice importer"
    cell "Billing General Ledger Reporting Vault"
    cell "FINGER AGO FINGER AGO"
    code (SHA-256 FINGERPRINT)
    time (EXACT TIME)
    AGO
    code (SHA-256 FINGERPRINT)
    time (EXACT TIME)
    AGO
    cell "Never used"
    cell "AGO"
    time (EXACT TIME)
    AGO
    cell "More for Invoice importer"
    button "More for Invoice importer" collapsed
    row
    cell "Select Portal automation"
    checkbox "Select Portal automation" not checked
    cell "Portal automation"
    link "Portal automation"
    cell "Portal"
    cell "FINGER AGO"
    code (SHA-256 FINGERPRINT)
    time (EXACT TIME)
    AGO
    cell "Never used"
    cell "AGO"
    time (EXACT TIME)
    AGO
    cell "More for Portal automation"
    button "More for Portal automation" collapsed
    row
    cell "Select Stock sync"
    checkbox "Select Stock sync" not checked
    cell "Stock sync"
    link "Stock sync"
    cell "Fleet Tracking Inventory"
    cell "FINGER AGO"
    code (SHA-256 FINGERPRINT)
    time (EXACT TIME)
    AGO
    cell "Never used"
    cell "AGO"
    time (EXACT TIME)
    AGO
    cell "More for Stock sync"
    button "More for Stock sync" collapsed"
  `)
  expect(await walk()).toMatchInlineSnapshot(`
    "link "Skip to content"
    link "Portico"
    button "Switch application"
    link "Home"
    button "Admin"
    button "Search Ctrl K"
    button "Environment: Production PROD"
    button "Account menu: Ada Acme Industries"
    link "Production PROD"
    link "Development DEV"
    link "Staging TEST"
    link "Roles & Groups"
    link "Service Accounts"
    link "General"
    textbox "Search service accounts"
    link "Create service account"
    checkbox "Select all on this page"
    button "Name"
    button "Changed"
    checkbox "Select Invoice importer"
    link "Invoice importer"
    button "More for Invoice importer"
    checkbox "Select Portal automation"
    link "Portal automation"
    button "More for Portal automation"
    checkbox "Select Stock sync"
    link "Stock sync"
    button "More for Stock sync""
  `)
  await page.getByRole('textbox', { name: 'Search service accounts' }).fill('stock')
  await page.getByText('1 service account', { exact: true }).waitFor()
  await until('the count is announced', () => heard().includes('1 service account'))
})

test('a form is heard with labels, hints and what is required, and says what was wrong and what was saved', async () => {
  await openAccount('Stock sync')
  expect(await spoken('main')).toMatchInlineSnapshot(`
    "main
    alert
    navigation "Service accounts"
    list
    link "Service accounts, Production"
    heading "Stock sync" level 1
    code
    ID
    button "Copy the id of Stock sync"
    status
    form "Stock sync"
    Name
    textbox "Name" holds "Stock sync" required (Unique in the environment, at most 128 characters.)
    Stock sync
    Unique in the environment, at most 128 characters.
    region "Public keys"
    heading "Public keys" level 2
    Programs prove who they are with the private key that belongs to one of these.
    group "Public key 1"
    Public key 1
    term "Kind"
    definition
    button "Copy Public key 1"
    status
    RSA, 2,048 bits
    term "SHA-256 fingerprint"
    definition
    code
    FINGERPRINT
    term "Added"
    definition
    time (EXACT TIME)
    AGO
    term "Last used"
    definition
    Never used
    button "Replace Public key 1"
    button "Upload certificate for Public key 1"
    button "Remove Public key 1"
    group "Public key 2"
    Public key 2
    No key. A second one lets programs change to a new key without an interruption.
    button "Add Public key 2"
    button "Upload certificate for Public key 2"
    region "Applications"
    heading "Applications" level 2
    button "Choose an application Application" collapsed
    button "Add application" disabled
    table "Applications"
    row
    columnheader "Actions"
    columnheader "Application ID"
    columnheader "Application name" sorted ascending
    columnheader "Roles"
    row
    cell "Remove Fleet Tracking"
    button "Remove Fleet Tracking"
    cell "urn: portico: acme: application: fleet Copy the URN of Fleet Tracking"
    code
    urn:portico:acme:application:fleet
    button "Copy the URN of Fleet Tracking"
    status
    cell "Fleet Tracking"
    cell "Dispatcher Roles in Fleet Tracking"
    button "Dispatcher Roles in Fleet Tracking" collapsed
    row
    cell "Remove Inventory"
    button "Remove Inventory"
    cell "urn: portico: acme: application: inventory Copy the URN of Inventory"
    code
    urn:portico:acme:application:inventory
    button "Copy the URN of Inventory"
    status
    cell "Inventory"
    cell "Planner Roles in Inventory"
    button "Planner Roles in Inventory" collapsed
    button "Save" disabled
    button "Discard" disabled
    status
    Nothing has changed.
    button "Delete"
    complementary "What Save will change"
    heading "What Save will change" level 2
    Nothing yet.
    region "History"
    button "History" collapsed"
  `)
  expect(await walk()).toMatchInlineSnapshot(`
    "link "Skip to content"
    link "Portico"
    button "Switch application"
    link "Home"
    button "Admin"
    button "Search Ctrl K"
    button "Environment: Production PROD"
    button "Account menu: Ada Acme Industries"
    link "Service accounts, Production"
    button "Copy the id of Stock sync"
    textbox "Name"
    button "Copy Public key 1"
    button "Replace Public key 1"
    button "Upload certificate for Public key 1"
    button "Remove Public key 1"
    button "Add Public key 2"
    button "Upload certificate for Public key 2"
    button "Choose an application Application"
    button "Add application"
    button "Remove Fleet Tracking"
    button "Copy the URN of Fleet Tracking"
    button "Dispatcher Roles in Fleet Tracking"
    button "Remove Inventory"
    button "Copy the URN of Inventory"
    button "Planner Roles in Inventory"
    button "Save"
    button "Discard"
    button "Delete"
    button "History""
  `)
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('')
  await name.blur()
  await page.getByText('Enter a name for the service account.').first().waitFor()
  expect((await spokenPage(page, 'main')).filter((line) => line.includes('invalid'))).toMatchInlineSnapshot(`
    [
      "textbox "Name" required invalid (Unique in the environment, at most 128 characters. Enter a name for the service account.)",
    ]
  `)
  await name.fill('Stock syncer')
  await button('Save').click()
  await page.getByText('The service account was saved.').waitFor()
  await until('the save is announced', () =>
    heard().includes('The service account was saved. Changes may take a few minutes to show.'),
  )
})

test('a dialog is heard with its question, holds the focus, gives it back, and what it did is announced', async () => {
  await openAccount('Invoice importer')
  const opener = page.getByRole('button', { name: 'Delete', exact: true })
  await opener.focus()
  await page.keyboard.press('Enter')
  await dialog().waitFor()
  expect(await spoken('dialog')).toMatchInlineSnapshot(`
    "dialog "Delete Invoice importer?" modal (Programs that sign in with it stop working, and its applications are taken away. This cannot be undone.)
    heading "Delete Invoice importer?" level 2
    Programs that sign in with it stop working, and its applications are taken away. This cannot be undone.
    form
    Type Invoice importer to confirm
    textbox "Type Invoice importer to confirm"
    button "Cancel"
    button "Delete" disabled
    status"
  `)
  expect(await walk()).toMatchInlineSnapshot(`
    "textbox "Type Invoice importer to confirm"
    button "Cancel"
    button "Delete""
  `)
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  expect(await focusedName(page)).toBe('button "Delete"')
  await page.keyboard.press('Enter')
  await dialog().getByRole('textbox').waitFor()
  await page.keyboard.type('Invoice importer')
  await page.keyboard.press('Enter')
  await page.getByText('The service account was deleted.').waitFor()
  await until('the deletion is announced', () =>
    heard().includes('The service account was deleted. Changes may take a few minutes to show.'),
  )
})
