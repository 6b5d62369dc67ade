import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { type SigningKeys, type Simulator, startSimulator } from '../index.ts'
import { formOf, openBrowser } from '../testing/browser.ts'
import { keepLog, simulatorConfig } from '../testing/fixture.ts'
import {
  acsUrl,
  eve,
  messageIn,
  newKeys,
  readResponse,
  samlConfig,
  samlServiceProvider,
  serveMetadata,
  signedParts,
  sloUrl,
  spEntityId,
  spMetadata,
} from '../testing/saml.ts'
import { parseXml } from './xml.ts'

let simulator: Simulator
let keys: SigningKeys
let published: Awaited<ReturnType<typeof serveMetadata>>
const otherSp = 'urn:other-sp'
const otherSlo = 'http://127.0.0.1:9/other/slo'

beforeAll(async () => {
  keys = await newKeys('service provider')
  published = await serveMetadata(spMetadata(keys, { sloBindings: ['Redirect', 'POST'] }))
  const known = { acsUrl, signingCertificates: [keys.certificate] }
  const serviceProviders = [
    { ...known, entityId: spEntityId, sloUrl },
    { ...known, entityId: otherSp, sloUrl: otherSlo, sloResponseUrl: `${otherSlo}/answer` },
    { ...known, entityId: 'urn:by-post', sloUrl, sloBinding: 'post' as const },
  ]
  const providers = [
    samlConfig({ serviceProviders }),
    samlConfig({ id: 'adfs', flavour: 'adfs', serviceProviders }),
    samlConfig({ id: 'salesforce', flavour: 'salesforce', serviceProviders }),
    samlConfig({ id: 'posting', sloBinding: 'post', serviceProviders: [{ metadataUrl: published.url }] }),
  ]
  simulator = await startSimulator(simulatorConfig({ providers }), keepLog())
})
afterAll(async () => {
  published.stop()
  await simulator.stop()
})
beforeEach(() => void simulator.samlControl('plain').reset())

const party = (providerId = 'plain', entityId = spEntityId) =>
  samlServiceProvider(simulator, providerId, keys, entityId)

async function signedIn(providerId = 'plain', entityId = spEntityId, browser = openBrowser()) {
  const { xml } = await party(providerId, entityId).signIn({}, eve, browser)
  const { nameIdXml, sessionIndex } = readResponse(xml)
  return { browser, nameId: nameIdXml, sessionIndex }
}

async function asksForPassword(browser: ReturnType<typeof openBrowser>, providerId = 'plain') {
  return (await (await party(providerId).ask(browser)).response.text()).includes('name="password"')
}

test.each([
  ['plain', 'Redirect'],
  ['plain', 'POST'],
  ['adfs', 'Redirect'],
  ['adfs', 'POST'],
  ['salesforce', 'Redirect'],
  ['salesforce', 'POST'],
] as const)('%s: a logout request by %s ends the session and is answered, signed', async (providerId, binding) => {
  const { browser, nameId, sessionIndex } = await signedIn(providerId)
  expect(await asksForPassword(browser, providerId)).toBe(false)
  const { id, address } = await party(providerId).sendLogout(browser, { nameId, sessionIndex, binding })
  expect(address.startsWith(`${sloUrl}?SAMLResponse=`)).toBe(true)
  const { root, relayState, signed } = messageIn(address, await party(providerId).certificates())
  expect([root.localName, root.getAttribute('InResponseTo'), relayState, signed]).toEqual([
    'LogoutResponse',
    id,
    'out',
    true,
  ])
  expect(root.getElementsByTagNameNS('*', 'StatusCode')[0]?.getAttribute('Value')).toMatch(/:Success$/)
  expect(await asksForPassword(browser, providerId)).toBe(true)
})

test('the answer goes by form to a service provider that wants it so', async () => {
  const { browser, nameId, sessionIndex } = await signedIn('plain', 'urn:by-post')
  const { response } = await party('plain', 'urn:by-post').sendLogout(browser, { nameId, sessionIndex })
  const { action, fields } = formOf(await response.text())
  const text = Buffer.from(fields['SAMLResponse'] ?? '', 'base64').toString('utf8')
  expect(action).toBe(sloUrl)
  expect(signedParts(text, await party().certificates())).toEqual(['LogoutResponse'])
})

test.each(['Redirect', 'POST'] as const)(
  'who takes logouts in both ways is answered by %s as asked',
  async (binding) => {
    const { browser, nameId, sessionIndex } = await signedIn('posting')
    const { response, address } = await party('posting').sendLogout(browser, { nameId, sessionIndex, binding })
    if (binding === 'Redirect') expect(address.startsWith(`${sloUrl}?SAMLResponse=`)).toBe(true)
    else expect(formOf(await response.text())).toMatchObject({ action: sloUrl, fields: { RelayState: 'out' } })
  },
)

test('sloBinding: a logout that begins here is posted', async () => {
  const { browser } = await signedIn('posting')
  const { end } = await signOutEverywhere(browser, 'posting')
  const { action, fields } = formOf(await end.response.text())
  const text = Buffer.from(fields['SAMLRequest'] ?? '', 'base64').toString('utf8')
  expect(action).toBe(sloUrl)
  expect(signedParts(text, await party('posting').certificates())).toEqual(['LogoutRequest'])
})

test('an unsigned logout request ends nothing', async () => {
  const { browser, nameId, sessionIndex } = await signedIn()
  const { response } = await party().sendLogout(browser, { nameId, sessionIndex, unsigned: true })
  expect(response.status).toBe(400)
  expect(await asksForPassword(browser)).toBe(false)
})

test('a logout request about a session that is over is answered with success', async () => {
  const { browser, nameId } = await signedIn()
  const { address } = await party().sendLogout(browser, { nameId, sessionIndex: '_unknown' })
  expect(messageIn(address, []).root.localName).toBe('LogoutResponse')
  expect(await asksForPassword(browser)).toBe(false)
})

test.each([
  ['another SessionIndex', (nameId: string) => nameId, '_other'],
  ['a NameID without its Format', (nameId: string) => nameId.replace(/ Format="[^"]*"/, ''), undefined],
  [
    'a NameID with a qualifier that was not issued',
    (nameId: string) => nameId.replace(' Format', ' NameQualifier="x" Format'),
    undefined,
  ],
])('adfs does not take %s', async (_case, change, otherIndex) => {
  const { browser, nameId, sessionIndex } = await signedIn('adfs')
  const asked = { nameId: change(nameId), sessionIndex: otherIndex ?? sessionIndex }
  const { response } = await party('adfs').sendLogout(browser, asked)
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('event 368')
  expect(await asksForPassword(browser, 'adfs')).toBe(false)
})

test('a logout goes to the other service providers of the session first', async () => {
  const { browser, nameId, sessionIndex } = await signedIn()
  await signedIn('plain', otherSp, browser)
  const first = await party().sendLogout(browser, { nameId, sessionIndex })
  expect(first.address.startsWith(`${otherSlo}?SAMLRequest=`)).toBe(true)
  const asked = messageIn(first.address, await party().certificates())
  expect([asked.root.localName, asked.signed]).toEqual(['LogoutRequest', true])
  expect(asked.root.getElementsByTagNameNS('*', 'SessionIndex')[0]?.textContent).toBe(sessionIndex)
  const { address } = await party('plain', otherSp).sendLogoutResponse(browser, asked.root.getAttribute('ID') ?? '')
  expect(address.startsWith(`${sloUrl}?SAMLResponse=`)).toBe(true)
  expect(messageIn(address, []).root.getAttribute('InResponseTo')).toBe(first.id)
})

async function signOutEverywhere(browser: ReturnType<typeof openBrowser>, providerId = 'plain') {
  const address = `${simulator.url}/saml/${providerId}`
  const page = await (await browser.go(address)).text()
  const out = new URL(formOf(page).action, address).href
  return { page, end: await browser.follow(await browser.post(out, {}), out) }
}

test('the session page names who is signed in where, and signs them out everywhere', async () => {
  const { browser } = await signedIn()
  await signedIn('plain', otherSp, browser)
  const { page, end } = await signOutEverywhere(browser)
  expect(page).toContain(`Signed in as ${eve.username}`)
  const first = messageIn(end.address, await party().certificates())
  expect([first.root.localName, first.signed]).toEqual(['LogoutRequest', true])
  expect(await asksForPassword(browser)).toBe(true)
  const next = await party().sendLogoutResponse(browser, first.root.getAttribute('ID') ?? '')
  expect(next.address.startsWith(`${otherSlo}?SAMLRequest=`)).toBe(true)
  const second = messageIn(next.address, []).root.getAttribute('ID') ?? ''
  const last = await party('plain', otherSp).sendLogoutResponse(browser, second)
  expect(await last.response.text()).toContain('You are signed out')
})

test('unsignedLogoutRequest and unsignedLogoutResponse', async () => {
  simulator.samlControl('plain').set({ unsignedLogoutRequest: true, unsignedLogoutResponse: true })
  const { browser } = await signedIn()
  const { end } = await signOutEverywhere(browser)
  expect(messageIn(end.address, await party().certificates())).toMatchObject({ signed: false })
  expect(end.address).not.toContain('Signature')
  const again = await signedIn()
  const { address } = await party().sendLogout(again.browser, again)
  expect(address).toContain('SAMLResponse=')
  expect(address).not.toContain('Signature')
})

test('messages are compressed XML without a DTD', () => {
  expect(() => parseXml('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')).toThrow()
})
