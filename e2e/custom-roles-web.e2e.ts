import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import type { AdminApi } from './support/admin-api.ts'
import { focusedElement } from './support/focus.ts'
import { portalDemo } from './support/portal-demo.ts'
import { withoutAnswers, type Visitor, type VisitorOptions } from './support/visitor.ts'

// Custom roles of the tenant, in Global Settings (spec sections 2 and 4).

type Role = { id: string; label: string }

const demo = portalDemo()
const address = '/portal/admin/global-settings/custom-roles'
let api: AdminApi
let visitor: Visitor
let page: Page

const roles = async () => (await api.call<{ roles: Role[] }>('GET', '/portal/admin/roles')).roles
const labels = async () => (await roles()).map(({ label }) => label)
const make = (label: string) => api.call<Role>('POST', '/portal/admin/roles', { label })

beforeAll(async () => {
  api = await demo.api()
})

async function enter(options: VisitorOptions = {}): Promise<void> {
  visitor = await demo.enter(options)
  page = visitor.page
}

beforeEach(async () => {
  for (const { id } of await roles()) await api.call('DELETE', `/portal/admin/roles/${id}`)
})
afterEach(() => expect(withoutAnswers(visitor.complaints, 400, 404, 409, 412)).toEqual([]))

const go = (query = '') => page.goto(demo.url + address + query)
const name = () => page.getByRole('textbox', { name: 'Name' })
const button = (text: string) => page.getByRole('button', { name: text, exact: true })
const link = (text: string) => page.getByRole('link', { name: text, exact: true })
const heading = (text: string) => page.getByRole('heading', { level: 2, name: text, exact: true })
const dialog = () => page.getByRole('dialog')
const titled = (part: string) => expect.poll(() => page.title()).toMatch(new RegExp(`^${part} \\| `))
const said = (text: string) => page.getByText(text).first().waitFor()

describe('the tab Custom Roles', () => {
  beforeEach(() => enter())

  test('is reached from Global Settings, and its title says so', async () => {
    await page.goto(`${demo.url}/portal/admin/global-settings`)
    const tabs = page.getByRole('navigation', { name: 'Global Settings' }).getByRole('link')
    await link('Custom Roles').click()
    expect(await tabs.allTextContents()).toEqual(['Identity Providers', 'Custom Roles', 'Security'])
    await page.waitForURL(`**${address}`)
    await said('There are no custom roles yet.')
    expect(await page.title()).toMatch(/^Global Settings \| /)
  })

  test('creates a role only by keyboard; the list has it, and the name stays unique', async () => {
    await make('Auditors')
    await go()
    await link('Create custom role').press('Enter')
    await heading('Create custom role').waitFor()
    await titled('Create custom role')
    expect(await focusedElement(page)).toBe('Create custom role')
    expect(await button('Save').getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Tab')
    expect(await focusedElement(page)).toContain('Name')
    await page.keyboard.type('auditors')
    await page.keyboard.press('Enter')
    await said('Another one has this name already. Choose a different name.')
    expect(await focusedElement(page)).toContain('Name')
    await name().fill(' Night shift lead ')
    await page.keyboard.press('Enter')
    await said('The custom role was created.')
    await page.waitForURL(`**${address}`)
    await link('Night shift lead').waitFor()
    expect(await focusedElement(page)).not.toBe('BODY')
    expect((await labels()).toSorted()).toEqual(['Auditors', 'Night shift lead'])
  })

  test('renames a role: the list replaces the entry, and leaving a changed name asks', async () => {
    const { id } = await make('Auditors')
    await go()
    await link('Auditors').press('Enter')
    await heading('Auditors').waitFor()
    await titled('Auditors')
    expect(await focusedElement(page)).toBe('Auditors')
    await name().fill('')
    await name().blur()
    await said('Enter a name for the custom role.')
    await name().fill('Reviewers')
    await link('To the custom roles').click()
    await dialog().getByText('Save your changes first?').waitFor()
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await button('Save').press('Enter')
    await said('The custom role was saved.')
    await titled('Reviewers')
    expect(await focusedElement(page)).toBe('Save')
    expect(await button('Save').getAttribute('aria-disabled')).toBe('true')
    await link('To the custom roles').press('Enter')
    await link('Reviewers').waitFor()
    await titled('Global Settings')
    expect(await roles()).toEqual([{ id, label: 'Reviewers' }])
  })

  test('deletes a role only after its name is typed, and the list no longer has it', async () => {
    await make('Auditors')
    await make('Reviewers')
    await go()
    await link('Auditors').click()
    await button('Delete').press('Enter')
    await dialog().getByText('This cannot be undone.').waitFor()
    const confirm = dialog().getByRole('button', { name: 'Delete' })
    await page.keyboard.type('Auditor')
    expect(await confirm.getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    expect(await focusedElement(page)).toBe('Delete')
    expect(await labels()).toContain('Auditors')
    await button('Delete').press('Enter')
    await dialog().waitFor()
    await page.keyboard.type('Auditors')
    await page.keyboard.press('Enter')
    await said('The custom role and its mappings were deleted.')
    await page.waitForURL(`**${address}`)
    await link('Reviewers').waitFor()
    expect(await link('Auditors').count()).toBe(0)
    expect(await labels()).toEqual(['Reviewers'])
  })

  test('does not save over another rename, and says that a role is gone', async () => {
    const { id } = await make('Auditors')
    await go(`?role=${id}`)
    await name().fill('Mine')
    await api.call('PUT', `/portal/admin/roles/${id}`, { label: 'Theirs' })
    await button('Save').click()
    await dialog().getByRole('button', { name: 'Read again' }).click()
    await said('What you typed is kept')
    expect(await name().inputValue()).toBe('Mine')
    await api.call('DELETE', `/portal/admin/roles/${id}`)
    await button('Save').click()
    await dialog().getByRole('button', { name: 'Back to the list' }).click()
    await said('There are no custom roles yet.')
    await go('?role=01900000-0000-7000-8000-000000000000')
    await said('There is no custom role with this id.')
    await link('To the custom roles').click()
    await page.waitForURL(`**${address}`)
  })

  test('searches and sorts on the server, in the address', async () => {
    for (const label of ['Auditors', 'Night shift lead', 'Payroll']) await make(label)
    await go('?q=night')
    await link('Night shift lead').waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await page.getByRole('textbox', { name: 'Search custom roles' }).fill('zzz')
    await said('No custom role matches “zzz”.')
    await go('?sort=-label')
    await link('Payroll').waitFor()
    expect((await page.getByRole('row').allInnerTexts())[1]).toContain('Payroll')
  })
})

describe.each([
  { width: 1440, colorScheme: 'light', forcedColors: 'none' },
  { width: 390, colorScheme: 'dark', forcedColors: 'none' },
  { width: 1440, colorScheme: 'dark', forcedColors: 'active' },
] as const)('Custom Roles, $colorScheme at $width px, forced colours $forcedColors', (look) => {
  test('has no axe violation and no sideways scroll in any state', async () => {
    await enter(look)
    const check = async (what: string) =>
      expect([what, await accessibilityViolations(page), await sidewaysScroll(page)]).toEqual([what, [], 0])
    await go()
    await said('There are no custom roles yet.')
    await check('empty')
    const { id } = await make('Auditors')
    await go()
    await link('Auditors').waitFor()
    await check('list')
    await go(`?role=${id}`)
    await name().fill('')
    await name().blur()
    await said('Enter a name for the custom role.')
    await check('form with an error')
    await button('Discard').click()
    await button('Delete').click()
    await dialog().waitFor()
    await check('deletion')
    await page.keyboard.press('Escape')
  })
})
