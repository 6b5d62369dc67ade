import { X509Certificate } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { type SamlSwitches, type SigningKeys, type Simulator, startSimulator } from '../index.ts'
import { keepLog, simulatorConfig } from '../testing/fixture.ts'
import {
  acsUrl,
  eve,
  newKeys,
  readResponse,
  samlConfig,
  samlServiceProvider,
  signedParts,
  spEntityId,
} from '../testing/saml.ts'
import { samlSwitchTable } from './switches.ts'
import { parseXml } from './xml.ts'

let simulator: Simulator
let keys: SigningKeys
let honest: string[]

beforeAll(async () => {
  keys = await newKeys('service provider')
  const known = { entityId: spEntityId, acsUrl, signingCertificates: [keys.certificate] }
  const providers = [samlConfig({ serviceProviders: [known], sign: 'both' })]
  simulator = await startSimulator(simulatorConfig({ providers }), keepLog())
  honest = await sp().certificates()
})
afterAll(() => simulator.stop())
beforeEach(() => void simulator.samlControl('plain').reset())

const sp = () => samlServiceProvider(simulator, 'plain', keys)

async function meet(switches: Partial<SamlSwitches>) {
  simulator.samlControl('plain').set(switches)
  const { xml, id } = await sp().signIn()
  return { xml, id, signed: signedParts(xml, honest) }
}

const whole = ['Response', 'Assertion']
const elsewhere = 'https://elsewhere.example'

type Seen = ReturnType<typeof readResponse> & { id: string }

const wellSigned: Partial<Record<keyof SamlSwitches, (seen: Seen) => void>> = {
  wrongAudience: (seen) => expect(seen.audience).toBe(`${elsewhere}/sp`),
  wrongRecipient: (seen) => expect([seen.recipient, seen.destination]).toEqual([`${elsewhere}/acs`, acsUrl]),
  wrongDestination: (seen) => expect([seen.recipient, seen.destination]).toEqual([acsUrl, `${elsewhere}/acs`]),
  wrongIssuer: (seen) => expect(seen.issuers).toEqual([`${elsewhere}/idp`, `${elsewhere}/idp`]),
  wrongInResponseTo: (seen) => expect(seen.inResponseTo).not.toContain(seen.id),
  noNameId: (seen) => expect([seen.nameId, seen.status]).toEqual([undefined, ['Success']]),
  noUsername: (seen) => {
    expect(seen.attributes).not.toHaveProperty('username')
    expect(seen.attributes).toHaveProperty('groups')
  },
  noGroups: (seen) => {
    expect(seen.attributes).not.toHaveProperty('groups')
    expect(seen.attributes).toHaveProperty('username')
  },
  otherPerson: (seen) =>
    expect([seen.nameId, seen.attributes['username']]).toEqual(['mia@acme.example', ['mia@acme.example']]),
}

describe.each(Object.entries(wellSigned))('%s', (name, look) => {
  test('is sent under the true signature', async () => {
    const { xml, id, signed } = await meet({ [name]: true })
    expect(signed).toEqual(whole)
    look({ ...readResponse(xml), id })
  })
})

test.each([600, -600])('clockOffsetSecs %i moves every instant', async (clockOffsetSecs) => {
  const before = Date.now()
  const { xml, signed } = await meet({ clockOffsetSecs })
  const said = readResponse(xml)
  expect(signed).toEqual(whole)
  for (const time of [said.issueInstant, said.notBefore + 30_000]) {
    expect(time).toBeGreaterThanOrEqual(before + clockOffsetSecs * 1000)
    expect(time).toBeLessThanOrEqual(Date.now() + clockOffsetSecs * 1000)
  }
})

test('oldAuthnSecs: the assertion is new, the sign-in it speaks of is not', async () => {
  const before = Date.now()
  const { signed, xml } = await meet({ oldAuthnSecs: 7200 })
  expect(signed).toEqual(whole)
  const [, instant = ''] = /AuthnInstant="([^"]+)"/.exec(xml) ?? []
  expect(Date.parse(instant)).toBeLessThanOrEqual(before - 7_100_000)
  expect(readResponse(xml).issueInstant).toBeGreaterThanOrEqual(before)
})

test('expiredCertificate: the same key under an expired certificate, in metadata too', async () => {
  const { signed, xml } = await meet({ expiredCertificate: true })
  expect(signed).toEqual(whole)
  const [pem = ''] = await sp().certificates()
  const certificate = new X509Certificate(pem)
  expect(Date.parse(certificate.validTo)).toBeLessThan(Date.now())
  expect(signedParts(xml, [pem])).toEqual(whole)
})

test('otherCertificate: metadata is as before, its key did not sign', async () => {
  const { signed } = await meet({ otherCertificate: true })
  expect(signed).toEqual([])
  expect(await sp().certificates()).toEqual(honest)
})

test('rotatedKeys: a new key signs, metadata shows both', async () => {
  const { signed, xml } = await meet({ rotatedKeys: true })
  expect(signed).toEqual([])
  const shown = await sp().certificates()
  expect(shown[0]).toBe(honest[0])
  expect(shown).toHaveLength(2)
  expect(signedParts(xml, shown)).toEqual(whole)
})

test('nextPublished: metadata shows both, the old key signs; rotateKeys goes on to the one that was shown', async () => {
  const { signed } = await meet({ nextPublished: true })
  expect(signed).toEqual(whole)
  const shown = await sp().certificates()
  expect(shown).toEqual([honest[0], expect.any(String)])
  simulator.samlControl('plain').reset()
  await simulator.samlControl('plain').rotateKeys()
  honest = await sp().certificates()
  expect(honest).toEqual([shown[1]])
})

test('unsignedAssertion: nothing is signed', async () => {
  const { xml } = await meet({ unsignedAssertion: true })
  expect(xml).not.toContain('Signature')
  expect(readResponse(xml).nameId).toBe(eve.username)
})

test('sha1: signed, with an outdated algorithm', async () => {
  const { xml } = await meet({ sha1: true })
  expect(xml).toContain('http://www.w3.org/2000/09/xmldsig#rsa-sha1')
  expect(xml).not.toContain('sha256')
})

test.each([
  ['Responder', ['Responder']],
  ['NoAuthnContext', ['Responder', 'NoAuthnContext']],
  ['InvalidNameIDPolicy', ['Responder', 'InvalidNameIDPolicy']],
] as const)('statusFailed %s: no assertion', async (statusFailed, status) => {
  const { xml } = await meet({ statusFailed })
  expect(readResponse(xml).status).toEqual(status)
  expect(xml).not.toContain('<saml:Assertion')
})

test('replay: the last response is sent again', async () => {
  const first = await meet({})
  const second = await meet({ replay: true })
  expect(second.xml).toBe(first.xml)
  expect(readResponse(second.xml).inResponseTo[0]).not.toBe(second.id)
})

test('badXml: the response breaks off', async () => {
  simulator.samlControl('plain').set({ badXml: true })
  const { xml } = await sp().signIn()
  expect(() => parseXml(xml)).toThrow('not well-formed XML')
})

test('wrapped: a forged assertion precedes the signed one', async () => {
  const { xml, signed } = await meet({ wrapped: true })
  expect(signed).toEqual(['Assertion'])
  const assertions = Array.from(parseXml(xml).getElementsByTagNameNS('*', 'Assertion'))
  expect(assertions.map((each) => each.getElementsByTagNameNS('*', 'NameID')[0]?.textContent)).toEqual([
    'mia@acme.example',
    eve.username,
  ])
  expect(assertions.map((each) => each.getElementsByTagNameNS('*', 'Signature').length)).toEqual([0, 1])
})

test('slowSecs delays every answer', async () => {
  simulator.samlControl('plain').set({ slowSecs: 0.3 })
  const before = performance.now()
  await sp().metadata()
  expect(performance.now() - before).toBeGreaterThanOrEqual(295)
})

test('rotateKeys: what was published about the old key is gone', async () => {
  await simulator.samlControl('plain').rotateKeys()
  const { xml } = await meet({})
  expect(signedParts(xml, honest)).toEqual([])
  expect(signedParts(xml, await sp().certificates())).toEqual(whole)
  honest = await sp().certificates()
})

test('every switch has its test', () => {
  const elsewhereTested = ['unsignedLogoutResponse', 'unsignedLogoutRequest']
  const here = ['clockOffsetSecs', 'expiredCertificate', 'otherCertificate', 'nextPublished', 'rotatedKeys']
  const rest = ['unsignedAssertion', 'sha1', 'oldAuthnSecs', 'statusFailed', 'replay', 'badXml', 'wrapped', 'slowSecs']
  const tested = [...Object.keys(wellSigned), ...here, ...rest, ...elsewhereTested]
  expect(tested.toSorted()).toEqual(Object.keys(samlSwitchTable).toSorted())
})
