import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import { openAdminApi, type AdminApi } from './support/admin-api.ts'
import { launchBrowser } from './support/browser.ts'
import { focusedElement } from './support/focus.ts'
import { builtInstallation } from './support/installation.ts'
import { readAutomation, readPeople, startDemo, type Person, type ServerProcess } from './support/server-process.ts'
import { enterPortal, signIn } from './support/sign-in.ts'
import { simulatedProviders } from './support/simulated-providers.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor, type Visitor } from './support/visitor.ts'

const folder = temporaryFolder()
const security = '/portal/admin/global-settings/security-settings'
const main = 'Acme Single Sign-On'
let browser: Browser
let demo: ServerProcess
let api: AdminApi
let visitor: Visitor
let page: Page
/** Calls of the API by the page, as `METHOD path`. */
let asked: string[]

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(builtInstallation(), { dataDir: join(folder.path, 'data'), args: ['--simulator-control'] })
  api = await openAdminApi(readAutomation(demo.dataDir))
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})

const person = (type: string): Person => {
  const found = readPeople(demo.dataDir).find((one) => one.tenant === 'acme' && one.type === type)
  if (found === undefined) throw new Error(`The demo has no person who signs in with ${type}.`)
  return found
}

async function enter(width = 1440): Promise<void> {
  await visitor?.close()
  visitor = await openVisitor(browser, { width, height: 900 })
  page = visitor.page
  asked = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname.slice('/api'.length)}`)
  })
  await enterPortal(page, demo.url, person('OIDC'), 'Production')
}

beforeEach(() => enter())
afterEach(async () => {
  await api.call('DELETE', '/portal/admin/tenant/primary-idp')
  await visitor?.close()
})

const go = (path: string) => page.goto(demo.url + path)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const said = (text: string | RegExp) => page.getByText(text).first().waitFor()
const focused = () => focusedElement(page)
const roles = () => page.getByRole('region', { name: 'Portal roles' })
const save = () => roles().getByRole('button', { name: 'Save', exact: true })
const provider = () => roles().getByRole('combobox', { name: 'Identity provider' })
const search = () => roles().getByRole('textbox', { name: 'Search groups' })
const pending = () => page.getByRole('region', { name: 'A switch of the primary identity provider is pending.' })
type State = { idp: string | null; graceSecs: number; pending: { groupName: string } | null }
const state = () => api.call<State>('GET', '/portal/admin/tenant/primary-idp')
const admins = async () =>
  (
    await api.call<{ groups: { name: string }[] }>('GET', '/portal/admin/portal-roles/security-admin/groups')
  ).groups.map(({ name }) => name)

/** Presses Tab until this element has the focus, as a person without a mouse does. */
async function tabTo(wanted: string): Promise<void> {
  const passed: string[] = []
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab')
    const here = await focused()
    if (here === wanted) return
    passed.push(here)
  }
  throw new Error(`Tab never reaches ${wanted}; it passed ${passed.join(', ')}`)
}

/** Chooses the partners' provider and its group, and opens the rehearsal. */
async function rehearse(): Promise<void> {
  await go(security)
  await provider().selectOption({ label: 'Acme Partners' })
  await roles().getByRole('radio', { name: 'partners', exact: true }).check()
  await button('Show what would change').click()
  await dialog().waitFor()
}

describe('Security Admin', () => {
  test('is given to a further group and taken from it again, only by keyboard', async () => {
    const before = await admins()
    await go(security)
    await roles().getByRole('group').first().waitFor()
    await page.getByRole('main').focus()
    await tabTo('Search groups')
    await page.keyboard.type('finance')
    await roles().getByRole('checkbox', { name: 'finance', exact: true }).waitFor()
    await roles().getByRole('checkbox').nth(1).waitFor({ state: 'detached' })
    await tabTo('finance')
    await page.keyboard.press('Space')
    await button('Remove finance').waitFor()
    expect(await focused()).toBe('finance')
    await tabTo('Save')
    await page.keyboard.press('Enter')
    await said('The groups of the role were saved.')
    expect((await admins()).toSorted()).toEqual([...before, 'finance'].toSorted())
    expect(await focused()).toBe('Save')
    await button('Remove finance').press('Enter')
    expect(await focused()).toBe('Search groups')
    await save().press('Enter')
    await expect.poll(admins).toEqual(before)
  })

  test('keeps its last group: Save says why it is refused', async () => {
    await go(security)
    for (const name of await admins()) await button(`Remove ${name}`).click()
    await said('Choose at least one group for Security Admin.')
    expect(await save().getAttribute('aria-disabled')).toBe('true')
    await roles().getByRole('button', { name: 'Discard', exact: true }).click()
    expect(asked.filter((call) => call.startsWith('PUT'))).toEqual([])
  })
})

describe('a switch to another provider', () => {
  test('is rehearsed, started, shown wherever it matters and rejected', async () => {
    // A member of the group is known once they have signed in.
    const member = await openVisitor(browser)
    onTestFinished(() => member.close())
    await signIn(member.page, demo.url, person('OPENSAML'))
    await rehearse()
    expect(await focused()).toBe('Cancel')
    await dialog().getByText('known person would be a Security Admin:').waitFor()
    await dialog()
      .getByText(/Nadia .*, new/)
      .waitFor()
    await dialog()
      .getByText('current administrators would lose the role:')
      .or(dialog().getByText('current administrator would lose the role:'))
      .waitFor()
    await dialog()
      .getByText(/roles? (is|are) mapped only to groups of the current/)
      .waitFor()
    expect((await state()).idp).toBeNull()
    await page.keyboard.press('Escape')
    expect([await focused(), (await state()).idp]).toEqual(['Show what would change', null])
    await page.keyboard.press('Enter')
    await dialog().getByRole('button', { name: 'Start the switch' }).click()
    await pending().waitFor()
    expect(await state()).toMatchObject({ graceSecs: 172_800, pending: { groupName: 'partners' } })
    await expect.poll(focused).toBe('A switch of the primary identity provider is pending.')

    await go('/portal/admin/global-settings/identity-providers')
    await pending().waitFor()
    await page.getByRole('row').filter({ hasText: 'Acme Partners' }).getByText('Switch pending').waitFor()
    await page.getByRole('link', { name: 'Acme Partners' }).click()
    await pending().waitFor()
    await pending().getByRole('button', { name: 'Reject the switch' }).press('Enter')
    await dialog().waitFor()
    expect(await focused()).toBe('Cancel')
    await dialog().getByRole('button', { name: 'Reject the switch' }).click()
    await said('The pending switch was rejected.')
    await pending().waitFor({ state: 'detached' })
    expect([(await state()).idp, await focused()]).toEqual([null, expect.not.stringMatching(/^BODY$/)])
    expect(visitor.complaints).toEqual([])
  })

  test('without a group, or with a grace window out of bounds, asks for them and sends nothing', async () => {
    await go(security)
    await provider().selectOption({ label: 'Acme Partners' })
    const grace = roles().getByRole('textbox', { name: 'Grace window' })
    await grace.fill('31d')
    await grace.press('Enter')
    await said('You must select a group')
    await said('Enter a time such as 2d, 12h, 30m or 0, at most 30 days.')
    expect(await focused()).toBe('Grace window')
    expect(await accessibilityViolations(page)).toEqual([])
    await grace.fill('30d')
    await roles().getByRole('radio', { name: 'partners', exact: true }).check()
    await button('Show what would change').click()
    await dialog().getByText('keep the role for 30 days after that').waitFor()
    expect(asked.filter((call) => call.startsWith('PUT'))).toEqual([])
  })

  test('that another administrator started meanwhile is shown instead of being replaced', async () => {
    await rehearse()
    const { tenantGroups } = await api.call<{
      tenantGroups: { idp: string; groups: { id: string; name: string }[] }[]
    }>('GET', '/portal/admin/groups?search=partners')
    const partners = tenantGroups.find(({ groups }) => groups.length > 0)
    await api.call('PUT', '/portal/admin/tenant/primary-idp', {
      idp: partners?.idp,
      group: partners?.groups[0]?.id,
      graceSecs: 60,
    })
    await dialog().getByRole('button', { name: 'Start the switch' }).click()
    await pending().getByText('1 minute').waitFor()
    expect((await state()).graceSecs).toBe(60)
  })
})

describe('groups', () => {
  test('are listed by provider with when they were seen and what is mapped, and forgotten after a question', async () => {
    await go('/portal/admin/groups')
    const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) })
    const [admin = ''] = await admins()
    await row(admin).getByText('Security Admin').first().waitFor()
    await row(admin).locator('time').waitFor()
    const menu = page.getByRole('combobox', { name: 'Identity provider' })
    expect(await menu.locator('option:checked').textContent()).toBe(main)
    await menu.selectOption({ label: 'Acme Partners' })
    await page.getByRole('cell', { name: 'partners' }).first().waitFor()
    expect(new URL(page.url()).searchParams.get('idp')).not.toBeNull()
    await menu.selectOption({ label: main })
    await row(admin).waitFor()
    await button('Forget unmapped groups').press('Enter')
    await dialog().waitFor()
    expect(await focused()).toBe('Cancel')
    await page.keyboard.press('Enter')
    await dialog().waitFor({ state: 'detached' })
    expect([await focused(), asked.filter((call) => call.startsWith('DELETE'))]).toEqual(['Forget unmapped groups', []])
    await page.keyboard.press('Enter')
    await dialog().getByRole('button', { name: 'Forget unmapped groups' }).click()
    await said(/groups? (was|were) forgotten/)
    await dialog().waitFor({ state: 'detached' })
    expect(await focused()).toBe('Forget unmapped groups')
    await row(admin).waitFor()
    expect(visitor.complaints).toEqual([])
  })

  test('of a person in 12,000 groups cost one page and one request for a page, in the list and in the picker', async () => {
    const cloud = person('AAD2')
    const simulator = simulatedProviders(demo.dataDir)
    await simulator.misbehave('acme-cloud', { hugeGroups: true })
    onTestFinished(() => simulator.behave('acme-cloud'))
    const crowd = await openVisitor(browser)
    onTestFinished(() => crowd.close())
    await signIn(crowd.page, demo.url, cloud)

    await go('/portal/admin/groups')
    await page.getByRole('table').waitFor()
    asked.length = 0
    await page.getByRole('combobox', { name: 'Identity provider' }).selectOption({ label: 'Acme Cloud Directory' })
    await said(/^1–100 of more than 1,000$/)
    const pages = () => asked.filter((call) => call.startsWith('GET /portal/admin/idps/'))
    // Its rows, and how many there are.
    expect(pages()).toHaveLength(2)
    expect(await page.locator('*').count()).toBeLessThan(3_000)
    await button('Next').click()
    await said(/^101–200 of more than 1,000$/)
    expect(pages()).toHaveLength(3)
    expect(await page.locator('*').count()).toBeLessThan(3_000)

    await go(security)
    await provider().selectOption({ label: 'Acme Cloud Directory' })
    await said(/^50 of more than 1,000 groups\. Search to find the others\.$/)
    expect(await roles().getByRole('radio').count()).toBe(50)
    expect(await page.locator('*').count()).toBeLessThan(1_000)
    expect(await accessibilityViolations(page)).toEqual([])
  })
})

describe.each([1440, 390])('at %d px', (width) => {
  beforeEach(() => enter(width))

  test('the roles, the switch, its rehearsal, the notice and the groups fit and are accessible', async () => {
    const faults: string[] = []
    const look = async (what: string) => {
      faults.push(...(await accessibilityViolations(page)).map((fault) => `${what}: ${fault}`))
      if ((await sidewaysScroll(page)) > 0) faults.push(`${what}: scrolls sideways`)
      const pictures = process.env['PORTICO_PICTURES']
      if (pictures !== undefined)
        await page.screenshot({ path: join(pictures, `${what.replaceAll(' ', '-')}-${width}.png`), fullPage: true })
    }
    await go(security)
    await search().waitFor()
    await roles().getByRole('checkbox').first().waitFor()
    await look('portal roles')
    await rehearse()
    await look('rehearsal')
    await dialog().getByRole('button', { name: 'Start the switch' }).click()
    await pending().waitFor()
    await look('pending switch')
    await pending().getByRole('button', { name: 'Reject the switch' }).click()
    await dialog().waitFor()
    await look('reject')
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await go('/portal/admin/groups')
    await page.getByRole('table').waitFor()
    await look('groups')
    expect(faults).toEqual([])
    expect(visitor.complaints).toEqual([])
  })
})
