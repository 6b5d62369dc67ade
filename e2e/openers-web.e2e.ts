import { afterEach, beforeAll, expect, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import type { AdminApi } from './support/admin-api.ts'
import { focusedElement } from './support/focus.ts'
import { portalDemo } from './support/portal-demo.ts'
import { withoutAnswers } from './support/visitor.ts'

// Who can open an application, on its page in the portal.

type Named = { id: string; name: string }

const demo = portalDemo()
let api: AdminApi
let applications: string
const appIds = new Map<string, string>()
let complaints: readonly string[] = []

beforeAll(async () => {
  api = await demo.api()
  const answer = await api.call<{ environments: Named[] }>('GET', '/portal/admin/environments')
  const envId = answer.environments.find(({ name }) => name === 'Production')?.id ?? ''
  applications = `/portal/admin/environments/${envId}/applications`
  const found = await api.call<{ applications: { id: string; label: string }[] }>('GET', applications)
  for (const { id, label } of found.applications) appIds.set(label, id)
})
afterEach(() => expect(withoutAnswers(complaints, 403)).toEqual([]))

async function open(app: string, { query = '?tab=people', person = 'ada', width = 1440 } = {}) {
  const visitor = await demo.enter({ person, width, height: 900 })
  complaints = visitor.complaints
  await visitor.page.goto(`${demo.url}${applications}/edit/${appIds.get(app)}${query}`)
  return { page: visitor.page, table: visitor.page.getByRole('table', { name: 'Who can open it' }) }
}

test('it is counted and listed as the API says, and searched', async () => {
  const { page, table } = await open('Billing')
  await table.waitFor()
  const path = `${applications}/${appIds.get('Billing')}/people`
  const { people, total } = await api.call<{ people: Named[]; total: number }>('GET', path)
  await page.getByText(`${total} people`, { exact: true }).waitFor()
  const shown = await table.getByRole('row').locator('td:first-child').allInnerTexts()
  expect(shown).toEqual(people.map(({ name }) => name))
  expect(shown).toContain('Chidi Lindqvist')
  await page.getByRole('textbox', { name: 'Search by name, username or e-mail address' }).fill('chidi')
  await page.getByText('1 person', { exact: true }).waitFor()
  expect(await table.getByRole('row').nth(1).innerText()).toMatch(/Clerk.*finance/s)
  await page.getByRole('link', { name: 'Chidi Lindqvist', exact: true }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Chidi Lindqvist' }).waitFor()
  expect(await focusedElement(page)).toContain('Chidi Lindqvist')
})

test('Roles & Groups leads to every tab by its name, and the tabs keep the focus', async () => {
  const { page, table } = await open('Billing', { query: '' })
  const links = page.getByRole('navigation', { name: 'Billing' }).getByRole('link')
  const tabs = ['Icon and access text', 'Single sign-on', 'Provisioning', 'Who can open it']
  await expect.poll(() => links.allInnerTexts()).toEqual(tabs)
  const addresses = () => links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  const ofTabs = await addresses()
  await page.getByRole('link', { name: 'Applications, Production' }).press('Enter')
  await page.getByRole('heading', { name: 'Roles in Billing' }).waitFor()
  await expect.poll(() => links.allInnerTexts()).toEqual(tabs)
  expect(await addresses()).toEqual(ofTabs)
  await page.getByRole('link', { name: 'Who can open it' }).press('Enter')
  await table.waitFor()
  await page.getByRole('link', { name: 'Icon and access text' }).press('Enter')
  await page.getByRole('textbox', { name: 'How people ask for it' }).waitFor()
  expect(await focusedElement(page)).toBe('Icon and access text')
})

test.each([1440, 320])('at %i px it passes axe and does not scroll sideways', async (width) => {
  const { page, table } = await open('Portal', { width })
  await table.waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
})

test('people who do not administer do not see it', async () => {
  const { page, table } = await open('Billing', { person: 'chidi' })
  await page.waitForURL('**/login/unauthorized**')
  expect(await table.count()).toBe(0)
})
