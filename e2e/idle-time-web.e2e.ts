import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import { type AdminApi } from './support/admin-api.ts'
import { focusedElement } from './support/focus.ts'
import { portalDemo } from './support/portal-demo.ts'
import { withoutAnswers, type Visitor, type VisitorOptions } from './support/visitor.ts'

// The idle time of sessions on the Security tab (spec sections 5, 8 and 9).

const demo = portalDemo()
let api: AdminApi
let visitor: Visitor
let page: Page

beforeAll(async () => {
  api = await demo.api()
})

const path = '/portal/admin/settings/idletime'
const stored = async () => (await api.call<{ idletime: string }>('GET', path)).idletime
const section = () => page.getByRole('region', { name: 'Session idle time' })
const time = () => section().getByRole('combobox', { name: 'End a session after' })
const save = () => section().getByRole('button', { name: 'Save', exact: true })
const shown = () => time().evaluate((field: HTMLSelectElement) => field.selectedOptions[0]?.label)

async function enter(options: VisitorOptions = {}): Promise<void> {
  visitor = await demo.enter(options)
  page = visitor.page
  await page.goto(`${demo.url}/portal/admin/global-settings/security-settings/idle-time`)
  await time().waitFor()
}

beforeEach(async () => {
  await api.call('PUT', path, { idletime: '00:30' })
  await enter()
})
afterEach(() => expect(withoutAnswers(visitor.complaints, 400, 412, 500)).toEqual([]))

test('an administrator chooses from 15 minutes to 12 hours, and their own session has the new time', async () => {
  expect(await time().locator('option').allInnerTexts()).toEqual([
    '15 minutes',
    '30 minutes (current)',
    '1 hour',
    '2 hours',
    '4 hours',
    '8 hours',
    '12 hours',
    'Another duration …',
  ])
  expect(await save().isDisabled()).toBe(true)
  await time().selectOption('01:00')
  const clock = page.waitForResponse((response) => response.url().includes('/portal/cloudsession'))
  await save().click()
  await page.getByText('The idle time of sessions was saved.').waitFor()
  expect(await stored()).toBe('01:00')
  expect(await shown()).toBe('1 hour (current)')
  expect(await save().isDisabled()).toBe(true)
  expect(((await (await clock).json()) as { sessionIdleSecs: number }).sessionIdleSecs).toBe(3600)
})

test('choosing the current time again says so, with the sentence of the specification', async () => {
  await time().selectOption('02:00')
  expect(await save().isDisabled()).toBe(false)
  await time().selectOption('00:30')
  await section().getByText('Current time and new time cannot be the same.').first().waitFor()
  expect(await time().getAttribute('aria-invalid')).toBe('true')
  expect(await save().isDisabled()).toBe(true)
})

test('a time of the command line that the dropdown does not offer is shown as the current one', async () => {
  await api.call('PUT', path, { idletime: '00:05' })
  await page.reload()
  await time().waitFor()
  expect(await shown()).toBe('5 minutes (current)')
  expect(await section().getByText('Time must be').count()).toBe(0)
})

test('another time is typed as hh:mm, with the limits and sentences of the settings form', async () => {
  await time().selectOption('Another duration …')
  const typed = section().getByRole('textbox', { name: 'Duration as hh:mm' })
  expect(await typed.inputValue()).toBe('00:30')
  for (const [text, sentence] of [
    ['half', 'Time must be set as hh:mm.'],
    ['00:04', 'Time must be between 5 minutes and 24 hours.'],
    ['24:01', 'Time must be between 5 minutes and 24 hours.'],
    ['00:30', 'Current time and new time cannot be the same.'],
  ] as const) {
    await typed.fill(text)
    await typed.blur()
    await section().getByText(sentence).first().waitFor()
    expect(await save().isDisabled()).toBe(true)
  }
  expect(await accessibilityViolations(page)).toEqual([])
  await typed.fill('24:00')
  await save().click()
  await page.getByText('The idle time of sessions was saved.').waitFor()
  expect(await stored()).toBe('24:00')
  expect(await shown()).toBe('24 hours (current)')
})

test.each([
  [400, 'Please verify that your changes are valid.'],
  [500, 'Please sign in again, or check back later.'],
])('a save that fails with %i is the settings banner: %s', async (status, message) => {
  const body = { errorID: 'INVALID_REQUEST', errorMessage: 'Of the server', requestID: '1', details: [] }
  await page.route(`**/api${path}*`, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status, json: body }) : route.continue(),
  )
  await time().selectOption('01:00')
  await save().click()
  const alert = section().getByRole('alert')
  await alert.getByText('Some or all of your changes could not be saved.').waitFor()
  await alert.getByText(message).waitFor()
  expect(await page.getByRole('alert').filter({ hasText: 'Of the server' }).count()).toBe(1)
  expect(await time().inputValue()).toBe('01:00')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.unroute(`**/api${path}*`)
  await save().click()
  await page.getByText('The idle time of sessions was saved.').waitFor()
  expect(await alert.getByText(message).count()).toBe(0)
})

test('a save that is refused for a field names it in the details, with the reference', async () => {
  const details = [{ errorID: 'TAKEN', fieldID: 'prefixes', errorMessage: 'Taken.' }]
  const body = { errorID: 'INVALID_REQUEST', errorMessage: 'Of the server', requestID: 'r-1', details }
  await page.route(`**/api${path}*`, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 400, json: body }) : route.continue(),
  )
  await time().selectOption('01:00')
  await save().click()
  await section()
    .getByRole('button', { name: /Click here to view more details/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Error details' })
  await dialog.getByText('Of the server').waitFor()
  await dialog.getByText('Windows domain: Taken.').waitFor()
  await dialog.getByText('Reference: r-1').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})

test('a save over a newer time asks, and keeps what was chosen', async () => {
  await time().selectOption('01:00')
  await api.call('PUT', path, { idletime: '04:00' })
  await save().click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await time().inputValue()).toBe('01:00')
  expect(await time().locator('option', { hasText: '4 hours (current)' }).count()).toBe(1)
  await save().click()
  await page.getByText('The idle time of sessions was saved.').waitFor()
  expect(await stored()).toBe('01:00')
})

test('leaving with a chosen time asks, and Cancel returns the focus to what was pressed', async () => {
  await time().selectOption('01:00')
  const home = page.getByRole('link', { name: 'Home', exact: true })
  await home.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText('Session idle time').first().waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await focusedElement(page)).toBe('Home')
  await home.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await page.waitForURL(`${demo.url}/portal`)
  expect(await stored()).toBe('00:30')
})

test.each([
  [1440, 'light'],
  [390, 'dark'],
  [320, 'light'],
] as const)('at %i px, %s, it has no accessibility violations and fits', async (width, colorScheme) => {
  await enter({ width, colorScheme })
  await time().selectOption('01:00')
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
})
