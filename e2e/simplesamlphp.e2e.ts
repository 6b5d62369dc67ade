import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { openAdminApi, type AdminApi } from './support/admin-api.ts'
import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { importProvider } from './support/live-provider.ts'
import { readAutomation, startDemo, type ServerProcess } from './support/server-process.ts'
import { enterUsername } from './support/sign-in.ts'
import { startSimpleSamlPhp, type Peer, type PeerSettings } from './support/simplesamlphp.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { until } from './support/until.ts'
import { openVisitor, withoutAnswers } from './support/visitor.ts'

type Config = Record<string, unknown>
type Provider = { id: string; name: string; type: string; config: Config }
type SignInRecord = {
  checks: { outcome: string; finding: string | null; todo: string | null; evidence: Record<string, unknown> }[]
}
type TestLogin = SignInRecord & { state: string; result: { mapped: { username: string } } | null }
type OurValues = {
  providers: { id: string; values: { name: string; value: string }[] }[]
  values: { name: string; value: string }[]
  keys: { use: string; state: string; certificate: string }[]
}

const folder = temporaryFolder()
let browser: Browser
let demo: ServerProcess
let api: AdminApi
let peer: Peer
let provider: Provider
let signingCertificate: string
let ours: Pick<PeerSettings, 'SP_ENTITY_ID' | 'SP_ACS_URL' | 'SP_SLO_URL' | 'SP_CERT'>

beforeAll(async () => {
  browser = await launchBrowser()
  peer = await startSimpleSamlPhp(join(folder.path, 'peer'))
  // One person signs in more than thirty times, which a fast machine does within a minute: that is the default limit.
  const env = { PORTICO_RATE_LIMIT_LOGIN_USERNAME: '1000/60' }
  demo = await startDemo(builtInstallation(), { dataDir: join(folder.path, 'data'), env })
  api = await openAdminApi(readAutomation(demo.dataDir))
  const imported = await api.call<{ config: Config }>('POST', '/portal/admin/tenant/idps/metadata-import', {
    type: 'OPENSAML',
    url: peer.metadataUrl,
  })
  const config = { ...imported.config, attributes: { username: 'mail', group: 'groups' } }
  await importProvider(demo, { name: 'Bad Wolf', type: 'OPENSAML', config, emailSuffixes: ['badwolf.org'] })
  const { idps } = await api.call<{ idps: Provider[] }>('GET', '/portal/admin/tenant/idps')
  provider = idps.find(({ name }) => name === 'Bad Wolf') ?? provider
  ours = await ourSide()
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  await peer?.stop()
  folder.remove()
})

/** What the peer has to know of us, read where an administrator reads it. */
async function ourSide(): Promise<typeof ours> {
  const metadata = await api.call<OurValues>('GET', `/portal/admin/idp-metadata/saml2?idp=${provider.id}`)
  const values = [...metadata.values, ...(metadata.providers.find(({ id }) => id === provider.id)?.values ?? [])]
  const valueOf = (name: string) => values.find((one) => one.name === name)?.value ?? ''
  const file = (use: string) => {
    const key = metadata.keys.find((one) => one.use === use && one.state === 'current')
    const path = join(folder.path, `${use}.pem`)
    writeFileSync(path, key?.certificate ?? '')
    return path
  }
  signingCertificate = file('signing')
  return {
    SP_ENTITY_ID: valueOf('entityId'),
    SP_ACS_URL: valueOf('acsUrl'),
    SP_SLO_URL: valueOf('sloUrl'),
    SP_CERT: file('encryption'),
  }
}

/** Puts another configuration of the provider into effect. */
async function configure(change: Config): Promise<void> {
  const { name, type, config } = provider
  await importProvider(demo, { name, type, config: { ...config, ...change } })
}

async function atThePeer(page: Page, name: string): Promise<void> {
  await page.waitForURL(`http://${peer.host}:*/**`)
  await page.locator('#username').fill(name)
  await page.locator('#password').fill(name)
  await page.locator('#submit_button, button[type=submit]').first().click()
}

const plain = { username: 'mail', group: 'groups', firstName: 'givenName', lastName: 'sn', displayName: 'displayName' }
const claim = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const adfs = {
  username: `${claim}/upn`,
  group: 'http://schemas.xmlsoap.org/claims/Group',
  displayName: `${claim}/name`,
}
const salesforce = { username: 'username', email: 'email' }

const unspecified = { nameIdFormat: 'unspecified', attributes: plain }

/** What the peer does, and what is configured here. */
const cases: readonly [string, PeerSettings, Config][] = [
  ['redirect, both signed, unspecified NameID', { NAMEID: 'unspecified' }, unspecified],
  ['POST binding', { NAMEID: 'unspecified' }, { ...unspecified, ssoBinding: 'post', sloBinding: 'post' }],
  ['assertion signed', { NAMEID: 'unspecified', SIGN: 'assertion' }, unspecified],
  ['response signed', { NAMEID: 'unspecified', SIGN: 'response' }, unspecified],
  // Debian's version always encrypts with AES-CBC, which is accepted under the signature of the response.
  ['encrypted', { NAMEID: 'unspecified', ENCRYPT: '1' }, { ...unspecified, allowCbcWhenSigned: true }],
  ['persistent NameID', { NAMEID: 'persistent' }, { nameIdFormat: 'persistent', attributes: plain }],
  [
    'NameID is an email address',
    { NAMEID: 'email' },
    { nameIdFormat: 'emailAddress', attributes: { group: 'groups', username: undefined } },
  ],
  ['ADFS names', { NAMEID: 'unspecified', CLAIMS: 'adfs' }, { nameIdFormat: 'unspecified', attributes: adfs }],
  [
    'Salesforce names',
    { NAMEID: 'unspecified', CLAIMS: 'sfdc' },
    { nameIdFormat: 'unspecified', attributes: salesforce },
  ],
]

async function signIn(page: Page): Promise<void> {
  await enterUsername(page, demo.url, 'dwho@badwolf.org')
  await atThePeer(page, 'dwho')
  await page.waitForURL(new RegExp(`^${demo.url}/(portal|login/unauthorized)`))
}

/** The flight recorder's entry for the attempt whose code is on the error screen. */
async function recordOf(page: Page): Promise<SignInRecord | undefined> {
  const code = new URL(page.url()).searchParams.get('reference')
  return code === null ? undefined : api.call<SignInRecord>('GET', `/portal/admin/sign-ins/${code}`)
}

const isSignedIn = async (page: Page) => (await page.request.get(`${demo.url}/api/portal/launcher`)).status() === 200

async function visit() {
  const visitor = await openVisitor(browser)
  onTestFinished(() => visitor.close())
  return visitor
}

describe('SimpleSAMLphp', () => {
  test.each(cases)('signs in, and out at both ends: %s', async (_, settings, change) => {
    await peer.configure({ ...ours, ...settings })
    await configure(change)
    const { page, complaints } = await visit()
    await signIn(page)
    expect((await recordOf(page))?.checks.filter(({ outcome }) => outcome === 'failed') ?? []).toEqual([])
    const who = (await (await page.request.get(`${demo.url}/api/portal/launcher/principalinfo`)).json()) as {
      username: string
    }
    expect(who.username).toBe('dwho@badwolf.org')

    // Nothing is open to the people of this provider, so the picker is as far as they get.
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
    expect(await isSignedIn(page)).toBe(false)
    await enterUsername(page, demo.url, 'dwho@badwolf.org')
    await page.locator('#password').waitFor()
    const others = withoutAnswers(complaints, 401).filter((text) => !text.includes('/favicon.ico'))
    expect(others).toEqual([])
  })

  test('refuses requests without a signature, and takes ours', async () => {
    await peer.configure({
      ...ours,
      NAMEID: 'unspecified',
      REQUIRE_SIGNED_AUTHNREQUEST: '1',
      SP_CERT: signingCertificate,
    })
    for (const ssoBinding of ['redirect', 'post']) {
      await configure({ ...unspecified, ssoBinding })
      const visitor = await openVisitor(browser)
      await signIn(visitor.page)
      expect(await isSignedIn(visitor.page)).toBe(true)
      await visitor.close()
    }
  })

  test.each([
    ['redirect', 'redirect'],
    ['post', 'post'],
  ] as const)('a sign-out that begins there ends the session here, by %s', async (SLO_BINDING, sloBinding) => {
    await peer.configure({ ...ours, NAMEID: 'unspecified', SLO_BINDING })
    await configure({ ...unspecified, sloBinding })
    const { page } = await visit()
    await signIn(page)
    expect(await isSignedIn(page)).toBe(true)
    const { origin } = new URL(peer.metadataUrl)
    await page.goto(`${origin}/saml2/idp/initSLO.php?RelayState=${encodeURIComponent(`${origin}/`)}`)
    await until('the session here has ended', async () => !(await isSignedIn(page)))
  })

  test.each([
    ['ten minutes ahead', '+10m', 'saml-too-early'],
    ['ten minutes behind', '-10m', 'saml-too-late'],
  ])('a clock %s: refused, and the administrator reads by how much', async (_, SKEW, finding) => {
    await peer.restart({ ...ours, NAMEID: 'unspecified', SKEW })
    await configure(unspecified)
    const { page } = await visit()
    await signIn(page)
    expect(await isSignedIn(page)).toBe(false)
    const failed = (await recordOf(page))?.checks.find(({ outcome }) => outcome === 'failed')
    expect(failed).toMatchObject({ finding, todo: expect.stringMatching(/clock/i) as string })
    expect(Number(failed?.evidence['offBySecs'])).toBeGreaterThan(200)
    await peer.restart({ ...ours })
  })

  test('a broken draft fails its test by a named check while people sign in; corrected, it passes and is kept', async () => {
    await peer.configure({ ...ours, NAMEID: 'unspecified' })
    await configure({ ...unspecified, ssoBinding: 'redirect' })
    const { page } = await visit()
    const { name, type, config } = provider
    const path = `/portal/admin/tenant/idps/${provider.id}`
    const save = (change: Config) =>
      api.call('PUT', path, { name, type, config: { ...config, ...unspecified, ssoBinding: 'post', ...change } })

    await save({ entityId: `${String(config['entityId'])}/other` })
    const broken = await testLogin(page)
    expect(broken).toMatchObject({ state: 'failed', result: null })
    const [failed, ...others] = broken.checks.filter(({ outcome }) => outcome === 'failed')
    expect(others).toEqual([])
    expect(failed).toMatchObject({ finding: 'saml-issuer', evidence: { found: config['entityId'] } })
    await expect(api.call('POST', `${path}/keep`, { confirmed: true })).rejects.toThrow('IDP_NOT_TESTED')
    expect(await bindingOfSignIn()).toBe('GET')

    await save({})
    const right = await testLogin(page)
    expect(right.checks.filter(({ outcome }) => outcome === 'failed')).toEqual([])
    expect(right).toMatchObject({ state: 'passed', result: { mapped: { username: 'dwho@badwolf.org' } } })
    expect(await isSignedIn(page)).toBe(false)
    expect(await bindingOfSignIn()).toBe('GET')
    await api.call('POST', `${path}/keep`, { confirmed: true })
    expect(await bindingOfSignIn()).toBe('POST')
  })

  test('our keys roll over: at each step it takes our signed requests, whichever certificate it keeps', async () => {
    await configure({ ...unspecified, ssoBinding: 'redirect' })
    for (const step of ['publish', 'activate', 'withdraw']) {
      await api.call('POST', '/portal/admin/idp-metadata/saml2/rollover', { step })
      const xml = await (await fetch(`${demo.url}/api/login/idps/${provider.id}/saml/metadata`)).text()
      const metadata = join(folder.path, `${step}.xml`)
      writeFileSync(metadata, xml)
      const certificates = signingCertificatesIn(xml)
      const readers: readonly [string, PeerSettings][] = [
        ['the first', { ...ours, SP_CERT: certificateFile(`${step}-first`, certificates.at(0)) }],
        ['the last', { ...ours, SP_CERT: certificateFile(`${step}-last`, certificates.at(-1)) }],
        ['all', { SP_METADATA: metadata }],
      ]
      for (const [kept, settings] of readers) {
        await peer.configure({ ...settings, NAMEID: 'unspecified', REQUIRE_SIGNED_AUTHNREQUEST: '1' })
        const visitor = await openVisitor(browser)
        await signIn(visitor.page)
        expect(await isSignedIn(visitor.page), `${step}, ${kept}`).toBe(true)
        await visitor.close()
      }
    }
  })
})

/** Tests the draft by a real login in this browser. */
async function testLogin(page: Page): Promise<TestLogin> {
  const tests = `/portal/admin/tenant/idps/${provider.id}/tests`
  const { id, url } = await api.call<{ id: string; url: string }>('POST', tests)
  await page.goto(url)
  await atThePeer(page, 'dwho')
  await page.getByRole('heading', { name: /^The test login (passed|failed)$/ }).waitFor()
  return api.call<TestLogin>('GET', `${tests}/${id}`)
}

/** How a person who signs in now is sent to the peer; they are signed in at the end. */
async function bindingOfSignIn(): Promise<string> {
  const { page } = await visit()
  const asked = page.waitForRequest((request) => {
    const { hostname, pathname } = new URL(request.url())
    return hostname === peer.host && pathname.endsWith('/SSOService.php')
  })
  await signIn(page)
  expect(await isSignedIn(page)).toBe(true)
  return (await asked).method()
}

/** Base64 of the certificates that sign, in the order of the document. */
function signingCertificatesIn(xml: string): string[] {
  const keys = xml.match(/<md:KeyDescriptor use="signing">[\s\S]*?<\/md:KeyDescriptor>/g) ?? []
  return keys.map((key) => /<ds:X509Certificate>([^<]+)</.exec(key)?.[1] ?? '')
}

function certificateFile(name: string, base64 = ''): string {
  const path = join(folder.path, `${name}.pem`)
  writeFileSync(path, `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`)
  return path
}
