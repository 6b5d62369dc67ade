import { beforeEach, expect, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import { focusedElement } from './support/focus.ts'
import { portalDemo } from './support/portal-demo.ts'

// The idle time of sessions on the Security tab (spec sections 5, 8 and 9).

const demo = portalDemo()
const path = '/portal/admin/settings/idletime'
beforeEach(async () => (await demo.api()).call('PUT', path, { idletime: '00:30' }))

async function enter(width = 1440) {
  const { page } = await demo.enter({ width })
  await page.goto(`${demo.url}/portal/admin/global-settings/security-settings`)
  const section = page.getByRole('region', { name: 'Session idle time' })
  const time = section.getByRole('combobox', { name: 'End a session after' })
  await time.waitFor()
  return { page, section, time, save: section.getByRole('button', { name: 'Save', exact: true }) }
}

test('an administrator chooses another time from 15 minutes to 12 hours, and leaving before the save asks', async () => {
  const { page, section, time, save } = await enter(320)
  const offered = await time.locator('option').allInnerTexts()
  expect([offered[0], offered[1], offered.at(-1)]).toEqual(['15 minutes', '30 minutes (current)', '12 hours'])
  await time.selectOption('02:00')
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await page.locator('header a').first().focus()
  const focused = await focusedElement(page)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  expect(await focusedElement(page)).toBe(focused)
  await time.selectOption('00:30')
  await section.getByText('Current time and new time cannot be the same.').first().waitFor()
  expect(await save.isDisabled()).toBe(true)
  await time.selectOption('01:00')
  await save.click()
  await page.getByText('The idle time of sessions was saved.').waitFor()
  expect(await (await demo.api()).call('GET', path)).toEqual({ idletime: '01:00', readonly: false })
})

test.each([
  [400, 'Please verify that your changes are valid.'],
  [500, 'Please sign in again, or check back later.'],
])('a save that fails with %i is the settings banner: %s', async (status, message) => {
  const { page, section, time, save } = await enter()
  const json = { errorID: 'INVALID_REQUEST', errorMessage: 'Of the server', requestID: '1', details: [] }
  await page.route(`**/api${path}*`, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status, json }) : route.continue(),
  )
  await time.selectOption('01:00')
  await save.click()
  await section.getByRole('alert').getByText('Some or all of your changes could not be saved.').waitFor()
  await section.getByRole('alert').getByText(message).waitFor()
  expect(await page.getByRole('alert').filter({ hasText: 'Of the server' }).count()).toBe(1)
  expect(await accessibilityViolations(page)).toEqual([])
})
