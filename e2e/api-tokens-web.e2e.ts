import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import { focusedElement } from './support/focus.ts'
import { portalDemo } from './support/portal-demo.ts'
import type { VisitorOptions } from './support/visitor.ts'

// People create API tokens for applications, see them once, and revoke them; administrators find and revoke those of others.

const demo = portalDemo()
const search = 'Search by name, owner, application or the first characters of a token'
let page: Page

async function enter(options: VisitorOptions = {}): Promise<void> {
  page = (await demo.enter(options)).page
  await page.goto(`${demo.url}/portal/apitoken`)
  await page.getByRole('button', { name: 'Create token' }).waitFor()
}

const names = () => page.getByRole('table', { name: 'API tokens' }).locator('tbody tr')

/** Fills in the form and answers the token shown. */
async function create(name: string): Promise<string> {
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('button', { name: /Application$/ }).click()
  await page.getByRole('option', { name: /^Billing/ }).click()
  await page.getByRole('button', { name: /Roles in the application$/ }).click()
  await page.getByRole('listbox').getByRole('option').first().click()
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByText('it is not shown again').waitFor()
  const shown = await page.locator('code').innerText()
  return shown.replaceAll(/\s/g, '')
}

test('the user menu leads to API tokens; one that is created is shown once, listed and revoked', async () => {
  page = (await demo.enter()).page
  await page.getByRole('button', { name: /Ada/ }).click()
  await page.getByRole('menuitem', { name: 'API tokens' }).click()
  await page.getByText('You have no API tokens yet.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/portal/apitoken')
  expect(await page.title()).toMatch(/^API Token \| /)
  const token = await create('nightly')
  expect(token).toMatch(/^pat_[0-9A-Za-z]{49}$/)
  // The focus is where the token is, and returns to the button.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('The token nightly was created.')
  await page.getByRole('button', { name: 'Done' }).click()
  await names().first().waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Create token')
  const row = await names().first().innerText()
  for (const part of ['nightly', 'Billing', 'Active', 'Never used', token.slice(0, 8)]) expect(row).toContain(part)
  await page.reload()
  await names().first().waitFor()
  expect(await page.content()).not.toContain(token.slice(8))
  await page.getByRole('button', { name: 'Revoke: nightly' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Revoke: nightly' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('The token nightly was revoked.').waitFor()
  await expect.poll(() => names().first().innerText()).toContain('Revoked')
  expect(await page.getByRole('button', { name: 'Revoke: nightly' }).count()).toBe(0)
  await expect.poll(() => focusedElement(page)).toBe(search)
})

test('the focus moves from a revoked token to the next one', async () => {
  await enter()
  for (const name of ['first', 'second']) {
    await create(name)
    await page.getByRole('button', { name: 'Done' }).click()
  }
  await page.getByRole('button', { name: 'Revoke: second' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).press('Enter')
  await page.getByText('The token second was revoked.').waitFor()
  await expect.poll(() => focusedElement(page)).toBe('Revoke: first')
})

test('missing values are reported beside their fields', async () => {
  await enter()
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('alert').getByText('Choose an application.').waitFor()
  await page.getByText('Enter a name for the token.').waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-haspopup'))).not.toBeNull()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Create token')
})

test('an administrator finds a token by its beginning and revokes it', async () => {
  await enter()
  const token = await create('leaked')
  await page.goto(`${demo.url}/portal/admin/global-settings/security-settings/api-tokens`)
  const section = page.getByRole('region', { name: 'API tokens of all people' })
  await section.getByRole('textbox').fill(token.slice(0, 8))
  await section.getByRole('button', { name: 'Revoke: leaked' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('The token leaked was revoked.').waitFor()
  await expect.poll(() => section.locator('tbody tr').first().innerText()).toContain('Revoked')
})

test.each([390, 1440])('at %i pixels nothing is cut, and screen readers can use it', async (width) => {
  await enter({ width, height: 800 })
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('textbox', { name: 'Name' }).waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).click()
  await create(`wide ${width}`)
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText(`wide ${width}`).waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
})
