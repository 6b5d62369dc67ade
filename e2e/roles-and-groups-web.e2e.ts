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
import { withoutAnswers, type Visitor, type VisitorOptions } from './support/visitor.ts'

// Tab Roles & Groups of an environment: which groups hold its roles and open its applications (spec sections 2, 4 and 6).

type Group = { id: string; name: string }
type TenantGroups = { tenantGroups: { idp: string; idpName: string; groups: Group[] }[] }

const demo = portalDemo()
const mainProvider = 'Acme Single Sign-On'
let api: AdminApi
let visitor: Visitor
let page: Page
let envId: string
let apps: { id: string; label: string }[]

beforeAll(async () => {
  api = await demo.api()
  const { environments } = await api.call<{ environments: { id: string; name: string }[] }>(
    'GET',
    '/portal/admin/environments',
  )
  envId = environments.find(({ name }) => name === 'Production')?.id ?? ''
  const answer = await api.call<{ applications: typeof apps }>(
    'GET',
    `/portal/admin/environments/${envId}/applications`,
  )
  apps = answer.applications
})

const environment = () => `/portal/admin/environments/${envId}`
const appId = (label: string) => apps.find((one) => one.label === label)?.id ?? ''
const address = (app = '') =>
  `${demo.url}/portal/admin/environment-settings/${envId}/roles-and-groups${app && `?app=${app}`}`

async function roleId(app: string, label: string): Promise<string> {
  const path = `${environment()}/applications/${appId(app)}/roles`
  const { roles } = await api.call<{ roles: { id: string; label: string }[] }>('GET', path)
  return roles.find((one) => one.label === label)?.id ?? ''
}
async function clerks(): Promise<string> {
  return `${environment()}/applications/${appId('Billing')}/roles/${await roleId('Billing', 'Clerk')}/groups`
}
/** Every mapped group as `provider: name`. */
async function groupsAt(path: string): Promise<string[]> {
  const { tenantGroups } = await api.call<TenantGroups>('GET', path)
  return tenantGroups.flatMap(({ idpName, groups }) => groups.map(({ name }) => `${idpName}: ${name}`)).toSorted()
}

async function enter(options: VisitorOptions = {}): Promise<void> {
  visitor = await demo.enter(options)
  page = visitor.page
}

const button = (text: string | RegExp) => page.getByRole('button', { name: text, exact: true })
const link = (text: string) => page.getByRole('link', { name: text, exact: true })
const heading = (text: string) => page.getByRole('heading', { level: 2, name: text, exact: true })
const search = () => page.getByRole('textbox', { name: 'Search groups' })
const group = (name: string) => page.getByRole('checkbox', { name, exact: true })
const said = (text: string) => page.getByText(text).first().waitFor()
const row = (text: string) => page.getByRole('row').filter({ hasText: text })

let before: { path: string; body: TenantGroups }
beforeEach(async () => {
  const path = await clerks()
  before = { path, body: await api.call<TenantGroups>('GET', path) }
})
afterEach(async () => {
  await api.call('PUT', before.path, before.body)
  expect(withoutAnswers(visitor.complaints, 400, 404, 412, 422)).toEqual([])
})

describe('the roles of an application', () => {
  beforeEach(() => enter())

  test('are listed with their groups, visible ones only, and a role leads to its groups', async () => {
    await page.goto(address(appId('Billing')))
    await heading('Roles in Billing').waitFor()
    expect(await row('Clerk').innerText()).toContain('finance')
    await expect.poll(() => page.getByRole('row').count()).toBe(4)
    await link('Clerk').press('Enter')
    await heading('Clerk in Billing').waitFor()
    expect(await focusedElement(page)).toBe('Clerk in Billing')
    await button('Remove finance').waitFor()
  })

  test('are given to groups of several providers and taken again, only by keyboard, and the list agrees', async () => {
    await page.goto(`${address(appId('Billing'))}&role=${await roleId('Billing', 'Clerk')}`)
    await search().waitFor()
    await search().focus()
    await page.keyboard.type('developers')
    // The answer to the first letter has other groups above this one.
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(1)
    await group('developers').waitFor()
    await page.keyboard.press('Tab')
    if ((await focusedElement(page)) !== 'developers') await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await button('Remove developers').waitFor()
    expect(await focusedElement(page)).toBe('developers')
    await page.getByRole('combobox', { name: 'Identity provider' }).selectOption({ label: 'Acme Partners' })
    await group('partners').press('Space')
    const others = page.getByRole('region', { name: 'Groups of other providers' })
    await others.getByText('developers').waitFor()
    await button('Remove finance').press('Enter')
    await expect.poll(() => focusedElement(page)).toBe('Remove developers')
    await button('Save').press('Enter')
    await said('The mapping was saved.')
    await expect.poll(() => focusedElement(page)).toBe('Save')
    expect(await groupsAt(before.path)).toEqual(['Acme Partners: partners', `${mainProvider}: developers`])
    await expect.poll(() => button('Save').getAttribute('aria-disabled')).toBe('true')
    await link('To the roles in Billing').press('Enter')
    await heading('Roles in Billing').waitFor()
    await row('Clerk').getByText('developers').waitFor()
    expect(await focusedElement(page)).not.toBe('BODY')
  })

  test('take a group that no sign-in has named yet by its name; Azure takes only an object id', async () => {
    await page.goto(`${address(appId('Billing'))}&role=${await roleId('Billing', 'Clerk')}`)
    await search().fill('night-shift')
    await button('Add the group “night-shift”').press('Enter')
    await button('Remove night-shift').waitFor()
    expect(await focusedElement(page)).toBe('Search groups')
    await button('Save').press('Enter')
    await said('The mapping was saved.')
    expect(await groupsAt(before.path)).toContain(`${mainProvider}: night-shift`)
    await page.getByRole('combobox', { name: 'Identity provider' }).selectOption({ index: 1 })
    const options = await page.getByRole('combobox', { name: 'Identity provider' }).locator('option').allInnerTexts()
    const azure = options.find((text) => /cloud/i.test(text)) ?? ''
    await page.getByRole('combobox', { name: 'Identity provider' }).selectOption({ label: azure })
    await search().fill('Not an object id')
    await button('Add the group “Not an object id”').press('Enter')
    await page.getByRole('alert').filter({ hasText: 'object id' }).waitFor()
    expect(await button('Save').getAttribute('aria-disabled')).toBe('true')
  })

  test('are not saved over another change, and leaving asks', async () => {
    await page.goto(`${address(appId('Billing'))}&role=${await roleId('Billing', 'Clerk')}`)
    await button('Remove finance').press('Enter')
    expect(await focusedElement(page)).toBe('Search groups')
    await link('To the roles in Billing').click()
    await page.getByRole('dialog', { name: 'Save your changes first?' }).waitFor()
    await page.keyboard.press('Escape')
    await group('staff').check()
    await api.call('PUT', before.path, { tenantGroups: [] })
    await button('Save').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Read again' }).click()
    await said('What you typed is kept')
    await button('Save').click()
    await said('The mapping was saved.')
    expect(await groupsAt(before.path)).toEqual([`${mainProvider}: staff`])
  })
})

describe('a read-only environment', () => {
  beforeEach(() => enter())
  afterEach(() => letDevelopmentBe(false))

  test('shows its mappings and lets none be changed; invisible roles are not listed', async () => {
    await letDevelopmentBe(true)
    const { environments } = await api.call<{ environments: { id: string; name: string }[] }>(
      'GET',
      '/portal/admin/environments',
    )
    const id = environments.find(({ name }) => name === 'Development')?.id ?? ''
    await page.goto(
      `${demo.url}/portal/admin/environment-settings/${id}/roles-and-groups?app=${await idIn(id, 'API Explorer')}`,
    )
    await said('This environment is read-only: nothing here can be changed.')
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await link('Developer').click()
    await group('developers').waitFor()
    expect([await group('developers').isDisabled(), await button('Remove developers').isDisabled()]).toEqual([
      true,
      true,
    ])
    expect(await button('Save').getAttribute('aria-disabled')).toBe('true')
    await page.goto(`${demo.url}/portal/admin/environment-settings/${id}/general-settings`)
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.waitFor()
    expect(await name.getAttribute('readonly')).not.toBeNull()
    expect(await button('Save').getAttribute('aria-disabled')).toBe('true')
  })

  const idIn = async (env: string, label: string) => {
    const path = `/portal/admin/environments/${env}/applications`
    const { applications } = await api.call<{ applications: typeof apps }>('GET', path)
    return applications.find((one) => one.label === label)?.id ?? ''
  }

  /** What an operator does on the host, while the server runs. */
  async function letDevelopmentBe(readonly: boolean): Promise<void> {
    const file = join(demo.folder, 'acme.yaml')
    const environments = [{ slug: 'development', name: 'Development', type: 'DEV', readonly }]
    // JSON is YAML too.
    writeFileSync(file, JSON.stringify({ tenant: { slug: 'acme', name: 'Acme Industries' }, environments }))
    const arguments_ = ['tenant', 'import', file, '--data', demo.server.dataDir]
    const { code, stderr } = await runProcess(['node', builtInstallation().server, ...arguments_])
    expect(code, stderr).toBe(0)
  }
})

describe('an application without roles', () => {
  beforeEach(() => enter())

  test('is opened to groups, and has no roles', async () => {
    const path = `${environment()}/applications/${appId('Reporting Vault')}/groups`
    const held = await api.call<TenantGroups>('GET', path)
    await page.goto(address(appId('Reporting Vault')))
    await heading('Groups that open Reporting Vault').waitFor()
    expect(await page.getByRole('table').count()).toBe(0)
    await button('Remove auditors').press('Enter')
    await button('Save').press('Enter')
    await said('The mapping was saved.')
    expect(await groupsAt(path)).toEqual([`${mainProvider}: finance`])
    await api.call('PUT', path, held)
  })

  test('is named as what groups open where its kind would have roles', async () => {
    await page.goto(address(appId('Company Wiki')))
    await heading('Groups that open Company Wiki').waitFor()
    expect(await heading('Roles in Company Wiki').count()).toBe(0)
    await said('This application has no roles.')
  })
})

describe('custom roles', () => {
  beforeEach(() => enter())

  test('are mapped in each environment by itself', async () => {
    const { id } = await api.call<{ id: string }>('POST', '/portal/admin/roles', { label: 'Night shift lead' })
    await page.goto(address())
    await page.getByRole('navigation', { name: 'Applications' }).getByRole('link', { name: 'Custom roles' }).click()
    await link('Night shift lead').press('Enter')
    await heading('Night shift lead').waitFor()
    await group('operations').check()
    await button('Save').press('Enter')
    await said('The mapping was saved.')
    expect(await groupsAt(`${environment()}/roles/${id}/groups`)).toEqual([`${mainProvider}: operations`])
    await link('To the custom roles').click()
    await row('Night shift lead').getByText('operations').waitFor()
    await page.getByRole('navigation', { name: 'Environments' }).getByRole('link', { name: 'Staging' }).click()
    await page.getByRole('navigation', { name: 'Applications' }).getByRole('link', { name: 'Custom roles' }).click()
    expect(await row('Night shift lead').innerText()).toContain('No group')
    await api.call('DELETE', `/portal/admin/roles/${id}`)
  })
})

describe.each([
  { width: 1440, colorScheme: 'light', forcedColors: 'none' },
  { width: 390, colorScheme: 'dark', forcedColors: 'none' },
  { width: 1440, colorScheme: 'dark', forcedColors: 'active' },
] as const)('Roles & Groups, $colorScheme at $width px, forced colours $forcedColors', (look) => {
  test('has no axe violation and no sideways scroll in any state', async () => {
    await enter(look)
    const check = async (what: string) =>
      expect([what, await accessibilityViolations(page), await sidewaysScroll(page)]).toEqual([what, [], 0])
    await page.goto(address(appId('Billing')))
    await link('Clerk').waitFor()
    await check('roles')
    await link('Clerk').click()
    await group('staff').check()
    await page.getByRole('combobox', { name: 'Identity provider' }).selectOption({ label: 'Acme Partners' })
    await search().fill('unknown-team')
    await button('Add the group “unknown-team”').waitFor()
    await check('groups of a role')
    await button('Discard').click()
    await page.goto(address(appId('Reporting Vault')))
    await search().waitFor()
    await check('groups that open an application')
    await page.goto(address('custom-roles'))
    await heading('Custom roles').waitFor()
    await check('custom roles')
  })
})
