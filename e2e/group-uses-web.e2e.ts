import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import type { AdminApi } from './support/admin-api.ts'
import { focusedElement } from './support/focus.ts'
import { portalDemo } from './support/portal-demo.ts'
import { withoutAnswers, type Visitor } from './support/visitor.ts'

// The page of one group: everything it is mapped to, in every environment (issue "Roles, groups and access").

type Groups = { tenantGroups: { idpName: string; groups: { id: string; name: string }[] }[] }

const demo = portalDemo()
let api: AdminApi
let visitor: Visitor
let page: Page
let groups: Groups['tenantGroups']

beforeAll(async () => {
  api = await demo.api()
  groups = (await api.call<Groups>('GET', '/portal/admin/groups')).tenantGroups
})
afterEach(() => expect(withoutAnswers(visitor.complaints, 403, 404)).toEqual([]))

const idOf = (name: string, idpName = 'Acme Single Sign-On') =>
  groups.find((one) => one.idpName === idpName)?.groups.find((one) => one.name === name)?.id ?? ''
const address = (id: string) => `${demo.url}/portal/admin/groups?group=${id}`
const link = (text: string) => page.getByRole('link', { name: text, exact: true })
const heading = (level: number, text: string) => page.getByRole('heading', { level, name: text, exact: true })
const part = (name: string) => page.getByRole('region', { name, exact: true })

async function enter(options: Parameters<typeof demo.enter>[0] = {}): Promise<void> {
  visitor = await demo.enter(options)
  page = visitor.page
}

describe('the page of a group', () => {
  test('leads to its members, and from there to everyone', async () => {
    await enter()
    await page.goto(address(idOf('finance')))
    await link('Members').click()
    await page.getByText('Members of finance').waitFor()
    const { people } = await api.call<{ people: { name: string }[] }>(
      'GET',
      `/portal/admin/people?group=${idOf('finance')}`,
    )
    expect(people.length).toBeGreaterThan(0)
    const names = () => page.getByRole('main').getByRole('table').getByRole('link').allInnerTexts()
    await expect.poll(names).toEqual(people.map(({ name }) => name))
    await link('Show all people').click()
    await expect.poll(async () => (await names()).length).toBeGreaterThan(people.length)
  })

  test('is opened from the list of groups and lists each environment with links, all by keyboard', async () => {
    await enter()
    await page.goto(`${demo.url}/portal/admin/groups`)
    await link('finance').press('Enter')
    await heading(1, 'finance').waitFor()
    expect(await focusedElement(page)).not.toBe('BODY')
    expect(await page.title()).toMatch(/^finance \| /)
    const { mappings } = await api.call<{ mappings: { environmentName: string }[] }>(
      'GET',
      `/portal/admin/groups/${idOf('finance')}/mappings`,
    )
    const names = [...new Set(mappings.map(({ environmentName }) => environmentName))].toSorted()
    expect(names.length).toBeGreaterThan(1)
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(names)
    expect(await page.getByRole('main').getByRole('row').getByRole('link').count()).toBe(mappings.length)
    await part('Production').getByRole('link', { name: 'Billing: Clerk' }).press('Enter')
    await heading(2, 'Clerk in Billing').waitFor()
    await page.getByRole('button', { name: 'Remove finance' }).waitFor()
    await page.goBack()
    await heading(1, 'finance').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Groups', exact: true }).press('Enter')
    await page.getByRole('combobox', { name: 'Identity provider' }).waitFor()
  })

  test('names the role of the portal apart from the environments', async () => {
    await enter()
    await page.goto(address(idOf('security-admins')))
    const portal = part('Portal, all environments')
    await portal.getByText('Security Admin counts only for groups of the primary identity provider.').waitFor()
    await portal.getByRole('link', { name: 'Security Admin' }).press('Enter')
    await page.waitForURL('**/security-settings/portal-roles')
  })

  test('says so for a group without mappings, and for one that does not exist', async () => {
    await enter()
    const { tenantGroups } = await api.call<{ tenantGroups: { idp: string; idpName: string }[] }>(
      'GET',
      '/portal/admin/groups',
    )
    const idp = tenantGroups.find(({ idpName }) => idpName === 'Acme Single Sign-On')?.idp ?? ''
    const { id } = await api.call<{ id: string }>('POST', `/portal/admin/idps/${idp}/groups`, { claim: 'unused-team' })
    await page.goto(address(id))
    await page.getByText('This group is not mapped to anything.').waitFor()
    await page.goto(address('01900000-0000-7000-8000-000000000000'))
    await page.getByText('This group does not exist.').waitFor()
    await link('To the groups').press('Enter')
    await page.getByRole('combobox', { name: 'Identity provider' }).waitFor()
  })

  test('is refused to a person who does not administer', async () => {
    await enter({ person: 'emil' })
    await page.goto(address(idOf('finance')))
    await page.waitForURL(/\/login\/unauthorized/)
    expect(await page.getByText('Clerk').count()).toBe(0)
  })
})

test.each([
  { width: 1440, colorScheme: 'light', forcedColors: 'none' },
  { width: 390, colorScheme: 'dark', forcedColors: 'none' },
  { width: 320, colorScheme: 'light', forcedColors: 'none' },
  { width: 1440, colorScheme: 'dark', forcedColors: 'active' },
] as const)('the page of a group is accessible at $width px, $colorScheme, $forcedColors', async (look) => {
  await enter(look)
  await page.goto(address(idOf('staff')))
  await part('Production').waitFor()
  expect([await accessibilityViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
})
