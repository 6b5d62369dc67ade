import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import type { AdminApi } from './support/admin-api.ts'
import { focusedElement } from './support/focus.ts'
import { portalDemo } from './support/portal-demo.ts'
import { startScimApplication, type ScimApplication } from './support/scim-application.ts'
import { hearAnnouncements } from './support/spoken-page.ts'
import { withoutAnswers, type Visitor } from './support/visitor.ts'

// Tab Provisioning of an application in the portal, with an application whose SCIM service is of another make.

const demo = portalDemo()
let api: AdminApi
let envId: string
let path: string
let application: ScimApplication
let visitor: Visitor
let page: Page

type Provisioning = {
  config: { url: string } | null
  people: number
  behind: number
  lastSentAt: string | null
  pausedReason: string | null
}
const provisioningPath = () => `/portal/admin/environments/${envId}/applications/${appId}/provisioning`
const stored = () => api.call<Provisioning>('GET', provisioningPath())
let appId: string

beforeAll(async () => {
  api = await demo.api()
  const { environments } = await api.call<{ environments: { id: string; name: string }[] }>(
    'GET',
    '/portal/admin/environments',
  )
  envId = environments.find(({ name }) => name === 'Production')?.id ?? ''
  const { applications } = await api.call<{ applications: { id: string; label: string }[] }>(
    'GET',
    `/portal/admin/environments/${envId}/applications`,
  )
  appId = applications.find(({ label }) => label === 'Billing')?.id ?? ''
  path = `${demo.url}/portal/admin/environments/${envId}/applications/edit/${appId}`
})

beforeEach(async () => {
  application = await startScimApplication()
  await api.call('DELETE', provisioningPath())
  visitor = await demo.enter()
  page = visitor.page
  await page.goto(path)
  await page.getByRole('link', { name: 'Provisioning' }).click()
  await url().waitFor()
})
afterEach(async () => {
  await application.close()
  expect(withoutAnswers(visitor.complaints, 400, 409)).toEqual([])
})

const url = () => page.getByRole('textbox', { name: 'Base URL of the SCIM service' })
const token = () => page.getByLabel('Bearer token')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const fact = (name: string) =>
  page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]')
const behind = () => page.getByRole('region', { name: 'Behind' })
const isFocused = (name: string) => page.evaluate((wanted) => document.activeElement?.textContent === wanted, name)

async function send(): Promise<void> {
  await api.call('PUT', provisioningPath(), { config: { url: application.url }, bearerToken: application.token })
}

test('people are sent once address and token are saved; the token is not shown, and progress comes by itself', async () => {
  await url().fill(application.url)
  await token().focus()
  await token().blur()
  await page.getByText('Enter the bearer token that the application accepts for SCIM requests.').first().waitFor()
  expect(await button('Save').getAttribute('aria-disabled')).toBe('true')
  await token().fill('of-yesterday')
  await button('Test the connection').click()
  await page.getByText('The application rejected the token with status 401.').waitFor()
  await token().fill(application.token)
  await button('Test the connection').click()
  await page.getByText('The application answered and accepted the token.').waitFor()
  expect((await stored()).config).toBeNull()
  const changes = page.getByRole('complementary', { name: 'What Save will change' })
  await changes.getByText('Bearer token').waitFor()
  expect(await page.locator('body').textContent()).not.toContain(application.token)
  await button('Save').click()
  await page.getByText('The provisioning settings were saved.').waitFor()
  expect(await token().inputValue()).toBe('')
  await page.getByText('A token is stored. Leave this empty to keep it.').waitFor()
  await expect.poll(() => fact('Behind').textContent(), { timeout: 30_000 }).toBe('0')
  await expect.poll(() => fact('Last sent').textContent(), { timeout: 30_000 }).not.toBe('Not yet')
  const { people } = await stored()
  expect(people).toBeGreaterThan(0)
  expect(await fact('People').textContent()).toBe(String(people))
  expect(application.users.size).toBe(people)
  await behind().getByText('The application is up to date.').waitFor()
  await button('Test the connection').click()
  await page.getByText('The application answered and accepted the token.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})

test('who was not taken over is named with what the application says, and goes through when it is tried again', async () => {
  application.interfere = ({ method }) =>
    method === 'POST' ? { status: 400, detail: 'no <b>licence</b> left' } : undefined
  await send()
  await page.reload()
  const row = behind().getByRole('row').filter({ hasText: 'ada@acme.example' })
  await row.getByText('The application answered with status 400: no <b>licence</b> left').waitFor()
  await fact('State').getByText('Failing').waitFor({ timeout: 30_000 })
  await fact('State').getByText('People do not arrive: the application refuses them.').waitFor()
  await fact('Last failure').getByText('status 400: no <b>licence</b> left').waitFor()
  expect(await row.textContent()).toContain('Create')
  expect(await accessibilityViolations(page)).toEqual([])
  application.interfere = () => undefined
  await button('Try again now').click()
  await page.getByText('Everything that is behind is being retried now.').waitFor()
  await behind().getByText('The application is up to date.').waitFor()
  await expect.poll(() => fact('State').textContent(), { timeout: 30_000 }).toBe('On')
  expect(application.users.size).toBe((await stored()).people)
})

test('an existing account is listed with whose it is, and taken over only after it was approved', async () => {
  const meta = { created: '2020-02-03T04:05:06Z', lastModified: '2026-01-02T03:04:05Z' }
  const there = { id: 'there-1', userName: 'ada@acme.example', displayName: '<b>Root</b> of Billing', meta }
  application.users.set(there.id, there)
  await send()
  await page.reload()
  const region = page.getByRole('region', { name: 'Existing accounts' })
  const row = region.getByRole('row').filter({ hasText: 'ada@acme.example' })
  await row.getByText('Waits for approval').waitFor({ timeout: 30_000 })
  expect(await row.textContent()).toMatch(/<b>Root<\/b> of Billing.*there-1/)
  await expect.poll(() => fact('Waiting for approval').textContent(), { timeout: 30_000 }).toBe('1')
  await expect.poll(() => fact('State').textContent(), { timeout: 30_000 }).toBe('On')
  await behind().getByRole('row').filter({ hasText: 'ada@acme.example' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await row.getByRole('checkbox').check()
  await button('Approve').click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByText(
      /^The person .+ \(ada@acme\.example\) of .+ will take over an existing account of Billing in Production: <b>Root<\/b> of Billing \(ada@acme\.example, there-1\)\. It has existed there since February 3, 2020\./,
    )
    .waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(application.users.get('there-1')).toEqual(there)
  await button('Approve').click()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('1 takeover was approved.').waitFor()
  await expect
    .poll(() => application.users.get('there-1')?.['externalId'], { timeout: 30_000 })
    .toMatch(/^[0-9a-f-]{36}$/)
  await region.waitFor({ state: 'detached', timeout: 30_000 })
  // Her groups wait half a minute for members who are not there yet.
  await behind().getByText('The application is up to date.').waitFor({ timeout: 60_000 })
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await sidewaysScroll(page)).toBe(0)
})

test('everything is sent again after a question, and mends what the application has otherwise', async () => {
  await send()
  await expect.poll(async () => (await stored()).lastSentAt, { timeout: 30_000 }).not.toBeNull()
  await expect.poll(async () => (await stored()).behind, { timeout: 30_000 }).toBe(0)
  for (const [id, one] of application.users) application.users.set(id, { ...one, active: false })
  await page.reload()
  await button('Send everything again').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Send everything to Billing in Production again?').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send everything again' }).click()
  await page.getByText('Everything is compared and sent again.').waitFor()
  await expect.poll(() => isFocused('Send everything again')).toBe(true)
  const inactive = () => [...application.users.values()].filter((one) => one['active'] === false).length
  await expect.poll(inactive, { timeout: 30_000 }).toBe(0)
})

test('a token that the application refuses pauses it, and a new one lets it go on', async () => {
  await api.call('PUT', provisioningPath(), { config: { url: application.url }, bearerToken: 'of-yesterday' })
  await page.reload()
  await fact('State').getByText('Paused: the application rejected the token.').waitFor()
  await button('Test the connection').click()
  await page.getByText('The application rejected the token with status 401.').waitFor()
  await token().fill(application.token)
  await page.getByRole('checkbox', { name: 'Send changes' }).check()
  await button('Test the connection').click()
  await page.getByText('The application answered and accepted the token.').waitFor()
  await button('Save').click()
  await expect.poll(async () => (await stored()).lastSentAt, { timeout: 30_000 }).not.toBeNull()
  await expect.poll(() => fact('State').textContent(), { timeout: 30_000 }).toBe('On')
})

test('a paused application is named on the launcher and among the notices, and both lead to its tab, until it goes on', async () => {
  await api.call('PUT', provisioningPath(), { config: { url: application.url }, bearerToken: 'of-yesterday' })
  await expect.poll(async () => (await stored()).pausedReason, { timeout: 30_000 }).toBe('unauthorized')
  const banners = page.locator('[data-banners]')
  const sentence = 'Provisioning is paused: the application rejected the token. Enter a new one.'
  await page.goto(`${demo.url}/portal`)
  await banners.getByText(sentence).waitFor()
  expect(await banners.innerText()).toContain('Billing (Production)')
  expect(await accessibilityViolations(page)).toEqual([])
  await banners.getByRole('link', { name: 'Open Provisioning' }).click()
  await page.waitForURL(`${path}?tab=provisioning`)
  await page.goto(`${demo.url}/portal/admin/notices`)
  const row = page.getByRole('table', { name: 'What should be fixed' }).getByRole('row', { name: /Billing/ })
  await row.getByText(sentence).waitFor()
  expect(await row.innerText()).toContain('Urgent')
  expect(await accessibilityViolations(page)).toEqual([])
  await row.getByRole('link', { name: 'Billing' }).click()
  await page.waitForURL(`${path}?tab=provisioning`)
  await send()
  await page.goto(`${demo.url}/portal`, { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: 'Billing' }).waitFor()
  expect(await banners.getByText('Billing (Production)').count()).toBe(0)
})

test('sending is stopped after a question; what is typed is not left without one', async () => {
  await send()
  await page.reload()
  await button('Stop sending').click()
  await page.getByRole('dialog').getByText('Stop sending people to Billing in Production?').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => isFocused('Stop sending')).toBe(true)
  await url().fill('https://billing.example/scim')
  expect(await button('Stop sending').isDisabled()).toBe(true)
  await page.getByRole('link', { name: 'Icon and access text' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await button('Discard').click()
  await button('Stop sending').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop sending' }).click()
  await page.getByText('People and groups are no longer sent to the application.').waitFor()
  expect((await stored()).config).toBeNull()
  await expect.poll(() => url().inputValue()).toBe('')
  expect(await behind().count()).toBe(0)
  // The button is gone: the form starts again at its first field.
  await expect.poll(() => focusedElement(page)).toBe('Base URL of the SCIM service')
})

test('nothing is announced of a form that is opened, and each change of the state is announced once', async () => {
  const heard = await hearAnnouncements(page)
  await page.reload()
  await url().waitFor()
  await page.getByText('Base URL of the SCIM service: A value is required.').waitFor()
  expect(heard().filter((said) => said.includes('required'))).toEqual([])
  await url().focus()
  await token().focus()
  await expect.poll(() => heard().filter((said) => said.includes('required')).length).toBe(1)
  await url().fill(application.url)
  await token().fill(application.token)
  await button('Save').click()
  const upToDate = 'The application is up to date.'
  await expect.poll(() => heard().filter((said) => said.includes(upToDate)).length, { timeout: 30_000 }).toBe(1)
  await api.call('PUT', provisioningPath(), {
    config: { url: application.url, sendGroups: false },
    bearerToken: 'of-yesterday',
  })
  const paused = () => heard().filter((said) => said.startsWith('State: Paused: the application rejected the token.'))
  await expect.poll(paused, { timeout: 30_000 }).toHaveLength(1)
  // Read at least once again.
  let reads = 0
  page.on('response', (answer) => void (reads += new URL(answer.url()).pathname.endsWith('/provisioning') ? 1 : 0))
  await expect.poll(() => reads, { timeout: 30_000 }).toBeGreaterThanOrEqual(2)
  expect(paused()).toHaveLength(1)
})

test('a button that is off says why, and a test says nothing of settings that are saved after it', async () => {
  await send()
  await page.reload()
  await button('Test the connection').click()
  const tested = page.getByText('The application answered and accepted the token.')
  await tested.waitFor()
  await page.getByRole('checkbox', { name: 'Send changes' }).uncheck()
  for (const name of ['Try again now', 'Stop sending'])
    expect(await describedBy(name)).toBe('Save or discard your changes first.')
  await button('Save').click()
  await expect.poll(() => describedBy('Try again now')).toBe('Nothing is being sent: switch “Send changes” on first.')
  expect(await describedBy('Stop sending')).toBe('')
  await tested.waitFor({ state: 'detached' })
})

test('turning the pages of what is behind keeps the focus on the pager, and off it when one page is left', async () => {
  await send()
  let rowsMax = 70
  await page.route(
    (address) => address.pathname.endsWith('/provisioning/behind'),
    async (route) => {
      const query = new URL(route.request().url()).searchParams
      const limit = Number(query.get('limit'))
      const from = Number(query.get('cursor') ?? 0)
      const until = Math.min(rowsMax, from + limit)
      const objects = Array.from({ length: Math.max(0, until - from) }, (_, at) => ({
        kind: 'person',
        id: `id-${from + at}`,
        name: `person-${from + at}@acme.example`,
        change: 'create',
        attempts: 1,
        nextAttemptAt: '2026-01-31T10:00:00Z',
        lastFailure: null,
      }))
      const previous = from > 0 ? String(Math.max(0, from - limit)) : null
      await route.fulfill({ json: { objects, next: until < rowsMax ? String(until) : null, previous } })
    },
  )
  await page.reload()
  const turn = behind().getByRole('button', { name: 'Next' })
  await turn.focus()
  expect(await focusedElement(page)).toBe('Next')
  rowsMax = 3
  await turn.waitFor({ state: 'detached', timeout: 30_000 })
  await expect.poll(() => focusedElement(page)).toBe('Behind')
})

const describedBy = (name: string) =>
  button(name).evaluate(
    (element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent ?? '',
  )

test.each(['de', 'ar'])('at 390 pixels in %s nothing leaves the page', async (language) => {
  application.interfere = ({ method }) =>
    method === 'POST' ? { status: 400, detail: 'a-word-without-a-space-'.repeat(10) } : undefined
  await send()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate((lang) => void (document.cookie = `portico-language=${lang}; path=/`), language)
  await page.reload()
  await page.getByText('a-word-without-a-space-').first().waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
})
