import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import { type AdminApi } from './support/admin-api.ts'
import { portalDemo } from './support/portal-demo.ts'
import { withoutAnswers, type Visitor, type VisitorOptions } from './support/visitor.ts'

// Support access on the Security tab (spec sections 2, 3, 8 and 9).

const demo = portalDemo()
let api: AdminApi
let visitor: Visitor
let page: Page

beforeAll(async () => {
  api = await demo.api()
})

const path = '/portal/admin/settings/support-access'
const stored = () => api.call<{ allowProsAccess: boolean; allowProsChange: boolean }>('GET', path)
const section = () => page.getByRole('region', { name: 'Support access' })
const access = () => section().getByRole('checkbox', { name: 'Allow support users to enter this tenant' })
const change = () => section().getByRole('checkbox', { name: 'Allow support users to change settings' })
const save = () => section().getByRole('button', { name: 'Save', exact: true })

async function enter(options: VisitorOptions = {}): Promise<void> {
  visitor = await demo.enter(options)
  page = visitor.page
  await page.goto(`${demo.url}/portal/admin/global-settings/security-settings/support-access`)
  await access().waitFor()
}

beforeEach(async () => {
  await api.call('PUT', path, { allowProsAccess: false })
  await enter()
})
afterEach(() => expect(withoutAnswers(visitor.complaints, 400, 500)).toEqual([]))

test('an administrator opens the Security tab, and allows and denies support access', async () => {
  await page.goto(`${demo.url}/portal/admin/global-settings`)
  await page.getByRole('link', { name: 'Security', exact: true }).click()
  await page.waitForURL('**/security-settings')
  await page.getByRole('navigation', { name: 'Security' }).getByRole('link', { name: 'Support access' }).click()
  await page.waitForURL('**/security-settings/support-access')
  await access().waitFor()
  expect(await access().isChecked()).toBe(false)
  expect(await change().isDisabled()).toBe(true)
  expect(await save().isDisabled()).toBe(true)
  await access().check()
  await save().click()
  await page.getByText('Support users can enter this tenant. They cannot change anything.').waitFor()
  expect(await stored()).toEqual({ allowProsAccess: true, allowProsChange: false })
  await change().check()
  await save().click()
  await page.getByText('Support users can enter this tenant and change settings.').waitFor()
  await access().uncheck()
  expect(await change().isChecked()).toBe(false)
  await save().click()
  await page.getByText('Support users cannot enter this tenant.').waitFor()
  expect(await stored()).toEqual({ allowProsAccess: false, allowProsChange: false })
})

test.each([
  [400, 'Please verify that your changes are valid.'],
  [500, 'Please sign in again, or check back later.'],
])('a save that fails with %i is the settings banner: %s', async (status, message) => {
  const body = { errorID: 'INVALID_REQUEST', errorMessage: 'Of the server', requestID: '1', details: [] }
  await page.route(`**/api${path}*`, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status, json: body }) : route.continue(),
  )
  await access().check()
  await save().click()
  const alert = section().getByRole('alert')
  await alert.getByText('Some or all of your changes could not be saved.').waitFor()
  await alert.getByText(message).waitFor()
  expect(await access().isChecked()).toBe(true)
  expect(await stored()).toEqual({ allowProsAccess: false, allowProsChange: false })
})

test.each([
  [1440, 'light'],
  [390, 'dark'],
] as const)('at %i px, %s, it has no accessibility violations and fits', async (width, colorScheme) => {
  await enter({ width, colorScheme })
  await access().check()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
})
