import { startSimulator, type SamlSwitches, type Simulator } from '@portico/simulator'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { newBrowser, postForm, startAt, tenantWith, whoIs } from '../../testing/sign-in-run.ts'
import { createTestServer, signedIn, testBaseUrl, type Browser, type TestServer } from '../../testing/test-server.ts'
import { samlAddresses } from '../addresses/saml.ts'
import { formOf } from './testing/saml-run.ts'
import { createTour } from './testing/tour.ts'

/** Another implementation of the standard, over real HTTP: each side verifies what the other signs. */
let server: TestServer
let simulator: Simulator
let acme: ImportedTenant
let admin: Browser

const password = 'a password'
const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const person = (domain: string) => ({
  username: `ada@${domain}`,
  password,
  name: 'Ada Byron',
  givenName: 'Ada',
  familyName: 'Byron',
  email: `ada@${domain}`,
  groups: ['staff', 'finance'],
})

const cases = [
  {
    name: 'Plain',
    id: 'plain',
    flavour: 'plain',
    type: 'OPENSAML',
    sso: '/sso',
    slo: '/slo',
    username: 'ada@plain.example',
  },
  {
    name: 'Adfs',
    id: 'adfs',
    flavour: 'adfs',
    type: 'ADFS_SAML',
    sso: '/adfs/ls/',
    slo: '/adfs/ls/',
    username: 'ADFS\\ada',
  },
  {
    name: 'Sales',
    id: 'sales',
    flavour: 'salesforce',
    type: 'SFDC_SAML',
    sso: '/idp/endpoint/HttpPost',
    slo: '/services/auth/idp/saml2/logout',
    username: 'ada@sales.example',
  },
] as const
type Case = (typeof cases)[number]

const attributes = {
  plain: { username: 'username', group: 'groups', displayName: 'displayName', email: 'mail' },
  adfs: {
    username: 'http://schemas.microsoft.com/ws/2008/06/identity/claims/windowsaccountname',
    firstName: `${claims}/givenname`,
    lastName: `${claims}/surname`,
    email: `${claims}/emailaddress`,
    group: 'http://schemas.xmlsoap.org/claims/Group',
  },
  sales: { username: 'username', group: 'groups', firstName: 'FirstName', lastName: 'LastName' },
}

beforeAll(async () => {
  server = await createTestServer()
  simulator = await startSimulator(
    {
      host: '127.0.0.2',
      providers: cases.map(({ id, flavour, name }) => ({
        id,
        kind: 'saml',
        name,
        flavour,
        people: [person(`${id}.example`)],
        serviceProviders: [],
        encrypt: flavour === 'plain',
      })),
    },
    { log: () => undefined },
  )
  const entries = await Promise.all(cases.map(async (one, index) => entryOf(one, index === 0)))
  acme = await server.importTenant(tenantWith('acme', entries))
  admin = await signedIn(server, acme, { username: 'admin@acme.example', groups: ['admins'] })
  for (const { id, name } of cases) simulator.samlControl(id).addServiceProvider(await serviceProvider(name))
})
afterEach(() => {
  for (const { id } of cases) simulator.samlControl(id).reset()
})
afterAll(async () => {
  await simulator?.stop()
  await server?.close()
})

async function entryOf({ id, type, name, sso, slo, flavour }: Case, primary: boolean) {
  const [certificate = ''] = await simulator.samlControl(id).certificates()
  const base = `${simulator.url}/saml/${id}`
  const post = flavour === 'salesforce'
  return {
    name,
    type,
    primary,
    config: {
      entityId: simulator.issuer(id),
      ssoUrl: base + sso,
      ssoBinding: post ? 'post' : 'redirect',
      sloUrl: base + slo,
      sloBinding: post ? 'post' : 'redirect',
      nameIdFormat: flavour === 'plain' ? 'persistent' : 'unspecified',
      signingCertificate1: certificate.trim(),
      attributes: attributes[id],
    },
    emailSuffixes: [`${id}.example`],
    windowsDomains: id === 'adfs' ? ['ADFS'] : [],
  }
}

/** What the provider's administrator copies: taken from our metadata, since the server has no socket in this test. */
async function serviceProvider(name: string) {
  const { entityId, acsUrl, sloUrl, metadataUrl } = ours(name)
  const xml = await (await server.fetch(new Request(metadataUrl))).text()
  const pem = (use: string) => {
    const base64 = new RegExp(`use="${use}"[\\s\\S]*?<ds:X509Certificate>([^<]+)<`).exec(xml)?.[1]
    return base64 === undefined
      ? undefined
      : `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----`
  }
  const encryptionCertificate = pem('encryption')
  return {
    entityId,
    acsUrl,
    sloUrl,
    sloBinding: name === 'Sales' ? ('post' as const) : ('redirect' as const),
    signingCertificates: [pem('signing') ?? ''],
    ...(encryptionCertificate === undefined ? {} : { encryptionCertificate }),
  }
}

const ours = (name: string) =>
  samlAddresses(testBaseUrl, { tenantId: acme.id, id: acme.identityProviderIds.get(name) ?? '' })

/** From our login page to the provider's, through its form, and back. */
async function visit(one: Case, browser = newBrowser(server)) {
  const tour = createTour(browser, testBaseUrl)
  const login = await tour.travel({ url: await startAt(browser, one.username) })
  const { action } = formOf(login.page)
  const form = { username: `ada@${one.id}.example`, password }
  const landed = await tour.travel({ url: new URL(action, login.url).href, form })
  return { browser, tour, landed: new URL(landed.url) }
}

describe.each(cases)('$type against the simulator', (one) => {
  it('signs in', async () => {
    const { browser, landed } = await visit(one)
    expect(landed.pathname).toBe('/portal/environments')
    const who = await whoIs(browser)
    expect(who).toMatchObject({ username: one.username, name: 'Ada Byron' })
    expect(who?.groups.toSorted()).toEqual(['finance', 'staff'])
  })

  it('signs out at both ends, beginning here', async () => {
    const { browser, tour } = await visit(one)
    const page = await (await postForm(browser, '/api/login/signout', {})).text()
    const refresh = /content="0;url=([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')
    const { action, fields } = formOf(page)
    const end = await tour.travel(refresh === undefined ? { url: action, form: fields } : { url: refresh })
    expect(new URL(end.url)).toMatchObject({ pathname: '/login/signed-out', search: '?provider=ended' })
    expect(await whoIs(browser)).toBeUndefined()
    // Without a session there, the provider asks for the password again.
    const again = await tour.travel({ url: await startAt(browser, one.username) })
    expect(again.page).toContain('name="password"')
  })

  it('signs out at both ends, beginning there', async () => {
    const { browser, tour } = await visit(one)
    await tour.travel({ url: `${simulator.url}/saml/${one.id}/signout`, form: {} })
    expect(await whoIs(browser)).toBeUndefined()
  })

  const lies: [keyof SamlSwitches, Partial<SamlSwitches>, string][] = [
    ['clockOffsetSecs', { clockOffsetSecs: 600 }, 'saml-too-early'],
    ['otherCertificate', { otherCertificate: true }, 'saml-certificate-other'],
    ['unsignedAssertion', { unsignedAssertion: true }, 'saml-signature-missing'],
    ['wrongAudience', { wrongAudience: true }, 'saml-audience'],
    ['wrongRecipient', { wrongRecipient: true }, 'saml-recipient'],
    ['wrongDestination', { wrongDestination: true }, 'saml-destination'],
    ['wrongIssuer', { wrongIssuer: true }, 'saml-issuer'],
    ['wrongInResponseTo', { wrongInResponseTo: true }, 'saml-in-response-to'],
    ['noUsername', { noUsername: true }, 'username-missing'],
    ['statusFailed', { statusFailed: 'Responder' }, 'saml-status'],
    ['sha1', { sha1: true }, 'saml-signature-algorithm'],
    ['badXml', { badXml: true }, 'saml-message-unreadable'],
    ['wrapped', { wrapped: true }, 'saml-assertion-count'],
  ]
  it.each(lies)('is not deceived: %s', async (_, change, finding) => {
    simulator.samlControl(one.id).set(change)
    const { browser, landed } = await visit(one)
    expect(landed.pathname).toBe('/login/unauthorized')
    expect(await whoIs(browser)).toBeUndefined()
    const shown = await admin.send(`/api/portal/admin/sign-ins/${landed.searchParams.get('reference')}`)
    const { checks } = (await shown.json()) as { checks: { finding: string | null; outcome: string }[] }
    expect(checks.findLast((check) => check.outcome === 'failed')?.finding).toBe(finding)
  })
})
