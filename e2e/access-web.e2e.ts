import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import type { AdminApi } from './support/admin-api.ts'
import { focusedElement } from './support/focus.ts'
import { expectFocus } from './support/keyboard-hand.ts'
import { tabTo } from './support/keyboard.ts'
import { portalDemo, type EnterOptions } from './support/portal-demo.ts'
import { withoutAnswers, type Visitor } from './support/visitor.ts'

// What a person can open and why, and who can open an application, in the browser (decision 93).

type Explained = { username: string; allowed: boolean | null; steps: { sentence: string }[] }
type Named = { id: string; name: string }

const demo = portalDemo()
let api: AdminApi
let visitor: Visitor
let page: Page
let envId: string
const appIds = new Map<string, string>()

beforeAll(async () => {
  api = await demo.api()
  const { environments } = await api.call<{ environments: Named[] }>('GET', '/portal/admin/environments')
  envId = environments.find(({ name }) => name === 'Production')?.id ?? ''
  const path = `/portal/admin/environments/${envId}/applications`
  const { applications } = await api.call<{ applications: { id: string; label: string }[] }>('GET', path)
  for (const { id, label } of applications) appIds.set(label, id)
})
afterEach(() => expect(withoutAnswers(visitor.complaints, 403)).toEqual([]))

async function enter(options: EnterOptions = {}): Promise<void> {
  visitor = await demo.enter(options)
  page = visitor.page
}

function addressOf(question: Record<string, string>): string {
  return `${demo.url}/portal/admin/people/explain?${new URLSearchParams(question)}`
}

const appPage = (label: string, query = '') =>
  `${demo.url}/portal/admin/environments/${envId}/applications/edit/${appIds.get(label) ?? ''}${query}`
const step = (name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const link = (name: string) => page.getByRole('link', { name, exact: true })
const select = (name: string) => page.getByRole('combobox', { name, exact: true })
const verdict = async () => (await page.getByRole('region', { name: 'Answer' }).locator('h2 + *').innerText()).trim()
const sentences = () => page.getByRole('region', { name: 'Answer' }).locator('ol > li > p').allInnerTexts()

describe('the explanation of access', () => {
  test('leads from a person’s page over environment and application to what is missing, only by keyboard', async () => {
    await enter()
    await page.goto(`${demo.url}/portal/admin/people?q=emil`)
    await link('Emil Novak').press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Emil Novak' }).waitFor()
    await tabTo(page, link('Explain access'))
    await page.keyboard.press('Enter')
    await step('Applications').getByText('Can open').waitFor()
    expect(await verdict()).toBe('Access')
    await expectFocus(page.getByRole('main'))
    await tabTo(page, select('Environment'))
    await select('Environment').selectOption({ label: 'Production' })
    await select('Application').and(page.locator(':enabled')).waitFor()
    await tabTo(page, select('Application'))
    await select('Application').selectOption({ label: 'Reporting Vault' })
    await step('Roles').getByText('Groups that open it: auditors').waitFor()
    expect(await verdict()).toBe('No access')
    expect(await focusedElement(page)).toContain('Reporting Vault')
    const opens = step('Roles').getByRole('table', { name: 'Groups that open it' })
    expect(await opens.getByRole('row').allInnerTexts()).toEqual([
      expect.stringContaining('Group'),
      expect.stringContaining('auditors'),
      expect.stringContaining('finance'),
    ])
    await tabTo(page, link('Groups that open Reporting Vault'))
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove finance' }).waitFor()
  })

  test('says the sentences of the API, and its address is the question', async () => {
    await enter()
    const question = { environment: envId, application: appIds.get('Billing') ?? '' }
    for (const user of ['farah@acme.example', 'chidi@acme.example', 'newcomer@acme.example', 'x@nowhere.example']) {
      const path = `/portal/admin/access/explain?${new URLSearchParams({ user, ...question })}`
      const answer = await api.call<Explained>('GET', path)
      await page.goto(addressOf({ user, env: question.environment, app: question.application }))
      await page.getByRole('heading', { level: 2 }).waitFor()
      expect(await sentences()).toEqual(answer.steps.map(({ sentence }) => sentence))
      expect(await verdict()).toBe(
        answer.allowed === null ? 'Known after the first sign-in' : answer.allowed ? 'Access' : 'No access',
      )
      expect(await page.getByRole('textbox', { name: 'Username' }).inputValue()).toBe(user)
    }
  })

  test('shows each group as it was received and what it gives', async () => {
    await enter()
    await page.goto(addressOf({ user: 'lena@cloud.acme.example', env: envId }))
    const groups = step('Groups').getByText('2 groups', { exact: true })
    await groups.click()
    const table = step('Groups').getByRole('table')
    await expect.poll(() => table.getByRole('row').count()).toBe(3)
    // The provider sends object ids, which it translates to names.
    expect(await table.getByRole('row').nth(1).innerText()).toMatch(/Cloud Planners\s+[0-9a-f-]{36}\s+Yes/)
    await step('Roles')
      .getByText(/^\d+ roles$/)
      .click()
    await step('Roles')
      .getByRole('row', { name: /Planner.*Cloud Planners/ })
      .waitFor()
  })

  test('goes as far as it can for a username that has never signed in, and says plainly that no format matches', async () => {
    await enter()
    await page.goto(`${demo.url}/portal/admin/people`)
    await link('Explain access').press('Enter')
    const username = page.getByRole('textbox', { name: 'Username' })
    await username.waitFor()
    expect(await page.getByRole('heading', { level: 2 }).count()).toBe(0)
    await tabTo(page, username)
    await page.keyboard.type('newcomer@acme.example')
    await page.keyboard.press('Enter')
    await step('Person').getByText('has not signed in').waitFor()
    expect(await verdict()).toBe('Known after the first sign-in')
    await expectFocus(username)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Control+A')
    await page.keyboard.type('x@nowhere.example')
    await page.keyboard.press('Enter')
    await step('Person').waitFor({ state: 'detached' })
    await step('Username format').waitFor()
    expect(await page.getByRole('region', { name: 'Answer' }).getByRole('listitem').count()).toBe(1)
    expect(await verdict()).toBe('No access')
    await link('Username formats').press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Global Settings' }).waitFor()
  })
})

describe('who can open an application', () => {
  test('is counted and listed on its page, agrees with the API, and each person is explained', async () => {
    await enter()
    await page.goto(
      `${demo.url}/portal/admin/environment-settings/${envId}/roles-and-groups?app=${appIds.get('Billing')}`,
    )
    await link('Who can open it').press('Enter')
    const table = page.getByRole('table', { name: 'Who can open it' })
    await table.waitFor()
    const path = `/portal/admin/environments/${envId}/applications/${appIds.get('Billing')}/people`
    const { people, total } = await api.call<{ people: Named[]; total: number }>('GET', path)
    await page.getByText(`${total} people`, { exact: true }).waitFor()
    const shown = await table.getByRole('row').locator('td:first-child').allInnerTexts()
    expect(shown).toEqual(people.map(({ name }) => name))
    expect(shown).toContain('Chidi Lindqvist')
    await page.getByRole('textbox', { name: 'Search by name, username or e-mail address' }).fill('chidi')
    await page.getByText('1 person', { exact: true }).waitFor()
    await link('Explain the access of Chidi Lindqvist').press('Enter')
    await step('Roles').getByText('Clerk of Billing in Production').waitFor()
    expect(await verdict()).toBe('Access')
    await page.goBack()
    await table.getByRole('row', { name: /Chidi/ }).waitFor()
  })

  test('is reported where the search finds no person, and where no group opens the application', async () => {
    await enter()
    await page.goto(appPage('Billing', '?tab=people&q=zzz'))
    await page.getByText('No person matches.').waitFor()
    await page.getByRole('button', { name: 'Clear the search' }).first().press('Enter')
    await page.getByRole('table', { name: 'Who can open it' }).waitFor()
    const form = page.getByRole('link', { name: 'Icon and access text' })
    await form.press('Enter')
    await page.getByRole('textbox', { name: 'How people ask for it' }).waitFor()
    expect(await focusedElement(page)).toBe('Icon and access text')
  })
})

describe.each([1440, 320])('at %i px', (width) => {
  test('explanation and list pass axe and do not scroll sideways', async () => {
    await enter({ width, height: 900 })
    await page.goto(addressOf({ user: 'emil@acme.example', env: envId, app: appIds.get('Reporting Vault') ?? '' }))
    await step('Roles').getByRole('table').waitFor()
    await step('Groups').locator('summary').click()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await page.goto(appPage('Portal', '?tab=people'))
    await page.getByRole('table', { name: 'Who can open it' }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
  })
})

test('people who do not administer see neither', async () => {
  await enter({ person: 'chidi' })
  for (const address of [addressOf({ user: 'ada@acme.example' }), appPage('Billing', '?tab=people')]) {
    await page.goto(address)
    await page.waitForURL('**/login/unauthorized**')
    expect(await page.getByText('Ada Okafor').count()).toBe(0)
  }
})
