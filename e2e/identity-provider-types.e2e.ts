import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { openAdminApi, type AdminApi } from './support/admin-api.ts'
import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { importProvider } from './support/live-provider.ts'
import { readAutomation, readPeople, startDemo, type Person, type ServerProcess } from './support/server-process.ts'
import { enterPassword, enterUsername, signIn } from './support/sign-in.ts'
import { signOutAtProvider, simulatedProviders, type SimulatedProviders } from './support/simulated-providers.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { until } from './support/until.ts'
import { openVisitor, withoutAnswers } from './support/visitor.ts'

/** acme's providers: their type, and the company as its own pages say it. */
const providers = [
  ['OIDC', 'Acme Industries'],
  ['AAD', 'Acme Legacy'],
  ['AAD2', 'Acme Cloud'],
  ['OPENSAML', 'Acme Partner Network'],
  ['ADFS_SAML', 'Acme AD FS'],
  ['SFDC_SAML', 'Acme on Salesforce'],
] as const

const folder = temporaryFolder()
let browser: Browser
let demo: ServerProcess
let simulator: SimulatedProviders

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(builtInstallation(), { dataDir: join(folder.path, 'data') })
  simulator = simulatedProviders(demo.dataDir)
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})

/** acme's person of that type; of OpenID Connect the first. */
function personOf(type: string): Person {
  const found = readPeople(demo.dataDir).find((one) => one.tenant === 'acme' && one.type === type)
  if (found === undefined) throw new Error(`The demo has no person who signs in with ${type}.`)
  return found
}

async function visit() {
  const visitor = await openVisitor(browser)
  onTestFinished(() => visitor.close())
  return visitor
}

/** With several environments the person is asked for one; the picker and the account menu have a logout. */
async function logOut(page: Page): Promise<void> {
  await page.goto(`${demo.url}/portal/environments`)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
}

const isSignedIn = async (page: Page) => (await page.request.get(`${demo.url}/api/portal/launcher`)).status() === 200

describe.each(providers)('%s', (type, company) => {
  test('the person signs in by username and opens what the groups allow', async () => {
    const { page, complaints } = await visit()
    const person = personOf(type)
    await signIn(page, demo.url, person)
    expect(new URL(page.url()).hostname).toBe('127.0.0.1')
    const principal = await page.request.get(`${demo.url}/api/portal/launcher/principalinfo`)
    expect(await principal.json()).toMatchObject({ username: person.username })
    if (page.url().endsWith('/environments')) await page.getByRole('button', { name: 'Production' }).click()
    await page.getByRole('region', { name: 'Applications', exact: true }).getByRole('link').first().waitFor()
    expect(complaints).toEqual([])
  })

  test('signing out here ends the session at the provider too', async () => {
    const { page, complaints } = await visit()
    const person = personOf(type)
    await signIn(page, demo.url, person)

    // Still signed in at the provider: the second sign-in asks for no password.
    await page.context().clearCookies({ domain: '127.0.0.1' })
    await enterUsername(page, demo.url, person.username)
    await page.waitForURL(new RegExp(`^${demo.url}/portal(/environments)?$`))

    await logOut(page)
    expect(new URL(page.url()).pathname).toBe('/login/signed-out')
    expect(await isSignedIn(page)).toBe(false)
    await enterUsername(page, demo.url, person.username)
    await page.getByLabel('Password').waitFor()
    expect(new URL(page.url()).hostname).toBe('127.0.0.2')
    expect(withoutAnswers(complaints, 401)).toEqual([])
  })

  test('signing out at the provider ends the session here', async () => {
    const { page, complaints } = await visit()
    const person = personOf(type)
    await signIn(page, demo.url, person)
    expect(await isSignedIn(page)).toBe(true)
    await signOutAtProvider(page, simulator, company)
    await until('the session ends', async () => !(await isSignedIn(page)))
    await enterUsername(page, demo.url, person.username)
    await page.getByLabel('Password').waitFor()
    // The sign-in page asks who is signed in, because a cookie says that someone was.
    expect(withoutAnswers(complaints, 401)).toEqual([])
  })
})

describe.each([
  ['OPENSAML', 'Acme Partner Network', 'acme-partners'],
  ['ADFS_SAML', 'Acme AD FS', 'acme-windows'],
  ['SFDC_SAML', 'Acme on Salesforce', 'acme-sales'],
])('%s, begun at the provider', (type, _, id) => {
  test('is refused by default with a code an administrator can look up, and works where it is switched on', async () => {
    const { page } = await visit()
    const person = personOf(type)
    const api = await openAdminApi(readAutomation(demo.dataDir))
    const start = `${simulator.url}/saml/${id}/start`

    await page.goto(start)
    await enterPassword(page, person)
    await page.waitForURL(`${demo.url}/login/unauthorized?**`)
    const code = new URL(page.url()).searchParams.get('reference') ?? ''
    await page.getByText(code).waitFor()
    const record = await api.call<SignInRecord>('GET', `/portal/admin/sign-ins/${code}`)
    expect(record).toMatchObject({ code, outcome: 'failed', provider: { type } })
    expect(record.checks.find((one) => one.outcome === 'failed')).toMatchObject({
      finding: 'unsolicited-off',
      todo: expect.stringContaining('switch “Allow sign-ins that begin at the provider” on'),
    })
    expect(await isSignedIn(page)).toBe(false)

    await allowBeginningAtProvider(api, type)
    await page.goto(start)
    await page.waitForURL(new RegExp(`^${demo.url}/portal`))
    const principal = await page.request.get(`${demo.url}/api/portal/launcher/principalinfo`)
    expect(await principal.json()).toMatchObject({ username: person.username })
  })
})

type SignInRecord = { checks: { outcome: string; finding: string | null; todo: string | null }[] }
type Provider = { id: string; name: string; type: string; config: Record<string, unknown> }

async function allowBeginningAtProvider(api: AdminApi, type: string): Promise<void> {
  const { idps } = await api.call<{ idps: Provider[] }>('GET', '/portal/admin/tenant/idps')
  const found = idps.find((one) => one.type === type)
  if (found === undefined) throw new Error(`acme has no provider of the type ${type}.`)
  const { name, config } = found
  await importProvider(demo, { name, type, config: { ...config, allowIdpInitiated: true } })
}
