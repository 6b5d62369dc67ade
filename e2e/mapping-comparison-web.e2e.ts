import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import type { AdminApi } from './support/admin-api.ts'
import { focusedElement } from './support/focus.ts'
import { builtInstallation } from './support/installation.ts'
import { portalDemo } from './support/portal-demo.ts'
import { runProcess } from './support/run-process.ts'
import { withoutAnswers, type Visitor } from './support/visitor.ts'

// The mappings of two environments side by side, and their promotion as a reviewed plan (docs/decisions/0092).

type Group = { id: string; name: string }

const demo = portalDemo()
let api: AdminApi
let visitor: Visitor
let page: Page
let environments: { id: string; name: string }[]
/** Id of the custom role of the tests. */
let roleId: string

beforeAll(async () => {
  api = await demo.api()
  environments = (await api.call<{ environments: typeof environments }>('GET', '/portal/admin/environments'))
    .environments
  roleId = (await api.call<{ id: string }>('POST', '/portal/admin/roles', { label: 'Release manager' })).id
})
afterEach(() => expect(withoutAnswers(visitor.complaints, 403, 412)).toEqual([]))

const idOf = (name: string) => environments.find((one) => one.name === name)?.id ?? ''
const path = (name: string) => `/portal/admin/environments/${idOf(name)}/roles/${roleId}/groups`
const address = (from: string, to: string) =>
  `${demo.url}/portal/admin/environment-settings/${idOf(from)}/roles-and-groups?view=compare&to=${idOf(to)}`
const button = (text: string | RegExp) => page.getByRole('button', { name: text, exact: true })
const row = (text: string) => page.getByRole('row').filter({ hasText: text })
const dialog = () => page.getByRole('dialog')
const said = (text: string | RegExp) => page.getByText(text).first().waitFor()

async function enter(options: Parameters<typeof demo.enter>[0] = {}): Promise<void> {
  visitor = await demo.enter(options)
  page = visitor.page
}
async function map(name: string, ...groups: string[]): Promise<void> {
  type All = { tenantGroups: { idp: string; idpName: string; groups: Group[] }[] }
  const { tenantGroups } = await api.call<All>('GET', '/portal/admin/groups')
  const main = tenantGroups.find(({ idpName }) => idpName === 'Acme Single Sign-On')
  const ids = groups.map((group) => main?.groups.find((one) => one.name === group)?.id ?? '')
  await api.call('PUT', path(name), { tenantGroups: [{ idp: main?.idp, groups: ids }] })
}
async function groupsIn(name: string): Promise<string[]> {
  const { tenantGroups } = await api.call<{ tenantGroups: { groups: Group[] }[] }>('GET', path(name))
  return tenantGroups.flatMap(({ groups }) => groups.map((group) => group.name)).toSorted()
}

beforeEach(async () => {
  await map('Staging', 'developers', 'operations')
  await map('Production', 'operations', 'finance')
})

describe('two environments', () => {
  test('are chosen from Roles & Groups and compared side by side, and the other way round', async () => {
    await enter()
    await page.goto(`${demo.url}/portal/admin/environment-settings/${idOf('Staging')}/roles-and-groups`)
    await page.getByRole('link', { name: 'Compare with another environment' }).press('Enter')
    await page.getByRole('heading', { name: 'Compare Staging with another environment' }).waitFor()
    expect(await focusedElement(page)).toBe('Compare Staging with another environment')
    await page.getByRole('combobox', { name: 'Compare with' }).selectOption({ label: 'Production' })
    await row('Release manager').waitFor()
    const cells = await row('Release manager').getByRole('cell').allInnerTexts()
    expect(cells[1]).toBe('Different')
    expect(cells[2]).toMatch(/\+ developers.*only in Staging.*operations/s)
    expect(cells[3]).toMatch(/− finance.*only in Production.*operations/s)
    // Reporting Vault is an application only of production.
    expect(await row('Reporting Vault').innerText()).toMatch(/Only in Production/)
    await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'All mappings' })
    await row('Same').first().waitFor()
    await page.getByRole('link', { name: 'Compare Production with Staging instead' }).press('Enter')
    await page.getByRole('heading', { name: 'Compare Production with another environment' }).waitFor()
    expect(await row('Release manager').getByRole('cell').nth(2).innerText()).toMatch(/\+ finance/)
  })

  test('are promoted after a review, only by keyboard, and then have nothing left to promote', async () => {
    await enter()
    await page.goto(address('Staging', 'Production'))
    await button(/^Review \d+ mappings?$/).press('Enter')
    await dialog().waitFor()
    expect(await focusedElement(page)).toBe('Cancel')
    await dialog().getByText('Release manager').waitFor()
    await dialog().locator('ins').filter({ hasText: 'developers' }).waitFor()
    await dialog().locator('del').filter({ hasText: 'finance' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    expect(await focusedElement(page)).toMatch(/^Review/)
    expect(await groupsIn('Production')).toEqual(['finance', 'operations'])
    await page.keyboard.press('Enter')
    await dialog()
      .getByRole('button', { name: /^Promote \d+ mappings?$/ })
      .press('Enter')
    await said(/mappings? (was|were) saved\./)
    await said('There is nothing to promote to Production.')
    expect(await focusedElement(page)).not.toBe('BODY')
    expect(await groupsIn('Production')).toEqual(['developers', 'operations'])
    await said(/Only in Production, unchanged: .*Reporting Vault/)
  })

  test('are not promoted over a mapping that changed since the comparison: it is named, and compared again', async () => {
    await enter()
    await page.goto(address('Staging', 'Production'))
    await button(/^Review/).click()
    await map('Production', 'auditors')
    await dialog()
      .getByRole('button', { name: /^Promote/ })
      .click()
    await page.getByRole('alert').getByText('“Release manager” was changed meanwhile, so it was not saved.').waitFor()
    await dialog().waitFor({ state: 'detached' })
    expect(await groupsIn('Production')).toEqual(['auditors'])
    expect(await button(/^Review/).getAttribute('aria-disabled')).toBe('true')
    await button('Compare again').press('Enter')
    await row('Release manager').getByText('auditors').waitFor()
    expect(await focusedElement(page)).not.toBe('BODY')
    await button(/^Review/).click()
    await dialog()
      .getByRole('button', { name: /^Promote/ })
      .click()
    await said('There is nothing to promote to Production.')
    expect(await groupsIn('Production')).toEqual(['developers', 'operations'])
  })

  test('are refused to a person who does not administer', async () => {
    await enter({ person: 'emil' })
    await page.goto(address('Staging', 'Production'))
    await page.waitForURL(/\/login\/unauthorized/)
    expect(await row('Release manager').count()).toBe(0)
  })
})

describe('a read-only environment', () => {
  afterEach(() => letDevelopmentBe(false))

  test('is compared, and not promoted to: the page says why', async () => {
    await letDevelopmentBe(true)
    await enter()
    await page.goto(address('Staging', 'Development'))
    await said('Development is read-only: nothing there can be changed.')
    await row('Release manager').waitFor()
    expect(await button(/^Review/).count()).toBe(0)
    await page.goto(address('Development', 'Staging'))
    await button(/^Review/).waitFor()
  })

  /** What an operator does on the host, while the server runs. */
  async function letDevelopmentBe(readonly: boolean): Promise<void> {
    const file = join(demo.folder, 'acme.yaml')
    const own = [{ slug: 'development', name: 'Development', type: 'DEV', readonly }]
    // JSON is YAML too.
    writeFileSync(file, JSON.stringify({ tenant: { slug: 'acme', name: 'Acme Industries' }, environments: own }))
    const import_ = ['tenant', 'import', file, '--data', demo.server.dataDir]
    const { code, stderr } = await runProcess(['node', builtInstallation().server, ...import_])
    expect(code, stderr).toBe(0)
  }
})

test.each([
  { width: 1440, colorScheme: 'light', forcedColors: 'none' },
  { width: 390, colorScheme: 'dark', forcedColors: 'none' },
  { width: 320, colorScheme: 'light', forcedColors: 'none' },
  { width: 1440, colorScheme: 'dark', forcedColors: 'active' },
] as const)('the comparison is accessible at $width px, $colorScheme, $forcedColors', async (look) => {
  await enter(look)
  await page.goto(address('Staging', 'Production'))
  await row('Release manager').waitFor()
  expect([await accessibilityViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
  await button(/^Review/).click()
  await dialog().waitFor()
  expect([await accessibilityViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
})
