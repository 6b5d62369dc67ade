import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import { type AdminApi } from './support/admin-api.ts'
import { focusedElement } from './support/focus.ts'
import { portalDemo } from './support/portal-demo.ts'
import { withoutAnswers, type Visitor, type VisitorOptions } from './support/visitor.ts'

// What administrators set of the launcher, in the portal.

const demo = portalDemo()
let api: AdminApi
let visitor: Visitor
let page: Page

beforeAll(async () => {
  api = await demo.api()
})

const settingsPath = '/portal/admin/settings/launcher'
type Settings = { announcement: { text: string; until: string | null } | null; accessContact: string | null }
const stored = () => api.call<Settings>('GET', settingsPath)

async function enter(options: VisitorOptions = {}): Promise<void> {
  visitor = await demo.enter(options)
  page = visitor.page
  await page.goto(`${demo.url}/portal/admin/launcher`)
  await announcement().waitFor()
}

beforeEach(async () => {
  await api.call('PUT', settingsPath, { announcement: null, accessContact: null })
  await enter()
})
afterEach(() => expect(withoutAnswers(visitor.complaints, 412)).toEqual([]))

const announcement = () => page.getByRole('textbox', { name: 'Announcement' })
const until = () => page.getByLabel('Shown until')
const contact = () => page.getByRole('textbox', { name: 'Whom people ask for access' })
const save = () => page.getByRole('button', { name: 'Save', exact: true })
const dialog = () => page.getByRole('dialog')

test('is found in the menu of administration, and has its name in the title', async () => {
  await page.goto(`${demo.url}/portal`)
  await page.getByRole('button', { name: 'Admin' }).click()
  await page.getByRole('menuitem', { name: 'Launcher' }).click()
  await announcement().waitFor()
  expect(page.url()).toBe(`${demo.url}/portal/admin/launcher`)
  expect(await page.title()).toMatch(/^Launcher \| /)
})

test('an announcement with an end and a contact is saved, and people read it', async () => {
  expect(await until().isDisabled()).toBe(true)
  await announcement().fill('Payroll is closed on Sunday.')
  await until().fill('2099-01-31T18:00')
  await contact().fill('the service desk')
  await save().click()
  await page.getByText('The launcher settings were saved.').waitFor()
  const { announcement: told, accessContact } = await stored()
  expect([told?.text, accessContact]).toEqual(['Payroll is closed on Sunday.', 'the service desk'])
  expect(new Date(told?.until ?? '').getFullYear()).toBe(2099)
  expect(await until().inputValue()).toBe('2099-01-31T18:00')
  expect(await save().isDisabled()).toBe(true)
  await page.goto(`${demo.url}/portal`)
  await page.getByRole('region', { name: 'Announcement' }).getByText('Payroll is closed on Sunday.').waitFor()
})

test('leaving with unsaved changes asks, and Cancel returns the focus to what was pressed', async () => {
  await announcement().fill('Not saved')
  const home = page.getByRole('link', { name: 'Home', exact: true })
  await home.focus()
  await page.keyboard.press('Enter')
  await dialog().getByText('Not saved').first().waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await dialog().waitFor({ state: 'detached' })
  expect(await announcement().inputValue()).toBe('Not saved')
  expect(await focusedElement(page)).toBe('Home')
  expect((await stored()).announcement).toBeNull()
  await home.click()
  await dialog().getByRole('button', { name: 'Discard' }).click()
  await page.waitForURL(`${demo.url}/portal`)
})

test('a save over a newer version asks, and keeps what was typed', async () => {
  await contact().fill('the service desk')
  await api.call('PUT', settingsPath, { announcement: { text: 'Of another', until: null }, accessContact: null })
  await save().click()
  await dialog().waitFor()
  expect((await stored()).accessContact).toBeNull()
  await page.keyboard.press('Enter')
  await dialog().waitFor({ state: 'detached' })
  expect(await announcement().inputValue()).toBe('Of another')
  expect(await contact().inputValue()).toBe('the service desk')
  await save().click()
  await page.getByText('The launcher settings were saved.').waitFor()
  expect(await stored()).toEqual({
    announcement: { text: 'Of another', until: null },
    accessContact: 'the service desk',
  })
})

test('a text that is too long says so beside its field, and cannot be saved', async () => {
  await announcement().fill('x'.repeat(501))
  await contact().focus()
  await page.getByText('This text is too long.').first().waitFor()
  expect(await announcement().getAttribute('aria-invalid')).toBe('true')
  expect(await save().isDisabled()).toBe(true)
})

test.each([
  [1440, 'light'],
  [390, 'dark'],
  [320, 'light'],
] as const)(
  'at %i px, %s, it has no accessibility violations and nothing beside the window',
  async (width, colorScheme) => {
    await enter({ width, colorScheme })
    await announcement().fill('Payroll is closed on Sunday.')
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await page.locator('header a').first().focus()
    await page.keyboard.press('Enter')
    await dialog().waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
  },
)

test('the fields are reached by Tab in the order of the page', async () => {
  await announcement().fill('Closed')
  await page.keyboard.press('Tab')
  expect(await until().evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.press('Shift+Tab')
  expect(await focusedElement(page)).toBe('Announcement')
})
