import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import type { AdminApi } from './support/admin-api.ts'
import { focusedElement } from './support/focus.ts'
import { builtInstallation } from './support/installation.ts'
import { portalDemo } from './support/portal-demo.ts'
import { runProcess } from './support/run-process.ts'
import { readPeople } from './support/server-process.ts'
import { signIn } from './support/sign-in.ts'
import { simulatedProviders } from './support/simulated-providers.ts'
import { withoutAnswers, type Visitor } from './support/visitor.ts'

// The matrix of roles and groups of an environment (docs/decisions/0092).

type Group = { id: string; name: string }
type TenantGroups = { tenantGroups: { idp: string; idpName: string; groups: Group[] }[] }
type Row = { kind: string; appId: string; roleId: string; label: string; appLabel?: string }

const demo = portalDemo({ args: ['--simulator-control'] })
const mainProvider = 'Acme Single Sign-On'
let api: AdminApi
let visitor: Visitor
let page: Page
let envId: string
let clerks: string
let before: TenantGroups

beforeAll(async () => {
  api = await demo.api()
  const { environments } = await api.call<{ environments: { id: string; name: string }[] }>(
    'GET',
    '/portal/admin/environments',
  )
  envId = environments.find(({ name }) => name === 'Production')?.id ?? ''
  const { mappings } = await api.call<{ mappings: Row[] }>('GET', `/portal/admin/environments/${envId}/mappings`)
  const clerk = mappings.find(({ appLabel, label }) => appLabel === 'Billing' && label === 'Clerk')
  clerks = `/portal/admin/environments/${envId}/applications/${clerk?.appId}/roles/${clerk?.roleId}/groups`
})
beforeEach(async () => {
  before = await api.call<TenantGroups>('GET', clerks)
})
afterEach(async () => {
  await api.call('PUT', clerks, before)
  expect(withoutAnswers(visitor.complaints, 403, 412)).toEqual([])
})

const address = (query = '') =>
  `${demo.url}/portal/admin/environment-settings/${envId}/roles-and-groups?view=matrix${query}`
const grid = () => page.getByRole('grid', { name: 'Roles and groups of Production' })
const cell = (role: string, group: string) => page.getByRole('checkbox', { name: `${role}, ${group}`, exact: true })
const button = (text: string) => page.getByRole('button', { name: text, exact: true })
const said = (text: string | RegExp) => page.getByText(text).first().waitFor()
const names = async () =>
  (await api.call<TenantGroups>('GET', clerks)).tenantGroups.flatMap(({ groups }) => groups.map(({ name }) => name))
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

async function enter(options: Parameters<typeof demo.enter>[0] = {}): Promise<void> {
  visitor = await demo.enter(options)
  page = visitor.page
}

describe('the matrix of an environment', () => {
  test('is reached from Roles & Groups, shows what the API says, and leads to roles and groups', async () => {
    await enter()
    await page.goto(`${demo.url}/portal/admin/environment-settings/${envId}/roles-and-groups`)
    await page.getByRole('link', { name: 'Matrix of roles and groups' }).press('Enter')
    await grid().waitFor()
    expect(await focusedElement(page)).toBe('Roles and groups of Production')
    expect(await cell('Billing: Clerk', 'finance').getAttribute('aria-checked')).toBe('true')
    expect(await cell('Billing: Clerk', 'staff').getAttribute('aria-checked')).toBe('false')
    await grid().getByRole('link', { name: 'finance', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'finance' }).waitFor()
    await page.goBack()
    await grid().getByRole('link', { name: 'Billing: Clerk' }).click()
    await button('Remove finance').waitFor()
  })

  test('is walked by the keys of the grid pattern, with one stop for Tab', async () => {
    await enter()
    await page.goto(address())
    await grid().waitFor()
    expect(await grid().locator('[data-cell][tabindex="0"]').count()).toBe(1)
    await grid().locator('[data-cell][tabindex="0"]').focus()
    await press('Control+Home')
    expect(await focusedElement(page)).toBe('Role')
    await press('ArrowDown')
    expect(await focusedElement(page)).toBe('Security Admin')
    const columns = await grid().getByRole('columnheader').allInnerTexts()
    await press('ArrowRight')
    expect(await focusedElement(page)).toBe(`Security Admin, ${columns[1]}`)
    await press('End')
    expect(await focusedElement(page)).toBe(`Security Admin, ${columns.at(-1)}`)
    await press('ArrowUp')
    expect(await focusedElement(page)).toBe(columns.at(-1))
    await press('Control+End', 'Home')
    const last = await grid().getByRole('rowheader').last().getByRole('link').innerText()
    expect(await focusedElement(page)).toBe(last)
    expect(await grid().locator('[data-cell][tabindex="0"]').count()).toBe(1)
    await press('Shift+Tab')
    expect(await grid().locator(':focus').count()).toBe(0)
    await press('Tab')
    expect(await focusedElement(page)).toBe(last)
  })

  test('changes several cells by keyboard, shows the changes, and saves them together', async () => {
    await enter()
    await page.goto(address())
    await cell('Billing: Clerk', 'finance').waitFor()
    await cell('Billing: Clerk', 'finance').focus()
    await press('Space')
    expect(await cell('Billing: Clerk', 'finance').getAttribute('aria-checked')).toBe('false')
    await cell('Billing: Clerk', 'staff').focus()
    await press('Enter')
    await page.locator('ins').filter({ hasText: 'staff' }).waitFor()
    await page.locator('del').filter({ hasText: 'finance' }).waitFor()
    expect(await names()).toEqual(['finance'])
    await button('Save').press('Enter')
    await said('1 mapping was saved.')
    expect(await focusedElement(page)).toBe('Save')
    expect(await names()).toEqual(['staff'])
    expect(await cell('Billing: Clerk', 'staff').getAttribute('aria-checked')).toBe('true')
    expect(await button('Save').getAttribute('aria-disabled')).toBe('true')
  })

  test('offers the groups of a provider as columns, searched by the server, and maps one', async () => {
    await enter()
    await page.goto(address('&q=billing'))
    await grid().waitFor()
    await page.getByRole('combobox', { name: 'Columns' }).selectOption({ label: 'Groups of Acme Partners' })
    await cell('Billing: Clerk', 'partners').waitFor()
    await page.getByRole('combobox', { name: 'Columns' }).selectOption({ label: `Groups of ${mainProvider}` })
    await page.getByRole('textbox', { name: 'Search groups' }).fill('develop')
    await cell('Billing: Clerk', 'developers').waitFor()
    await expect.poll(() => grid().getByRole('columnheader').count()).toBe(2)
    await cell('Billing: Clerk', 'developers').click()
    await button('Save').click()
    await said('1 mapping was saved.')
    expect(await names()).toEqual(['developers', 'finance'])
  })

  test('does not save over another change: it says so, reads again, and keeps the change on top', async () => {
    await enter()
    await page.goto(address())
    await cell('Billing: Clerk', 'staff').click()
    await api.call('PUT', clerks, { tenantGroups: [] })
    await button('Save').click()
    await page.getByRole('alert').getByText('“Billing: Clerk” was changed meanwhile').waitFor()
    expect(await names()).toEqual([])
    await button('Read again').press('Enter')
    await page.getByRole('alert').getByText('was changed meanwhile').waitFor({ state: 'detached' })
    expect(await focusedElement(page)).not.toBe('BODY')
    await button('Save').click()
    await said('1 mapping was saved.')
    expect(await names()).toEqual(['staff'])
  })

  test('asks before unsaved cells are left', async () => {
    await enter()
    await page.goto(address())
    await cell('Billing: Clerk', 'staff').click()
    await page.getByRole('link', { name: 'To the applications' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save your changes first?' })
    await dialog.getByText('Billing: Clerk').waitFor()
    await press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await focusedElement(page)).toBe('To the applications')
    await button('Discard').click()
    expect(await cell('Billing: Clerk', 'staff').getAttribute('aria-checked')).toBe('false')
    expect(await names()).toEqual(['finance'])
  })

  test('lets the role of the portal be', async () => {
    await enter()
    await page.goto(address())
    await cell('Security Admin', 'finance').click()
    expect(await cell('Security Admin', 'finance').getAttribute('aria-checked')).toBe('false')
    expect(await cell('Security Admin', 'finance').getAttribute('aria-readonly')).toBe('true')
    expect(await button('Save').getAttribute('aria-disabled')).toBe('true')
  })

  test('is refused to a person who does not administer', async () => {
    await enter({ person: 'emil' })
    await page.goto(address())
    await page.waitForURL(/\/login\/unauthorized/)
    expect(await grid().count()).toBe(0)
  })
})

test.each([390, 320])('at %i px each role lists its groups, and a role is opened to change them', async (width) => {
  await enter({ width, height: 800 })
  await page.goto(address('&q=billing'))
  await said('Each role lists its groups. Open a role to change them.')
  expect(await grid().count()).toBe(0)
  expect(await page.getByRole('row').filter({ hasText: 'Billing: Clerk' }).innerText()).toContain('finance')
  expect([await accessibilityViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
  await page.getByRole('link', { name: 'Billing: Clerk' }).press('Enter')
  await button('Remove finance').waitFor()
})

test.each([
  { width: 1440, colorScheme: 'light', forcedColors: 'none' },
  { width: 1024, colorScheme: 'dark', forcedColors: 'none' },
  { width: 1440, colorScheme: 'dark', forcedColors: 'active' },
] as const)('the matrix is accessible at $width px, $colorScheme, $forcedColors', async (look) => {
  await enter(look)
  await page.goto(address())
  await cell('Billing: Clerk', 'staff').click()
  await page.locator('ins').filter({ hasText: 'staff' }).waitFor()
  expect([await accessibilityViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
  // The heading and the first column stay where the grid is scrolled.
  const stays = await grid().evaluate((table: HTMLTableElement) => {
    const frame = table.parentElement as HTMLElement
    frame.scrollTo(frame.scrollWidth, frame.scrollHeight)
    const [outer, corner] = [frame, table.rows[0]?.cells[0] as Element].map((one) => one.getBoundingClientRect())
    return [frame.scrollTop > 100, (corner?.top ?? 0) - (outer?.top ?? 0), (corner?.left ?? 0) - (outer?.left ?? 0)]
  })
  expect(stays).toEqual([true, 1, 1])
})

// Last, because it fills the first pages.
describe('a large tenant', () => {
  test('draws a page of rows and a few columns of 2,000 roles and 12,000 groups, one request for each page', async () => {
    const labels = Array.from({ length: 2_000 }, (_, at) => ({ label: `Crowd ${at + 1}` }))
    const environments = [{ slug: 'development', name: 'Development', type: 'DEV' }]
    const file = join(demo.folder, 'crowd.yaml')
    // JSON is YAML too.
    writeFileSync(
      file,
      JSON.stringify({ tenant: { slug: 'acme', name: 'Acme Industries' }, environments, customRoles: labels }),
    )
    const { server } = builtInstallation()
    const imported = await runProcess(['node', server, 'tenant', 'import', file, '--data', demo.server.dataDir])
    expect(imported.code, imported.stderr).toBe(0)
    const simulator = simulatedProviders(demo.server.dataDir)
    await simulator.misbehave('acme-cloud', { hugeGroups: true })
    onTestFinished(() => simulator.behave('acme-cloud'))
    const member = readPeople(demo.server.dataDir).find(({ type }) => type === 'AAD2')
    if (member === undefined) throw new Error('The demo has no person of an AAD2 provider.')
    const crowd = await demo.visit()
    await signIn(crowd.page, demo.url, member)
    await enter()
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      // The rows are counted by a request for one of them.
      if (/\/(?:mappings|groups)$/.test(pathname) && searchParams.get('limit') !== '1')
        asked.push(pathname.split('/').at(-1) ?? '')
    })
    await page.goto(address())
    await said('1–50 of more than 1,000')
    await page.getByRole('combobox', { name: 'Columns' }).selectOption({ label: 'Groups of Acme Cloud Directory' })
    await said('Groups 1–15 of more than 1,000')
    expect(asked).toEqual(['mappings', 'groups'])
    expect(await page.locator('*').count()).toBeLessThan(3_000)
    await button('Next groups').press('Enter')
    await said('Groups 16–30 of more than 1,000')
    expect(await focusedElement(page)).toBe('Next groups')
    await button('Next').press('Enter')
    await said('51–100 of more than 1,000')
    expect(asked).toEqual(['mappings', 'groups', 'groups', 'mappings'])
    await page.getByRole('textbox', { name: 'Search roles' }).fill('crowd 1999')
    await grid().getByRole('link', { name: 'Crowd 1999' }).waitFor()
    await expect.poll(() => grid().getByRole('rowheader').count()).toBe(1)
  })
})
