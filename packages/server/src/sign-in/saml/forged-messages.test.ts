import { createHmac } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { forgeResponseXml, type ForgeOptions } from '../../protocols/saml/testing/forge-response.ts'
import { testKeyPair } from '../../protocols/saml/testing/key-pairs.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { countSessions, landing, refusedWith, tenantWith, whoIs } from '../../testing/sign-in-run.ts'
import { createTestServer, signedIn, type Browser, type TestServer } from '../../testing/test-server.ts'
import { ask, forgedFor, playedProvider, postResponse, whyRefused, type Asked } from './testing/saml-run.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser
const idp = playedProvider()
const stranger = testKeyPair({ commonName: 'stranger.example' })

beforeAll(async () => {
  server = await createTestServer()
  acme = await server.importTenant(tenantWith('acme', [idp.entry()]))
  admin = await signedIn(server, acme, { username: 'admin@acme.example', groups: ['admins'] })
})
afterAll(() => server?.close())

type Change = Partial<ForgeOptions> | ((asked: Asked) => Partial<ForgeOptions>)
type Case = readonly [name: string, finding: string, change: Change]

/** Each case goes the whole way, with a message of the provider that is true but for the change. */
function refuses(cases: readonly Case[], code = 'IDP_ERROR') {
  it.each(cases)('%s', async (_, finding, change) => {
    const before = await countSessions(server, acme)
    const asked = await ask(server)
    const message = await forgedFor(server, idp, asked, typeof change === 'function' ? change(asked) : change)
    const response = await postResponse(asked, message)
    expect(landing(response)).toEqual(refusedWith(code))
    expect(await whyRefused(admin, response)).toBe(finding)
    expect(await whoIs(asked.browser)).toBeUndefined()
    expect(await countSessions(server, acme)).toBe(before)
  })
}

const assertionOf = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? ''
const signatureOf = (xml: string) => /<ds:Signature [\s\S]*?<\/ds:Signature>/.exec(xml)?.[0] ?? ''
const without = (xml: string, part: string) => xml.replace(part, () => '')
const evil = (xml: string) => xml.replaceAll(' ID="_', ' ID="_evil').replaceAll('ada@', 'eve@')

/** What an attacker makes of a message whose assertion `a` carries the signature `s`. */
const moved = (layout: (xml: string, a: string, s: string) => string): Change => ({
  nameId: { value: 'ada@acme.example' },
  afterSigning: (xml) => layout(xml, assertionOf(xml), signatureOf(assertionOf(xml))),
})

/** The same where the response is signed: the whole signed message is moved into a forged one. */
const movedResponse = (layout: (xml: string, s: string) => string): Change => ({
  sign: 'response',
  afterSigning: (xml) => layout(xml, signatureOf(xml)),
})

describe('P0 wrapping', () => {
  refuses([
    [
      'XSW1: the signed response inside the signature of the forged one',
      'saml-assertion-count',
      movedResponse((xml, s) => evil(xml).replace('</ds:Signature>', () => `${without(xml, s)}</ds:Signature>`)),
    ],
    [
      'XSW2: the signed response before the signature of the forged one',
      'saml-assertion-count',
      movedResponse((xml, s) => evil(xml).replace(s, () => without(xml, s) + s)),
    ],
    [
      'XSW3: the forged assertion before the signed one',
      'saml-assertion-count',
      moved((xml, a, s) => xml.replace(a, () => evil(without(a, s)) + a)),
    ],
    [
      'XSW4: the signed assertion inside the forged one',
      'saml-assertion-count',
      moved((xml, a, s) =>
        xml.replace(a, () => evil(without(a, s)).replace('</saml:Assertion>', () => `${a}</saml:Assertion>`)),
      ),
    ],
    [
      'XSW5: the forged assertion carries the signature, the signed one is its sibling',
      'saml-assertion-count',
      moved((xml, a, s) => xml.replace(a, () => evil(a) + without(a, s))),
    ],
    [
      'XSW6: the signed assertion inside the signature of the forged one',
      'saml-assertion-count',
      moved((xml, a, s) =>
        xml.replace(a, () => evil(a).replace('</ds:Signature>', () => `${without(a, s)}</ds:Signature>`)),
      ),
    ],
    [
      'XSW7: the forged assertion in Extensions',
      'saml-assertion-count',
      moved((xml, a, s) =>
        xml.replace(
          '<samlp:Status>',
          () => `<samlp:Extensions>${evil(without(a, s))}</samlp:Extensions><samlp:Status>`,
        ),
      ),
    ],
    [
      'XSW8: the signed assertion in an Object of the forged one',
      'saml-assertion-count',
      moved((xml, a, s) =>
        xml.replace(a, () =>
          evil(a).replace('</ds:Signature>', () => `<ds:Object>${without(a, s)}</ds:Object></ds:Signature>`),
        ),
      ),
    ],
    [
      'the signed assertion hidden, the forged one where it is looked for',
      'saml-assertion-count',
      moved((xml, a, s) => xml.replace(a, () => `<samlp:Extensions>${a}</samlp:Extensions>${evil(without(a, s))}`)),
    ],
    [
      'the signature above the element it covers',
      'saml-signature-layout',
      moved((xml, a, s) => xml.replace(a, () => without(a, s)).replace('<samlp:Status>', () => `${s}<samlp:Status>`)),
    ],
    [
      'two elements of one ID',
      'saml-message-forbidden',
      moved((xml, a) =>
        xml.replace(a, () => `<samlp:Extensions><x id="${/ID="([^"]+)"/.exec(a)?.[1]}"/></samlp:Extensions>${a}`),
      ),
    ],
    [
      'several SignedInfo',
      'saml-signature-layout',
      moved((xml) => {
        const info = /<ds:SignedInfo>[\s\S]*?<\/ds:SignedInfo>/.exec(xml)?.[0] ?? ''
        return xml.replace(info, () => info + info)
      }),
    ],
    [
      'a comment in the digest value',
      'saml-signature-layout',
      moved((xml) => xml.replace('<ds:DigestValue>', '<ds:DigestValue><!-- x -->')),
    ],
    [
      'an empty digest value',
      'saml-signature-layout',
      moved((xml) => xml.replace(/<ds:DigestValue>[^<]*/, '<ds:DigestValue>')),
    ],
    [
      'an odd namespace: the name is bound again',
      'saml-signature-wrong',
      moved((xml) => xml.replace('<saml:NameID>', '<saml:NameID xmlns:saml="urn:odd">')),
    ],
    [
      'void canonicalisation: a relative namespace',
      'saml-message-forbidden',
      { beforeSigning: (xml) => xml.replace('<saml:Subject>', '<saml:Subject xmlns:odd="1">') },
    ],
    ['a changed name', 'saml-signature-wrong', moved((xml) => xml.replace('ada@', 'eve@'))],
    ['no signature at all', 'saml-signature-missing', { sign: 'none' }],
    ['the signature taken away', 'saml-signature-missing', moved((xml, _, s) => without(xml, s))],
  ])
})

describe('P0 DOCTYPE, entities, processing instructions', () => {
  const first = (text: string): Change => ({ afterSigning: (xml) => text + xml })
  refuses([
    ['DOCTYPE', 'saml-message-forbidden', first('<!DOCTYPE samlp:Response>')],
    [
      'an entity',
      'saml-message-forbidden',
      {
        nameId: { value: '&x;' },
        sign: 'none',
        afterSigning: (xml) => `<!DOCTYPE r [<!ENTITY x "eve@acme.example">]>${xml}`,
      },
    ],
    [
      'an external entity',
      'saml-message-forbidden',
      first('<!DOCTYPE r [<!ENTITY % x SYSTEM "http://127.0.0.1:9/x"> %x;]>'),
    ],
    [
      'a processing instruction inside the name',
      'saml-message-forbidden',
      { afterSigning: (xml) => xml.replace('ada@', 'ada<?x y?>@') },
    ],
  ])

  it('a comment inside NameID yields the whole text', async () => {
    const asked = await ask(server)
    const cut = { value: 'ada@acme.example<!-- x -->.evil.example' }
    const response = await postResponse(asked, await forgedFor(server, idp, asked, { nameId: cut }))
    // Read in part it would be ada@acme.example, and she would be in.
    expect(landing(response)).toEqual(refusedWith('AUTH-001001'))
    expect(await whyRefused(admin, response)).toBe('username-foreign')
  })
})

const xmldsig = 'http://www.w3.org/2000/09/xmldsig#'

describe('P0 algorithms and keys', () => {
  refuses([
    ['RSA-SHA1', 'saml-signature-algorithm', { signing: { signatureAlgorithm: `${xmldsig}rsa-sha1` } }],
    ['a SHA-1 digest', 'saml-signature-algorithm', { signing: { digestAlgorithm: `${xmldsig}sha1` } }],
    [
      'inclusive canonicalisation',
      'saml-signature-algorithm',
      { signing: { canonicalization: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' } },
    ],
    [
      'another transform',
      'saml-signature-algorithm',
      {
        signing: {
          transforms: [`${xmldsig}enveloped-signature`, 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'],
        },
      },
    ],
    [
      'HMAC with the public key as secret',
      'saml-signature-algorithm',
      {
        keyInfo: false,
        afterSigning: (xml) => {
          const hmac = xml.replace(/(SignatureMethod Algorithm=")[^"]+/, `$1${xmldsig}hmac-sha1`)
          const mac = createHmac('sha1', idp.key.publicKey).update(hmac).digest('base64')
          return hmac.replace(/<ds:SignatureValue>[^<]*/, `<ds:SignatureValue>${mac}`)
        },
      },
    ],
    ["the attacker's key, shown in the message's KeyInfo", 'saml-certificate-other', { key: stranger }],
    ["the attacker's key, without KeyInfo", 'saml-signature-wrong', { key: stranger, keyInfo: false }],
    [
      "the attacker's key, with the provider's certificate in KeyInfo",
      'saml-signature-wrong',
      { key: { privateKey: stranger.privateKey, certificate: idp.key.certificate } },
    ],
  ])
})

const within = (from: string | RegExp, to: string): Change => ({ beforeSigning: (xml) => xml.replace(from, to) })
const everywhere = (from: RegExp, to: string): Change => ({ beforeSigning: (xml) => xml.replaceAll(from, to) })
const statusOf = (name: string) => `urn:oasis:names:tc:SAML:2.0:status:${name}`

describe('P0 what the message says', () => {
  refuses([
    ['Status Requester', 'saml-status', { status: statusOf('Requester') }],
    ['Status Responder', 'saml-status', { status: statusOf('Responder'), sign: 'both' }],
    ['Version 1.1 of the response', 'saml-version', within('Version="2.0"', 'Version="1.1"')],
    ['Version 1.1 of the assertion', 'saml-version', within(/(<saml:Assertion [^>]*)Version="2.0"/, '$1Version="1.1"')],
    ['Issuer of the response', 'saml-issuer', within(idp.entityId, 'https://evil.example')],
    [
      'Issuer of the assertion',
      'saml-issuer',
      { beforeSigning: (xml) => xml.replace(`<saml:Issuer>${idp.entityId}`, '<saml:Issuer>https://evil.example') },
    ],
    ['Destination', 'saml-destination', within(/Destination="[^"]+"/, 'Destination="https://elsewhere.example/acs"')],
    ['Recipient', 'saml-recipient', within(/Recipient="[^"]+"/, 'Recipient="https://elsewhere.example/acs"')],
    ['no Recipient', 'saml-confirmation', within(/ Recipient="[^"]+"/, '')],
    ['Audience', 'saml-audience', { audience: 'https://elsewhere.example' }],
    [
      'no audience restriction',
      'saml-audience',
      within(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ''),
    ],
    ['no confirmation', 'saml-confirmation', within(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/, '')],
    ['holder-of-key confirmation', 'saml-confirmation', within('cm:bearer', 'cm:holder-of-key')],
    ['no conditions', 'saml-conditions-missing', within(/<saml:Conditions.*<\/saml:Conditions>/, '')],
    [
      'no authentication statement',
      'saml-authn-statement',
      within(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, ''),
    ],
    ['InResponseTo of the response', 'saml-in-response-to', within(/InResponseTo="[^"]+"/, 'InResponseTo="_other"')],
    [
      'InResponseTo of the confirmation',
      'saml-in-response-to',
      within(/(Recipient="[^"]+") InResponseTo="[^"]+"/, '$1 InResponseTo="_other"'),
    ],
    ['no InResponseTo', 'saml-in-response-to', everywhere(/ InResponseTo="[^"]+"/g, '')],
    ['another request of the same provider', 'saml-in-response-to', { requestId: '_another' }],
  ])
})

describe('P0 time', () => {
  const at = (secs: number) => new Date(server.clock.now() + secs * 1000).toISOString()
  const timed = (change: (xml: string) => string): Change => ({ beforeSigning: change })
  refuses([
    ['a clock ten minutes ahead', 'saml-too-early', () => ({ nowMs: server.clock.now() + 600_000 })],
    ['a clock ten minutes behind', 'saml-too-late', () => ({ nowMs: server.clock.now() - 600_000 })],
    [
      'NotBefore of the conditions',
      'saml-too-early',
      timed((xml) => xml.replace(/NotBefore="[^"]+"/, `NotBefore="${at(130)}"`)),
    ],
    [
      'NotOnOrAfter of the conditions',
      'saml-too-late',
      timed((xml) => xml.replace(/(NotBefore="[^"]+") NotOnOrAfter="[^"]+"/, `$1 NotOnOrAfter="${at(-130)}"`)),
    ],
    [
      'NotOnOrAfter of the confirmation',
      'saml-too-late',
      timed((xml) => xml.replace(/(SubjectConfirmationData) NotOnOrAfter="[^"]+"/, `$1 NotOnOrAfter="${at(-130)}"`)),
    ],
    [
      'no NotOnOrAfter of the confirmation',
      'saml-confirmation',
      timed((xml) => xml.replace(/(SubjectConfirmationData) NotOnOrAfter="[^"]+"/, '$1')),
    ],
    [
      'IssueInstant of the response',
      'saml-too-late',
      timed((xml) => xml.replace(/IssueInstant="[^"]+"/, `IssueInstant="${at(-730)}"`)),
    ],
    [
      'IssueInstant of the assertion',
      'saml-too-early',
      timed((xml) => xml.replace(/(<saml:Assertion .*?)IssueInstant="[^"]+"/, `$1IssueInstant="${at(130)}"`)),
    ],
    [
      'SessionNotOnOrAfter',
      'saml-session-over',
      timed((xml) => xml.replace('SessionIndex=', `SessionNotOnOrAfter="${at(-1)}" SessionIndex=`)),
    ],
  ])

  it('within the slack it signs in', async () => {
    for (const nowMs of [server.clock.now() + 100_000, server.clock.now() - 400_000]) {
      const asked = await ask(server)
      const response = await postResponse(asked, await forgedFor(server, idp, asked, { nowMs }))
      expect(landing(response).path).toBe('/portal/environments')
    }
  })

  it("the provider's end of the session applies here", async () => {
    const asked = await ask(server)
    const until = at(120)
    const beforeSigning = (xml: string) => xml.replace('SessionIndex=', `SessionNotOnOrAfter="${until}" SessionIndex=`)
    await postResponse(asked, await forgedFor(server, idp, asked, { beforeSigning }))
    const session = await asked.browser.send('/api/portal/cloudsession')
    const { expiresOn } = (await session.json()) as { expiresOn: string }
    expect(expiresOn).toBe(until)
  })
})

describe('P1 size', () => {
  const filled = (bytes: number): Change => ({
    afterSigning: (xml) => xml.replace('<samlp:Status>', `${' '.repeat(bytes)}<samlp:Status>`),
  })
  refuses([['more than 256 KB', 'saml-message-too-large', filled(262_144)]])
  refuses([
    [
      'deeper than 64 elements',
      'saml-message-forbidden',
      {
        afterSigning: (xml) =>
          xml.replace(
            '<samlp:Status>',
            () => `<samlp:Extensions>${'<a>'.repeat(64)}${'</a>'.repeat(64)}</samlp:Extensions><samlp:Status>`,
          ),
      },
    ],
  ])

  it('a form larger than half a megabyte is not read', async () => {
    const asked = await ask(server)
    const xml = await forgeResponseXml({
      key: idp.key,
      nowMs: server.clock.now(),
      issuer: idp.entityId,
      acsUrl: asked.acsUrl,
      audience: asked.audience,
      requestId: asked.requestId,
      sign: 'none',
    })
    const response = await postResponse(asked, Buffer.from(xml + ' '.repeat(524_288)).toString('base64'))
    expect(landing(response)).toEqual(refusedWith('BODY_TOO_LARGE'))
  })

  it('messages that are expensive to read are rejected like any other', async () => {
    const many = (count: number, one: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => one(index)).join('')
    const hostile = [
      `<a ${many(8000, (index) => `a${index}="x" `)}/>`,
      `<a ${many(4000, (index) => `xmlns:n${index}="urn:${index}" `)}/>`,
      many(20_000, () => '<a/>'),
      '<a>'.repeat(60) + '</a>'.repeat(60),
    ]
    for (const part of hostile) {
      const asked = await ask(server)
      const afterSigning = (xml: string) =>
        xml.replace('<samlp:Status>', () => `<samlp:Extensions>${part}</samlp:Extensions><samlp:Status>`)
      const message = await forgedFor(server, idp, asked, { afterSigning, sign: 'both' })
      // saml/response/hostile.test.ts limits their cost.
      const response = await postResponse(asked, message)
      expect(landing(response).path).toBe('/login/unauthorized')
    }
  })
})
