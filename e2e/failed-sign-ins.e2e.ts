import { join } from 'node:path'

import { withLocalTimes } from '@portico/core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { openAdminApi, type AdminApi } from './support/admin-api.ts'
import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { importProvider } from './support/live-provider.ts'
import { readAutomation, readPeople, startDemo, type Person, type ServerProcess } from './support/server-process.ts'
import { enterPassword, enterUsername, openEnvironment, signIn } from './support/sign-in.ts'
import { simulatedProviders, type SimulatedProviders } from './support/simulated-providers.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor, type Visitor } from './support/visitor.ts'

/** An administrator reads only the screen of a recorded sign-in, and can tell why it failed and what to do. */

type Config = Record<string, unknown>
type Provider = { id: string; name: string; type: string; config: Config }
type Check = { outcome: string; finding: string | null; message: string | null; todo: string | null }
type Recorded = { code: string; outcome: string; username: string | null; checks: Check[] }

/** acme's providers at the simulator, by type. */
const atSimulator = {
  OIDC: 'acme',
  AAD: 'acme-legacy',
  AAD2: 'acme-cloud',
  OPENSAML: 'acme-partners',
  ADFS_SAML: 'acme-windows',
  SFDC_SAML: 'acme-sales',
} as const
type Type = keyof typeof atSimulator

const folder = temporaryFolder()
let browser: Browser
let demo: ServerProcess
let simulator: SimulatedProviders
let api: AdminApi
let admin: Visitor

beforeAll(async () => {
  browser = await launchBrowser()
  const dataDir = join(folder.path, 'data')
  demo = await startDemo(builtInstallation(), { dataDir, args: ['--simulator-control'] })
  simulator = simulatedProviders(demo.dataDir)
  api = await openAdminApi(readAutomation(demo.dataDir))
  admin = await openVisitor(browser)
  await signIn(admin.page, demo.url, people()[0])
  await openEnvironment(admin.page, 'Production')
})
afterEach(async () => {
  await Promise.all(Object.values(atSimulator).map((id) => simulator.behave(id)))
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})

/** acme's people, Ada first, who administers. */
const people = () => readPeople(demo.dataDir).filter((one) => one.tenant === 'acme') as [Person, ...Person[]]

/** Another person of that type: a sign-in without groups takes their roles away. */
function personOf(type: Type): Person {
  const found = people().find((one, index) => index > 0 && one.type === type)
  if (found === undefined) throw new Error(`The demo has no person who signs in with ${type}.`)
  return found
}

/** Goes as far as the provider lets the person, in a fresh browser. */
async function attempt(type: Type): Promise<Page> {
  const visitor = await openVisitor(browser)
  onTestFinished(() => visitor.close())
  const { page } = visitor
  await enterUsername(page, demo.url, personOf(type).username)
  await enterPassword(page, personOf(type))
  return page
}

/** The record that the code on the error screen leads to. */
async function failed(type: Type): Promise<Recorded> {
  const page = await attempt(type)
  await page.waitForURL(`${demo.url}/login/unauthorized?**`)
  const code = new URL(page.url()).searchParams.get('reference') ?? ''
  await page.getByText(code).waitFor()
  return api.call('GET', `/portal/admin/sign-ins/${code}`)
}

/** The record of a sign-in that went through: the person has no code to read out, but the list has it. */
async function succeeded(type: Type): Promise<Recorded> {
  const page = await attempt(type)
  await page.waitForURL(new RegExp(`^${demo.url}/portal`))
  const search = encodeURIComponent(personOf(type).username)
  const { signIns } = await api.call<{ signIns: { code: string }[] }>('GET', `/portal/admin/sign-ins?search=${search}`)
  return api.call('GET', `/portal/admin/sign-ins/${signIns[0]?.code}`)
}

/** Puts another configuration of a provider into effect until the test is over. */
async function configure(type: Type, change: (config: Config) => Config): Promise<void> {
  const { idps } = await api.call<{ idps: Provider[] }>('GET', '/portal/admin/tenant/idps')
  const found = idps.find((one) => one.type === type)
  if (found === undefined) throw new Error(`acme has no provider of the type ${type}.`)
  const { name, config } = found
  const save = (other: Config) => importProvider(demo, { name, type, config: other })
  await save({ ...config, ...change(config) })
  onTestFinished(() => save(config))
}

/** The one check that did not pass; the administrator's screen shows it with what happened and what to do. */
async function explained({ code, checks }: Recorded): Promise<Check> {
  const [check, ...others] = checks.filter(({ outcome }) => outcome !== 'passed')
  if (check === undefined) throw new Error(`Nothing is wrong in ${code}.`)
  expect(others).toEqual([])
  const { page } = admin
  await page.goto(`${demo.url}/portal/admin/sign-ins/${code}`)
  for (const sentence of [check.message, check.todo]) {
    expect(sentence).toBeTruthy()
    await page
      .getByText(withLocalTimes(sentence ?? '', { locale: 'en' }), { exact: true })
      .first()
      .waitFor()
  }
  return check
}

type Case = [name: string, type: Type, switches: Record<string, unknown>, finding: string, says: RegExp, todo: RegExp]

const failures: Case[] = [
  [
    'the wrong audience in SAML',
    'OPENSAML',
    { wrongAudience: true },
    'saml-audience',
    /^The assertion is meant for “\S+”, but we are “http:\S+”\.$/,
    /set the entity ID of this application/,
  ],
  [
    'the wrong audience in OpenID Connect',
    'OIDC',
    { odd: 'wrong-audience' },
    'audience-wrong',
    /another-client.*portico|portico.*another-client/,
    /client/i,
  ],
  [
    'an unknown certificate',
    'OPENSAML',
    { otherCertificate: true },
    'saml-certificate-other',
    /signed with a certificate that is not configured: .+, fingerprint /,
    /add it as “Signing certificate 2”/,
  ],
  [
    'a clock ten minutes ahead',
    'ADFS_SAML',
    { clockOffsetSecs: 600 },
    'saml-too-early',
    /is (?:59\d|600) seconds ahead, and 120 are allowed\./,
    /Have both set by NTP/,
  ],
  [
    'a clock ten minutes behind',
    'SFDC_SAML',
    { clockOffsetSecs: -600 },
    'saml-too-late',
    /seconds ago, and 120 are allowed\./,
    /Have both set by NTP/,
  ],
  [
    'no username in SAML',
    'OPENSAML',
    { noUsername: true },
    'username-missing',
    /^The provider sent no username: “username” is missing\. It sent: .*mail/,
    /name one of the values that it does send/,
  ],
  [
    'no username in OpenID Connect',
    'OIDC',
    { odd: 'missing-username-claim' },
    'username-missing',
    /“preferred_username” is missing\. It sent: .*email/,
    /“Username claim name”/,
  ],
  [
    'no username in Azure AD',
    'AAD2',
    { odd: 'missing-username-claim' },
    'username-missing',
    /“preferred_username” is missing/,
    /name one of the values that it does send/,
  ],
  [
    'the directory of another company',
    'AAD2',
    { otherTenant: true },
    'azure-tenant-wrong',
    /but “cloud\.acme\.example” is the directory 5d0c9f0e-/,
    /“Domain name”/,
  ],
  [
    'an application secret that ended',
    'AAD',
    { expiredSecret: true },
    'azure-secret-expired',
    /The application secret is no longer valid/,
    /make a new client secret/,
  ],
]

describe('a sign-in that failed is explained', () => {
  test.each(failures)('%s', async (_, type, switches, finding, says, todo) => {
    await simulator.misbehave(atSimulator[type], switches)
    const record = await failed(type)
    expect(record.outcome).toBe('failed')
    const check = await explained(record)
    expect(check).toMatchObject({ outcome: 'failed', finding })
    expect(check.message).toMatch(says)
    expect(check.todo).toMatch(todo)
  })

  test('a signing certificate that has expired', async () => {
    await simulator.misbehave('acme-partners', { expiredCertificate: true })
    const signingCertificate1 = await publishedCertificate()
    await configure('OPENSAML', () => ({ signingCertificate1 }))
    const check = await explained(await failed('OPENSAML'))
    expect(check).toMatchObject({ outcome: 'failed', finding: 'saml-certificate-expired' })
    expect(check.message).toMatch(/^The provider’s signing certificate expired on \d{4}-\d\d-\d\d/)
    expect(check.todo).toMatch(/Run “portico cert refresh --idp PROVIDER” to read the provider’s new certificate/)
  })

  test('a username that belongs to another provider', async () => {
    const email = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress'
    await configure('ADFS_SAML', (config) => ({ attributes: { ...(config['attributes'] as object), username: email } }))
    const record = await failed('ADFS_SAML')
    expect(record.username).toBe('oskar@acme.example')
    const check = await explained(record)
    expect(check).toMatchObject({ outcome: 'failed', finding: 'username-foreign' })
    expect(check.message).toBe('The username “oskar@acme.example” matches no username format of this provider.')
    expect(check.todo).toMatch(/add their domain under “Username formats”/)
  })
})

async function publishedCertificate(): Promise<string> {
  const metadata = await (await fetch(`${simulator.url}/saml/acme-partners/metadata`)).text()
  const found = /<(?:\w+:)?X509Certificate\b[^>]*>([^<]+)</.exec(metadata)?.[1]?.replace(/\s/g, '') ?? ''
  return `-----BEGIN CERTIFICATE-----\n${found.replace(/(.{64})/g, '$1\n').trim()}\n-----END CERTIFICATE-----\n`
}

const warnings: Case[] = [
  [
    'no groups in SAML',
    'OPENSAML',
    { noGroups: true },
    'saml-groups-attribute',
    /^The assertion has no groups\..*groups.*the assertion has: .*mail/,
    /Without groups people have no roles/,
  ],
  [
    'no groups in OpenID Connect',
    'OIDC',
    { odd: 'missing-groups' },
    'groups-claim-missing',
    /^The provider did not send the claim “groups”.*It sent: .*preferred_username/,
    /“Group claim name”/,
  ],
  [
    'too many groups for a token, and no permission to ask Graph for them',
    'AAD2',
    { manyGroups: true, noGraphPermission: true },
    'graph-no-permission',
    /Microsoft Graph refused to say which groups the person is in \(status 403, Authorization_RequestDenied/,
    /choose “Grant admin consent”/,
  ],
]

describe('a sign-in without the expected groups is explained', () => {
  test.each(warnings)('%s', async (_, type, switches, finding, says, todo) => {
    await simulator.misbehave(atSimulator[type], switches)
    const record = await succeeded(type)
    expect(record.outcome).toBe('signed-in')
    const check = await explained(record)
    expect(check).toMatchObject({ outcome: 'warning', finding })
    expect(check.message).toMatch(says)
    expect(check.todo).toMatch(todo)
  })
})
