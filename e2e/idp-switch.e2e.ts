import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { accessibilityViolations, sidewaysScroll } from './support/accessibility.ts'
import { openAdminApi, type AdminApi } from './support/admin-api.ts'
import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { readAutomation, readPeople, startDemo, type Person, type ServerProcess } from './support/server-process.ts'
import { enterPassword, enterUsername } from './support/sign-in.ts'
import { simulatedProviders, type SimulatedProviders } from './support/simulated-providers.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { until } from './support/until.ts'
import { openVisitor } from './support/visitor.ts'

type Groups = {
  tenantGroups: { idp: string; idpName: string; primary: boolean; groups: { id: string; name: string }[] }[]
}
type State = { idp: string | null; primary: { name: string }; graces: { name: string }[] }

const folder = temporaryFolder()
let browser: Browser
let demo: ServerProcess
let simulator: SimulatedProviders
let api: AdminApi
let ada: Person
let nadia: Person

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(builtInstallation(), { dataDir: join(folder.path, 'data'), args: ['--simulator-control'] })
  simulator = simulatedProviders(demo.dataDir)
  api = await openAdminApi(readAutomation(demo.dataDir))
  const people = readPeople(demo.dataDir).filter((one) => one.tenant === 'acme')
  ada = personOf(people, 'OIDC')
  nadia = personOf(people, 'OPENSAML')
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})

function personOf(people: readonly Person[], type: string): Person {
  const found = people.find((one) => one.type === type)
  if (found === undefined) throw new Error(`The demo has no person who signs in with ${type}.`)
  return found
}

const visit = async (width?: number) => {
  const visitor = await openVisitor(browser, width === undefined ? {} : { width, height: 800 })
  onTestFinished(() => visitor.close())
  return visitor
}

/** Types the username and the password, and waits for the portal's first page. */
async function enter(page: Page, person: Person): Promise<void> {
  await enterUsername(page, demo.url, person.username)
  await enterPassword(page, person)
  await page.waitForURL(new RegExp(`^${demo.url}/(portal|login/un)`))
}

const state = () => api.call<State>('GET', '/portal/admin/tenant/primary-idp')
const administers = async (page: Page) => (await page.request.get(`${demo.url}/api/portal/admin/tenant/idps`)).ok()

/** The partners' provider is chosen by its group of that name. */
async function choose(graceSecs: number): Promise<void> {
  const { tenantGroups } = await api.call<Groups>('GET', '/portal/admin/groups')
  const partners = tenantGroups.find(
    ({ groups, primary }) => !primary && groups.some(({ name }) => name === 'partners'),
  )
  const group = partners?.groups.find(({ name }) => name === 'partners')
  await api.call('PUT', '/portal/admin/tenant/primary-idp', { idp: partners?.idp, group: group?.id, graceSecs })
}

describe('a switch from OpenID Connect to SAML', () => {
  beforeEach(() => choose(5))

  test.each([1440, 390, 320])('asks a member after signing in, accessibly, %d pixels wide', async (width) => {
    const { page, complaints } = await visit(width)
    await enter(page, nadia)
    await page.getByRole('heading', { name: /Make .* the primary identity provider\?/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/portal/idp-switch')
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await page.keyboard.press('Tab')
    const pictures = process.env['PORTICO_PICTURES']
    if (pictures !== undefined)
      await page.screenshot({ path: join(pictures, `idp-switch-${width}.png`), fullPage: true })
    await page.getByRole('button', { name: 'Not Now' }).press('Enter')
    await page.waitForURL(/\/portal(\/environments)?$/)
    expect((await state()).idp).not.toBeNull()
    expect(complaints).toEqual([])
  })

  test("is refused for the old provider's administrator, with the reason", async () => {
    const { page } = await visit()
    await enter(page, ada)
    await page.goto(`${demo.url}/portal/idp-switch`)
    await page.getByText('signed in with the new provider').waitFor()
    expect(await page.getByRole('button', { name: 'Accept' }).count()).toBe(0)
    expect(await accessibilityViolations(page)).toEqual([])
  })

  test('is refused for a person of the new provider who is not in the group', async () => {
    await simulator.misbehave('acme-partners', { noGroups: true })
    onTestFinished(() => simulator.behave('acme-partners'))
    const { page } = await visit()
    await enter(page, nadia)
    await page.goto(`${demo.url}/portal/idp-switch`)
    await page.getByText('You are not a member of the group').waitFor()
    expect((await state()).primary.name).not.toContain('Partner')
  })

  test('is refused on an old sign-in at the provider, with the reason and a way to sign in again', async () => {
    await simulator.misbehave('acme-partners', { oldAuthnSecs: 7200 })
    onTestFinished(() => simulator.behave('acme-partners'))
    const { page } = await visit()
    await enter(page, nadia)
    await page.getByText('Portico cannot confirm that you signed in at your provider').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Accept' }).click()
    await enterPassword(page, nadia)
    await page.getByRole('heading', { name: 'The identity provider did not ask you to sign in again.' }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    expect((await state()).primary.name).not.toContain('Partner')
  })

  test('takes one Accept and one sign-in, and says so; after the grace window the old administrators have lost the role', async () => {
    const old = await visit()
    await enter(old.page, ada)
    const { page, complaints } = await visit()
    await simulator.misbehave('acme-partners', { oldAuthnSecs: 7200 })
    await enter(page, nadia)
    await simulator.behave('acme-partners')
    expect([await administers(old.page), await administers(page)]).toEqual([true, false])
    await page.getByRole('button', { name: 'Accept' }).click()
    await enterPassword(page, nadia)
    await page.waitForURL(/\/portal(\/environments)?$/)
    await page.getByText('You accepted the switch.').waitFor()
    expect(await administers(page)).toBe(true)
    await page.reload()
    await page.getByRole('main').waitFor()
    expect(await page.getByText('You accepted the switch.').count()).toBe(0)
    expect((await state()).primary.name).toContain('Partner')
    await until('the grace window has ended', async () => !(await administers(old.page)))
    expect(await administers(page)).toBe(true)
    expect((await state()).graces).toEqual([])
    expect(complaints).toEqual([])
  })
})
