import { X509Certificate } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { type SigningKeys, type Simulator, startSimulator } from '../index.ts'
import { openBrowser } from '../testing/browser.ts'
import { keepLog, simulatorConfig } from '../testing/fixture.ts'
import {
  acsUrl,
  decrypted,
  eve,
  newKeys,
  readResponse,
  samlConfig,
  samlServiceProvider,
  serveMetadata,
  signedParts,
  spEntityId,
  spMetadata,
} from '../testing/saml.ts'

let simulator: Simulator
let keys: SigningKeys
let published: Awaited<ReturnType<typeof serveMetadata>>

const given = await newKeys('given to the provider')

beforeAll(async () => {
  keys = await newKeys('service provider')
  published = await serveMetadata(spMetadata(keys))
  const serviceProviders = [{ metadataUrl: published.url }]
  const of = (id: string, change: Parameters<typeof samlConfig>[0]) => samlConfig({ id, serviceProviders, ...change })
  const providers = [
    of('plain', { signing: given }),
    of('adfs', { flavour: 'adfs' }),
    of('salesforce', { flavour: 'salesforce', subjectType: 'federationId' }),
    of('response', { sign: 'response' }),
    of('both', { sign: 'both', encrypt: true }),
    of('mail', { nameIdFormat: 'emailAddress', flavour: 'adfs' }),
  ]
  simulator = await startSimulator(simulatorConfig({ providers }), keepLog())
})
afterAll(async () => {
  published.stop()
  await simulator.stop()
})
beforeEach(() => {
  for (const id of ['plain', 'adfs']) simulator.samlControl(id).reset()
})

const sp = (providerId = 'plain') => samlServiceProvider(simulator, providerId, keys)
const policy = (format: string) => `<samlp:NameIDPolicy Format="urn:oasis:names:tc:SAML:${format}"/>`

describe.each(['Redirect', 'POST'] as const)('a request by %s', (binding) => {
  test('signs a person in with an assertion for this request', async () => {
    const { id, xml, action, relayState } = await sp().signIn({ binding, relayState: 'state & more' })
    expect([action, relayState]).toEqual([acsUrl, 'state &#38; more'])
    expect(signedParts(xml, [given.certificate])).toEqual(['Assertion'])
    const said = readResponse(xml)
    const issuer = simulator.issuer('plain')
    expect(said).toMatchObject({
      status: ['Success'],
      issuers: [issuer, issuer],
      destination: acsUrl,
      recipient: acsUrl,
      inResponseTo: [id, id],
      audience: spEntityId,
      nameId: eve.username,
    })
    expect(said.attributes).toEqual({
      uid: ['eve'],
      username: [eve.username],
      givenName: ['Eve'],
      sn: ['Polastri'],
      mail: ['eve.polastri@acme.example'],
      displayName: ['Eve <Polastri>'],
      groups: ['Administrators', 'Sales'],
    })
  })

  test('a second sign-in needs no password, unless ForceAuthn asks for one', async () => {
    const { browser, xml } = await sp().signIn({ binding })
    const again = await sp().ask(browser, { binding })
    expect(await again.response.text()).toContain(`action="${acsUrl}"`)
    const forced = await sp().ask(browser, { binding, attributes: ' ForceAuthn="true"' })
    expect(await forced.response.text()).toContain('name="password"')
    const renewed = await sp().signIn({ binding, attributes: ' ForceAuthn="true"' }, eve, browser)
    expect(readResponse(renewed.xml).sessionIndex).toBe(readResponse(xml).sessionIndex)
  })

  test('without the signature that the service provider announced, it stays on a page', async () => {
    const { response } = await sp().ask(openBrowser(), { binding, unsigned: true })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('must be signed')
  })

  test('signed by another party, it stays on a page', async () => {
    const other = samlServiceProvider(simulator, 'plain', await newKeys('another service'))
    const { response } = await other.ask(openBrowser(), { binding })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('signature of the request')
  })
})

test.each([
  ['response', ['Response']],
  ['salesforce', ['Response', 'Assertion']],
  ['adfs', ['Assertion']],
])('%s signs %j', async (providerId, parts) => {
  const { xml } = await sp(providerId).signIn()
  expect(signedParts(xml, await sp(providerId).certificates())).toEqual(parts)
})

test('an encrypted assertion opens with the service provider’s key, and is signed inside', async () => {
  const { xml } = await sp('both').signIn()
  expect(xml).not.toContain(eve.username)
  expect(xml).toContain('http://www.w3.org/2009/xmlenc11#aes256-gcm')
  expect(xml).toContain('rsa-oaep')
  const certificates = await sp('both').certificates()
  expect(signedParts(xml, certificates)).toEqual(['Response'])
  const inside = await decrypted(xml, keys.privateKey)
  expect(signedParts(inside, certificates)).toEqual(['Assertion'])
  expect(inside).toContain(eve.username)
})

describe('flavours', () => {
  test('adfs names attributes by claim URIs, knows DOMAIN\\user, and counts from now', async () => {
    const { xml } = await sp('adfs').signIn()
    const said = readResponse(xml)
    expect(said.nameId).toBe('ACME\\eve')
    expect(said.notBefore).toBe(said.issueInstant)
    const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/'
    expect(said.attributes).toEqual({
      'http://schemas.microsoft.com/ws/2008/06/identity/claims/windowsaccountname': ['ACME\\eve'],
      [`${claims}upn`]: [eve.username],
      [`${claims}emailaddress`]: ['eve.polastri@acme.example'],
      [`${claims}givenname`]: ['Eve'],
      [`${claims}surname`]: ['Polastri'],
      [`${claims}name`]: ['Eve <Polastri>'],
      'http://schemas.xmlsoap.org/claims/Group': ['Administrators', 'Sales'],
    })
  })

  test('adfs takes DOMAIN\\user on its login page, and is known by its trust name', async () => {
    const { xml } = await sp('adfs').signIn({}, { username: 'acme\\EVE', password: eve.password })
    expect(readResponse(xml).nameId).toBe('ACME\\eve')
    const named = samlConfig({ people: [{ ...samlConfig().people[0]!, windowsName: 'CORP\\epolastri' }] })
    const other = await startSimulator(
      simulatorConfig({
        providers: [{ ...named, flavour: 'adfs', serviceProviders: [{ metadataUrl: published.url }] }],
      }),
      keepLog(),
    )
    const signed = await samlServiceProvider(other, 'plain', keys).signIn({}, { ...eve, username: 'corp\\epolastri' })
    expect(readResponse(signed.xml).nameId).toBe('CORP\\epolastri')
    expect(other.issuer('plain')).toBe(`${other.url}/saml/plain/adfs/services/trust`)
    await other.stop()
  })

  test('salesforce says userId, username and the rest; groups are one text', async () => {
    const { xml } = await sp('salesforce').signIn()
    const said = readResponse(xml)
    expect(said.attributes).toMatchObject({
      username: [eve.username],
      is_portal_user: ['false'],
      FirstName: ['Eve'],
      groups: ['Administrators;Sales'],
    })
    expect(simulator.issuer('salesforce')).toBe(`${simulator.url}/saml/salesforce`)
  })

  test.each([
    ['plain', '2.0:nameid-format:persistent', /^[\w-]{43}$/],
    ['plain', '2.0:nameid-format:transient', /^_[\w-]{36}$/],
    ['plain', '1.1:nameid-format:emailAddress', /^eve\.polastri@acme\.example$/],
    ['mail', '1.1:nameid-format:unspecified', /^eve\.polastri@acme\.example$/],
  ])('%s issues %s', async (providerId, format, value) => {
    const { xml } = await sp(providerId).signIn({ inside: policy(format) })
    expect(readResponse(xml).nameId).toMatch(value)
    const again = await sp(providerId).signIn({ inside: policy(format) })
    expect(readResponse(again.xml).nameId === readResponse(xml).nameId).toBe(!format.endsWith('transient'))
  })

  test.each([
    ['adfs', '2.0:nameid-format:persistent'],
    ['plain', '2.0:nameid-format:kerberos'],
  ])('%s refuses %s with InvalidNameIDPolicy', async (providerId, format) => {
    const { xml } = await sp(providerId).signIn({ inside: policy(format) })
    expect(readResponse(xml).status).toEqual(['Responder', 'InvalidNameIDPolicy'])
    expect(signedParts(xml, await sp(providerId).certificates())).toEqual(['Response'])
  })
})

test.each([
  ['exact', 'PasswordProtectedTransport', 'Success'],
  ['exact', 'X509', 'NoAuthnContext'],
  ['minimum', 'Password', 'Success'],
  ['better', 'PasswordProtectedTransport', 'NoAuthnContext'],
  ['maximum', 'X509', 'Success'],
])('a requested context, %s %s: %s', async (comparison, name, status) => {
  const inside = `<samlp:RequestedAuthnContext Comparison="${comparison}"><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:${name}</saml:AuthnContextClassRef></samlp:RequestedAuthnContext>`
  const { xml } = await sp().signIn({ inside })
  expect(readResponse(xml).status.at(-1)).toBe(status)
})

describe('requests that are not answered at the service provider', () => {
  test.each([
    ['of an unknown service provider', 'http://127.0.0.1:9/unknown', '', 'There is no service provider'],
    ['with an address that was not published', spEntityId, ' AssertionConsumerServiceURL="http://127.0.0.1:9/x"', ''],
  ])('%s', async (_case, entityId, attributes, sentence) => {
    const party = samlServiceProvider(simulator, 'plain', keys, entityId)
    const { response, address } = await party.ask(openBrowser(), { attributes })
    expect(response.status).toBe(400)
    expect(address.startsWith(simulator.url)).toBe(true)
    expect(await response.text()).toContain(sentence)
  })

  test('that are invalid', async () => {
    for (const query of ['', '?SAMLRequest=x', `?SAMLRequest=${Buffer.from('<a>').toString('base64')}`]) {
      expect((await fetch(`${simulator.url}/saml/plain/sso${query}`)).status).toBe(400)
    }
  })
})

test('metadata is fetched once, and again for a name that is not known yet', async () => {
  const own = await serveMetadata(spMetadata(keys))
  const providers = [samlConfig({ serviceProviders: [{ metadataUrl: own.url }] })]
  const other = await startSimulator(simulatorConfig({ providers }), keepLog())
  expect(own.state.asked).toBe(0)
  const first = samlServiceProvider(other, 'plain', keys)
  await first.signIn()
  await first.signIn()
  expect(own.state.asked).toBe(1)
  own.state.text = spMetadata(keys, { entityId: 'urn:renamed' })
  const renamed = samlServiceProvider(other, 'plain', keys, 'urn:renamed')
  expect(readResponse((await renamed.signIn()).xml).audience).toBe('urn:renamed')
  expect(own.state.asked).toBe(2)
  const next = await newKeys('next')
  own.state.text = spMetadata(next, { entityId: 'urn:renamed' })
  const rolled = samlServiceProvider(other, 'plain', next, 'urn:renamed')
  expect(readResponse((await rolled.signIn()).xml).status).toEqual(['Success'])
  own.stop()
  await other.stop()
})

test('a service provider that comes later is known by addServiceProvider', async () => {
  const party = samlServiceProvider(simulator, 'plain', keys, 'urn:later')
  expect((await party.ask(openBrowser())).response.status).toBe(400)
  simulator
    .samlControl('plain')
    .addServiceProvider({ entityId: 'urn:later', acsUrl, signingCertificates: [keys.certificate] })
  expect(readResponse((await party.signIn()).xml).audience).toBe('urn:later')
  const wrong = { entityId: 'urn:x', acsUrl: '/acs' }
  expect(() => simulator.samlControl('plain').addServiceProvider(wrong)).toThrow('serviceProvider.acsUrl: write whole')
})

test('a sign-in that begins at the provider answers no request', async () => {
  const browser = openBrowser()
  const from = `${simulator.url}/saml/plain/start?sp=${encodeURIComponent(spEntityId)}&RelayState=crm`
  const login = await browser.follow(await browser.go(from), from)
  const answer = await browser.post(login.address, eve)
  const page = await answer.text()
  const xml = Buffer.from(/name="SAMLResponse" value="([^"]*)"/.exec(page)?.[1] ?? '', 'base64').toString('utf8')
  expect(readResponse(xml)).toMatchObject({ inResponseTo: [undefined, undefined], nameId: eve.username })
  expect(page).toContain('name="RelayState" value="crm"')
})

test('IsPassive without a session is NoPassive, and cancel is AuthnFailed', async () => {
  const passive = await sp().ask(openBrowser(), { attributes: ' IsPassive="true"' })
  const page = await passive.response.text()
  const statusOf = (html: string) =>
    readResponse(Buffer.from(/name="SAMLResponse" value="([^"]*)"/.exec(html)?.[1] ?? '', 'base64').toString('utf8'))
      .status
  expect(statusOf(page)).toEqual(['Responder', 'NoPassive'])
  const browser = openBrowser()
  const login = await sp().ask(browser)
  expect(statusOf(await (await browser.go(`${login.address}/cancel`)).text())).toEqual(['Responder', 'AuthnFailed'])
})

describe('metadata', () => {
  test('of a provider with a given key shows its certificate, which is a real one', async () => {
    const [pem = ''] = await sp().certificates()
    const certificate = new X509Certificate(pem)
    expect(certificate.fingerprint256).toBe(new X509Certificate(given.certificate).fingerprint256)
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    expect(certificate.subject).toBe('CN=given to the provider')
  })

  test.each([
    ['adfs', 'FederationMetadata/2007-06/FederationMetadata.xml', 'RoleDescriptor'],
    ['salesforce', '.well-known/samlidp.xml', 'IDPSSODescriptor'],
  ])('of %s is at %s', async (providerId, path, role) => {
    const answer = await fetch(`${simulator.url}/saml/${providerId}/${path}`)
    expect(answer.headers.get('content-type')).toBe('application/samlmetadata+xml')
    const text = await answer.text()
    expect(text).toContain(`<${role}`)
    expect(text).toContain(`entityID="${simulator.issuer(providerId)}"`)
  })

  test('of all providers is one file with several entities', async () => {
    const text = await (await fetch(`${simulator.url}/saml/metadata.xml`)).text()
    for (const id of ['plain', 'adfs', 'salesforce']) expect(text).toContain(`entityID="${simulator.issuer(id)}"`)
  })
})
