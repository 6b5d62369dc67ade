import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import { openAdminApi, type AdminApi } from './support/admin-api.ts'
import { launchBrowser } from './support/browser.ts'
import { focusedElement } from './support/focus.ts'
import { builtInstallation } from './support/installation.ts'
import { tabTo } from './support/keyboard.ts'
import { addEmailDomain, openPart, openProvider, openProviders } from './support/provider-form.ts'
import { readAutomation, readPeople, startDemo, type Person, type ServerProcess } from './support/server-process.ts'
import { enterPassword, enterPortal, enterUsername } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor, type Visitor } from './support/visitor.ts'

type Provider = {
  id: string
  name: string
  type: string
  enabled: boolean
  config: Record<string, unknown>
  draft: { fields: string[]; proven: boolean } | null
  live: { config: Record<string, unknown>; name: string } | null
}

const folder = temporaryFolder()
const path = '/portal/admin/tenant/idps'
const login = 'Acme Single Sign-On'
let browser: Browser
let demo: ServerProcess
let api: AdminApi
let ada: Person
let visitor: Visitor
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(builtInstallation(), { dataDir: join(folder.path, 'data') })
  api = await openAdminApi(readAutomation(demo.dataDir))
  const found = readPeople(demo.dataDir).find(({ username }) => username.startsWith('ada@'))
  if (found === undefined) throw new Error('The demo has no person ada.')
  ada = found
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})
beforeEach(() => enter(1440))
afterEach(async () => {
  await visitor.close()
  const { id, draft } = await provider(login)
  if (draft !== null) await api.call('POST', `${path}/${id}/revert`)
})

async function enter(width: number): Promise<void> {
  await visitor?.close()
  visitor = await openVisitor(browser, { width, height: 900 })
  page = visitor.page
  await enterPortal(page, demo.url, ada, 'Production')
}

async function provider(name: string): Promise<Provider> {
  const { idps } = await api.call<{ idps: Provider[] }>('GET', path)
  const found = idps.find((one) => one.name === name || one.live?.name === name)
  if (found === undefined) throw new Error(`There is no provider ${name}.`)
  return found
}

const panel = () => page.getByRole('region', { name: 'Test and keep' })
const inPanel = (name: string) => panel().getByRole('button', { name, exact: true })
const box = () => panel().getByRole('checkbox', { name: 'I have signed in with a test login' })
const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
const isOff = async (name: string) => (await inPanel(name).getAttribute('aria-disabled')) === 'true'

/** Presses a button of the panel, and signs in on the page that it opens. */
async function testBy(name: string): Promise<void> {
  const [opened] = await Promise.all([visitor.context.waitForEvent('page'), inPanel(name).click()])
  await enterPassword(opened, ada)
  await opened.getByRole('heading', { name: /^The test login (passed|failed)$/ }).waitFor()
  await opened.close()
}

/** What the portal asks the provider for when another person signs in now; that person is then signed in. */
async function scopeOfNewSignIn(): Promise<string | null> {
  const another = await openVisitor(browser)
  const other = another.page
  try {
    const asked = other.waitForRequest((request) => new URL(request.url()).searchParams.has('scope'))
    await enterUsername(other, demo.url, ada.username)
    const scope = new URL((await asked).url()).searchParams.get('scope')
    await enterPassword(other, ada)
    await other.waitForURL(new RegExp(`^${demo.url}/portal(/environments)?$`))
    return scope
  } finally {
    await another.close()
  }
}

async function openLogin(): Promise<void> {
  await openProviders(page)
  await openProvider(page, login)
  await inPanel('Test login').waitFor()
}

describe('a change of an identity provider in the browser', () => {
  test('that breaks it fails its test by a named check, and sign-ins go on; corrected, tested and kept it is used', async () => {
    const before = await scopeOfNewSignIn()
    await openLogin()
    await field('Scope (optional)').fill('openid email profile')
    await page.getByRole('button', { name: 'Replace it' }).click()
    await page.getByLabel(/^Client secret/).fill('a secret that the provider does not know')
    await testBy('Save and test')
    await panel().getByText('The test login failed. Failed check: Exchange of the code.', { exact: true }).waitFor()
    await panel().getByRole('listitem').filter({ hasText: 'Exchange of the code Failed' }).waitFor()
    await panel().getByText('The provider does not accept our client secret').waitFor()
    expect([await box().isDisabled(), await isOff('Keep Changes')]).toEqual([true, true])
    expect(await scopeOfNewSignIn()).toBe(before)
    expect((await provider(login)).draft?.fields).toEqual(['scope', 'secrets'])

    // The draft without its wrong secret.
    await inPanel('Revert Changes').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revert Changes' }).click()
    await page.getByText('The changes were discarded.').waitFor()
    expect(await focusedElement(page)).toBe('Test and keep')
    await expect.poll(() => field('Scope (optional)').inputValue()).toBe(before)
    await field('Scope (optional)').fill('openid email profile')
    await testBy('Save and test')
    await panel().getByText('The test login passed.').waitFor()
    await panel().getByText('What this person gets here').waitFor()
    const roles = panel().getByRole('definition').getByRole('listitem')
    await roles.filter({ hasText: 'Security Admin' }).waitFor()
    await panel().getByText(`${ada.username} keeps the same username, roles and groups.`).waitFor()
    // The decision is beside what it is about, and what is not needed for it is folded.
    const [sentence, keep] = [panel().getByText('The test login passed.'), inPanel('Keep Changes')]
    const top = async (of: typeof keep) => (await of.boundingBox())?.y ?? 0
    expect(Math.abs((await top(keep)) - (await top(sentence)))).toBeLessThan(500)
    expect(await panel().getByText('Sent by the provider').isVisible()).toBe(false)
    await panel()
      .getByText(/^Details: \d+ passed checks, and what the provider sent$/)
      .click()
    await panel().getByText('Sent by the provider').waitFor()
    expect(await panel().innerText()).not.toMatch(/\d{10}|\d{4}-\d\d-\d\dT/)
    const widths = await roles.evaluateAll((items) => items.map((item) => item.getBoundingClientRect().width))
    expect(Math.min(...widths)).toBeGreaterThan(40)
    expect([await accessibilityViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
    expect(await isOff('Keep Changes')).toBe(true)
    expect(await scopeOfNewSignIn()).toBe(before)
    await box().check()
    expect(await isOff('Keep Changes')).toBe(false)
    await inPanel('Keep Changes').click()
    await page.getByText('The changes are in effect.').waitFor()
    expect(await focusedElement(page)).toBe('Test and keep')
    expect(await box().count()).toBe(0)
    expect(await scopeOfNewSignIn()).toBe('openid email profile')
    expect((await provider(login)).draft).toBeNull()
    expect(visitor.complaints).toEqual([])
  })

  test('is tested, kept and reverted by keyboard at 390 px, without axe findings, and says where it differs', async () => {
    await enter(390)
    await page.goto(`${demo.url}/portal/admin/global-settings/identity-providers/${(await provider(login)).id}`)
    await inPanel('Test login').waitFor()
    await field('Name').fill('Company login')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await panel()
      .getByText(/^Last changed by .*\.$/)
      .waitFor()
    const [decision, form] = await Promise.all([panel().boundingBox(), field('Name').boundingBox()])
    expect((decision?.y ?? 0) + (decision?.height ?? 0)).toBeLessThan(form?.y ?? 0)
    await page.getByRole('heading', { name: 'Test and keep' }).focus()
    expect([await accessibilityViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
    const needsNoTest = panel().getByRole('checkbox', { name: 'These changes need no test login.' })
    await tabTo(page, inPanel('Test login'))
    await tabTo(page, needsNoTest)
    await page.keyboard.press('Space')
    await tabTo(page, inPanel('Keep Changes'))
    await tabTo(page, inPanel('Revert Changes'))
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(await focusedElement(page)).toBe('Revert Changes')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByText('The changes are in effect.').waitFor()
    expect(await focusedElement(page)).toBe('Test and keep')
    expect((await provider('Company login')).live?.name).toBe('Company login')
    expect(visitor.complaints).toEqual([])
    const { id, type, config } = await provider('Company login')
    await api.call('PUT', `${path}/${id}`, { name: login, type, config })
    await api.call('POST', `${path}/${id}/keep`, { confirmed: true })
  })

  test('kept with a time to confirm counts down, reverts at once, and stays after a sign-in, at 390 px', async () => {
    await enter(390)
    const { id } = await provider(login)
    await page.goto(`${demo.url}/portal/admin/global-settings/identity-providers/${id}`)
    await inPanel('Test login').waitFor()
    const timer = panel().getByRole('timer')
    const renameForFiveMinutes = async () => {
      await field('Name').fill('Company login')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await panel().getByRole('checkbox', { name: 'These changes need no test login.' }).check()
      await panel().getByLabel('After Keep Changes').selectOption('300')
      expect([await accessibilityViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
      await inPanel('Keep Changes').click()
      await timer.waitFor()
    }
    await renameForFiveMinutes()
    const shown = await timer.innerText()
    expect(shown).toMatch(/reverts in [45]:\d\d\.$/)
    await expect.poll(() => timer.innerText()).not.toBe(shown)
    await panel().getByText('a Security Admin signs in with Company login').waitFor()
    expect([await accessibilityViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
    await tabTo(page, inPanel('Revert now'))
    await page.keyboard.press('Enter')
    await page.getByText('The previous configuration is in effect again.').waitFor()
    expect(await focusedElement(page)).toBe('Test and keep')
    expect([(await provider(login)).live?.name, await timer.count()]).toEqual([login, 0])
    await renameForFiveMinutes()
    await scopeOfNewSignIn()
    await timer.waitFor({ state: 'detached' })
    expect((await provider('Company login')).live).toMatchObject({ name: 'Company login', unconfirmed: null })
    expect(visitor.complaints).toEqual([])
    const { type, config } = await provider('Company login')
    await api.call('PUT', `${path}/${id}`, { name: login, type, config })
    await api.call('POST', `${path}/${id}/keep`, { confirmed: true })
  })

  test('of a new provider cannot be tested without a username format, and the list marks it', async () => {
    const config = { issuer: 'https://login.example', clientId: 'portico' }
    const { id } = await api.call<Provider>('POST', path, {
      name: 'Brand new',
      type: 'OIDC',
      config,
      clientSecret: 'x',
    })
    await openProviders(page)
    await page.getByRole('row').filter({ hasText: 'Brand new' }).getByText('Not kept yet').waitFor()
    await openProvider(page, 'Brand new')
    await panel().getByText('No Formats configured').waitFor()
    await panel().getByText('At least one username format is required').waitFor()
    expect(await isOff('Test login')).toBe(true)
    await openPart(page, 'Username Formats')
    await addEmailDomain(page, 'brand-new.example')
    expect(await isOff('Save and test')).toBe(false)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => isOff('Test login')).toBe(false)
    await inPanel('Revert Changes').click()
    await page.getByText('This identity provider was never kept: it is removed.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Revert Changes' }).click()
    await page.getByText('The identity provider was removed.').waitFor()
    await page.waitForURL('**/identity-providers')
    expect(
      await api.call<{ idps: Provider[] }>('GET', path).then(({ idps }) => idps.map((one) => one.id)),
    ).not.toContain(id)
    expect(visitor.complaints).toEqual([])
  })
})
