import { constants, sign } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

import { SAML } from '@node-saml/node-saml'
import { describe, expect, it } from 'vitest'

import { processorMs } from '../../../testing/processor-time.ts'
import { ns, rsaSha256 } from '../names.ts'
import { outgoing } from '../requests/outgoing.ts'
import { signXml } from '../testing/sign-xml.ts'
import { observedAny, samlScene } from '../testing/scene.ts'
import type { LogoutMessage, Outgoing, ReadLogoutOptions, SamlNameId } from '../types.ts'
import { buildLogoutRequest, buildSoapLogoutRequest, readLogoutRequest } from './logout-request.ts'
import { buildLogoutResponse, buildSoapLogoutResponse, readLogoutResponse } from './logout-response.ts'
import { openLogout } from './read-message.ts'

const scene = samlScene()
const nameId: SamlNameId = {
  value: 'G & 1',
  format: 'urn:f',
  nameQualifier: 'https://idp.example',
  spNameQualifier: 'sp',
}

/** The provider mirrors us: we build messages with its key and read them. */
const theirs = {
  peer: scene.withPeer({ sloUrl: scene.self.sloUrl, certificates: [] }),
  self: { ...scene.self, entityId: scene.peer.entityId, signing: scene.idp },
}

function received(message: Outgoing): LogoutMessage {
  if (message.kind === 'post') return { binding: 'post', fields: message.fields }
  return { binding: 'redirect', rawQuery: message.url.slice(message.url.indexOf('?') + 1) }
}

const request = (binding: 'redirect' | 'post', o: { nowMs?: number; relayState?: string | null } = {}): LogoutMessage =>
  received(
    buildLogoutRequest({
      peer: { ...theirs.peer, sloBinding: binding },
      self: theirs.self,
      id: '_logout',
      nameId,
      sessionIndex: 's & 1',
      relayState: o.relayState === undefined ? 'state' : o.relayState,
      nowMs: o.nowMs ?? scene.nowMs,
    }),
  )

const response = (binding: 'redirect' | 'post'): LogoutMessage =>
  received(
    buildLogoutResponse({
      peer: { ...theirs.peer, sloBinding: binding },
      self: theirs.self,
      id: '_answer',
      inResponseTo: '_ours',
      relayState: 'state',
      nowMs: scene.nowMs,
      status: 'Success',
    }),
  )

const readRequest = (message: LogoutMessage, o: Partial<ReadLogoutOptions> = {}) =>
  observedAny((checks) =>
    readLogoutRequest(openLogout(message, 'request', checks), { ...scene.logoutOptions(checks), ...o }),
  )
const readAnswer = (message: LogoutMessage) =>
  observedAny((checks) => readLogoutResponse(openLogout(message, 'response', checks), scene.logoutOptions(checks)))

const rawQuery = (message: LogoutMessage) => (message.binding === 'redirect' ? message.rawQuery : '')
const changed = (message: LogoutMessage, change: (query: string) => string): LogoutMessage => ({
  binding: 'redirect',
  rawQuery: change(rawQuery(message)),
})
const unsigned = (message: LogoutMessage) => changed(message, (query) => query.replace(/&SigAlg=.*/, ''))

/** A message with any content, by redirect, signed by the provider. */
function forged(xml: string, parameter: 'SAMLRequest' | 'SAMLResponse' = 'SAMLRequest'): LogoutMessage {
  return received(
    outgoing({ parameter, xml, binding: 'redirect', address: scene.self.sloUrl, relayState: null, signing: scene.idp }),
  )
}

const requestXml = (
  o: {
    attributes?: string
    issuer?: string
    inner?: string
    issued?: string
    version?: string
    destination?: string
  } = {},
) =>
  `<samlp:LogoutRequest xmlns:samlp="${ns.protocol}" xmlns:saml="${ns.assertion}" ID="_x" Version="${o.version ?? '2.0'}" ` +
  `IssueInstant="${o.issued ?? new Date(scene.nowMs).toISOString()}" ${o.destination ?? `Destination="${scene.self.sloUrl}"`} ${o.attributes ?? ''}>` +
  `<saml:Issuer>${o.issuer ?? scene.peer.entityId}</saml:Issuer>${o.inner ?? '<saml:NameID>ada</saml:NameID>'}</samlp:LogoutRequest>`

describe.each(['redirect', 'post'] as const)('a logout request by %s', (binding) => {
  it('is read with the name verbatim and its session', () => {
    expect(readRequest(request(binding)).result).toMatchObject({
      id: '_logout',
      issuer: scene.peer.entityId,
      nameId,
      sessionIndexes: ['s & 1'],
      relayState: 'state',
      signedBy: { slot: 1 },
    })
  })

  it('of another key is refused', () => {
    const peer = scene.withPeer({ certificates: [{ slot: 1, pem: scene.stranger.certificate }] })
    expect(readRequest(request(binding), { peer }).finding).toBe(
      binding === 'post' ? 'saml-certificate-other' : 'saml-signature-wrong',
    )
  })

  it('is tried with both certificates', () => {
    const peer = scene.withPeer({
      certificates: [
        { slot: 1, pem: scene.stranger.certificate },
        { slot: 2, pem: scene.idp.certificate },
      ],
    })
    expect(readRequest(request(binding), { peer }).result?.signedBy.slot).toBe(2)
  })

  it('too old or too new is refused', () => {
    expect(readRequest(request(binding, { nowMs: scene.nowMs - 3_600_000 })).finding).toBe('saml-too-late')
    expect(readRequest(request(binding, { nowMs: scene.nowMs + 3_600_000 })).finding).toBe('saml-too-early')
  })
})

describe('a logout request by redirect', () => {
  it('unsigned is refused', () => {
    expect(readRequest(unsigned(request('redirect'))).finding).toBe('saml-signature-missing')
  })

  it.each([
    ['SAMLRequest', (query: string) => `${query}&${query.split('&')[0]}`],
    ['RelayState', (query: string) => `${query}&RelayState=other`],
    ['RelayState, in other coding', (query: string) => `${query}&Relay%53tate=other`],
    ['RelayState, only in other coding', (query: string) => query.replace('RelayState', 'Relay%53tate')],
    ['Signature', (query: string) => `Signature=AAAA&${query}`],
    ['SigAlg', (query: string) => `${query}&SigAlg=x`],
    ['a request and a response', (query: string) => `${query}&SAMLResponse=AAAA`],
    ['another encoding', (query: string) => `${query}&SAMLEncoding=urn%3Ax`],
  ])('a parameter twice is refused: %s', (_, change) => {
    expect(readRequest(changed(request('redirect'), change)).finding).toBe('saml-message-forbidden')
  })

  it.each([
    ['RelayState changed', (query: string) => query.replace('RelayState=state', 'RelayState=other')],
    ['RelayState taken away', (query: string) => query.replace('&RelayState=state', '')],
    ['the same bytes in other coding', (query: string) => query.replace('SigAlg=http%3A', 'SigAlg=http%3a')],
    [
      'the signature of something else',
      (query: string) =>
        query.replace(
          /Signature=.*/,
          `Signature=${encodeURIComponent(sign('sha256', Buffer.from('x'), scene.idp.privateKey).toString('base64'))}`,
        ),
    ],
  ])('the signature covers the raw query: %s', (_, change) => {
    expect(readRequest(changed(request('redirect'), change)).finding).toBe('saml-signature-wrong')
  })

  it('the signature covers the raw query: RelayState added', () => {
    const added = changed(request('redirect', { relayState: null }), (query) => `RelayState=x&${query}`)
    expect(readRequest(added).finding).toBe('saml-signature-wrong')
  })

  it('parameters may come in any order, small letters in the coding are kept as they are', () => {
    const signedParts = rawQuery(request('redirect')).split('&')
    expect(readRequest({ binding: 'redirect', rawQuery: signedParts.toReversed().join('&') }).finding).toBeUndefined()
    const small = signedParts
      .filter((part) => !part.startsWith('Signature='))
      .map((part) => part.replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase()))
    const signature = sign('sha256', Buffer.from(small.join('&')), scene.idp.privateKey).toString('base64')
    expect(
      readRequest({ binding: 'redirect', rawQuery: `${small.join('&')}&Signature=${encodeURIComponent(signature)}` })
        .finding,
    ).toBeUndefined()
  })

  /** RFC 9231 section 2.3.10. */
  const pss = (name: string, digest: string, saltLength: number) =>
    changed(request('redirect'), (query) => {
      const signed = `${query.slice(0, query.indexOf('&SigAlg='))}&SigAlg=${encodeURIComponent(`http://www.w3.org/2007/05/xmldsig-more#${name}`)}`
      const key = { key: scene.idp.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }
      const signature = sign(digest, Buffer.from(signed), key).toString('base64')
      return `${signed}&Signature=${encodeURIComponent(signature)}`
    })

  it('RSA-PSS verifies with SHA-256 and longer, and with a salt of that length', () => {
    expect(readRequest(pss('sha256-rsa-MGF1', 'sha256', 32)).finding).toBeUndefined()
    expect(readRequest(pss('sha512-rsa-MGF1', 'sha512', 64)).finding).toBeUndefined()
    expect(readRequest(pss('rsa-pss', 'sha256', 32)).finding).toBeUndefined()
    expect(readRequest(pss('sha256-rsa-MGF1', 'sha256', 20)).finding).toBe('saml-signature-wrong')
    expect(readRequest(pss('sha1-rsa-MGF1', 'sha1', 20)).finding).toBe('saml-signature-algorithm')
  })

  it.each([
    [
      'SHA-1',
      (query: string) => query.replace(encodeURIComponent(rsaSha256), encodeURIComponent(`${ns.signature}rsa-sha1`)),
      'saml-signature-algorithm',
    ],
    ['an algorithm without signature', (query: string) => query.replace(/&Signature=.*/, ''), 'saml-signature-layout'],
    ['a signature without algorithm', (query: string) => query.replace(/&SigAlg=[^&]*/, ''), 'saml-signature-layout'],
    ['an empty signature', (query: string) => query.replace(/Signature=.*/, 'Signature='), 'saml-signature-layout'],
    ['no message', (query: string) => query.replace(/SAMLRequest=[^&]*&/, ''), 'saml-message-missing'],
    [
      'bytes that do not inflate',
      (query: string) => query.replace(/SAMLRequest=[^&]*/, 'SAMLRequest=AAAA'),
      'saml-message-unreadable',
    ],
    ['invalid percent encoding', (query: string) => `${query}&x=%E0%A4%A&RelayState=%ZZ`, 'saml-message-forbidden'],
    [
      'a broken percent sign',
      (query: string) => query.replace('RelayState=state', 'RelayState=%ZZ'),
      'saml-message-unreadable',
    ],
  ])('%s', (_, change, finding) => {
    expect(readRequest(changed(request('redirect'), change)).finding).toBe(finding)
  })

  it('a hundred times as many blanks within base64 cost a hundred times as much at most', () => {
    const costMs = (count: number) => {
      const text = `A${'+'.repeat(count)}!`
      return processorMs(() => {
        expect(readRequest({ binding: 'redirect', rawQuery: `SAMLRequest=${text}` }).finding).toBe(
          'saml-message-unreadable',
        )
        expect(
          readRequest(changed(request('redirect'), (query) => query.replace(/Signature=.*/, `Signature=${text}`)))
            .finding,
        ).toBe('saml-signature-layout')
      })
    }
    expect(costMs(40_000)).toBeLessThan(100 * costMs(400))
  })

  it('what inflates beyond the bound of its kind is refused before it is there', () => {
    const bomb = encodeURIComponent(deflateRawSync(Buffer.alloc(20_000_000, 0x20)).toString('base64'))
    const inflatedMs = processorMs(() => inflateRawSync(Buffer.from(decodeURIComponent(bomb), 'base64')))
    const costMs = processorMs(() => {
      const read = readRequest({ binding: 'redirect', rawQuery: `SAMLRequest=${bomb}` })
      expect(read).toMatchObject({ finding: 'saml-message-too-large', evidence: { bytesMax: 32_768 } })
    })
    expect(costMs).toBeLessThan(inflatedMs)
  })
})

describe('what a signed request says', () => {
  it.each([
    ['another issuer', { issuer: 'https://evil.example' }, 'saml-issuer'],
    ['another destination', { destination: 'Destination="https://other.example/slo"' }, 'saml-destination'],
    ['no destination', { destination: '' }, 'saml-destination'],
    ['another version', { version: '1.1' }, 'saml-version'],
    [
      'its time over',
      { attributes: `NotOnOrAfter="${new Date(scene.nowMs - 121_000).toISOString()}"` },
      'saml-too-late',
    ],
    ['nobody', { inner: '' }, 'subject-missing'],
    ['an encrypted name without data', { inner: '<saml:EncryptedID/>' }, 'saml-decryption-failed'],
  ])('%s', (_, o, finding) => {
    expect(readRequest(forged(requestXml(o))).finding).toBe(finding)
  })

  it('no session index means every session', () => {
    expect(readRequest(forged(requestXml())).result?.sessionIndexes).toEqual([])
  })

  it('a response is not a request', () => {
    expect(readRequest(forged(requestXml().replaceAll('LogoutRequest', 'LogoutResponse'))).finding).toBe(
      'saml-message-unreadable',
    )
  })

  it('an expired certificate is refused there as well', () => {
    const peer = scene.withPeer({})
    expect(readRequest(request('redirect'), { peer, nowMs: Date.parse('2041-01-01') }).finding).toBe(
      'saml-certificate-expired',
    )
  })

  it('by post, only the signed bytes count', () => {
    const xml = signXml(requestXml(), '/*', scene.idp)
    const post = (text: string): LogoutMessage => ({
      binding: 'post',
      fields: { SAMLRequest: Buffer.from(text).toString('base64') },
    })
    expect(readRequest(post(xml)).result?.nameId.value).toBe('ada')
    expect(readRequest(post(xml.replace('>ada<', '>bob<'))).finding).toBe('saml-signature-wrong')
    expect(readRequest(post(xml.replace('>ada<', '>a<!-- x -->da<'))).result?.nameId.value).toBe('ada')
    expect(readRequest(post(requestXml())).finding).toBe('saml-signature-missing')
  })
})

describe('a logout response', () => {
  it.each(['redirect', 'post'] as const)('by %s, signed', (binding) => {
    expect(readAnswer(response(binding)).result).toEqual({
      inResponseTo: '_ours',
      status: { code: 'Success', nested: null, message: null },
      signed: true,
      relayState: 'state',
    })
  })

  it('unsigned is taken, and marked', () => {
    expect(readAnswer(unsigned(response('redirect'))).result).toMatchObject({ inResponseTo: '_ours', signed: false })
  })

  it('signed by another key is not taken for unsigned', () => {
    const spoilt = changed(response('redirect'), (query) => query.replace('RelayState=state', 'RelayState=x'))
    expect(readAnswer(spoilt).finding).toBe('saml-signature-wrong')
  })

  it('that failed says why', () => {
    const xml =
      `<samlp:LogoutResponse xmlns:samlp="${ns.protocol}" ID="_x" Version="2.0" IssueInstant="${new Date(scene.nowMs).toISOString()}">` +
      '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:PartialLogout"/></samlp:StatusCode><samlp:StatusMessage>no</samlp:StatusMessage></samlp:Status></samlp:LogoutResponse>'
    const fields = { SAMLResponse: Buffer.from(xml).toString('base64') }
    expect(readAnswer({ binding: 'post', fields }).result?.status).toEqual({
      code: 'Responder',
      nested: 'PartialLogout',
      message: 'no',
    })
  })

  it('goes to the response address, if there is one', () => {
    const build = (sloResponseUrl?: string) =>
      buildLogoutResponse({
        peer: scene.withPeer({ sloResponseUrl, sloBinding: 'post' }),
        self: scene.self,
        id: '_x',
        inResponseTo: '_y',
        relayState: null,
        nowMs: scene.nowMs,
        status: 'Requester',
      })
    expect(build('https://idp.example/slo-answer')).toMatchObject({
      kind: 'post',
      action: 'https://idp.example/slo-answer',
    })
    expect(build()).toMatchObject({ kind: 'post', action: 'https://idp.example/slo' })
  })
})

describe("another implementation's opinion of what we send", () => {
  /** Plays the provider's part: it knows our certificate and reads with its own eyes. */
  const other = new SAML({
    idpCert: scene.ours.certificate,
    issuer: scene.peer.entityId,
    callbackUrl: 'https://idp.example/slo',
    idpIssuer: scene.self.entityId,
    acceptedClockSkewMs: -1,
  })
  const ours = (binding: 'redirect' | 'post') =>
    buildLogoutRequest({
      peer: scene.withPeer({ sloBinding: binding }),
      self: scene.self,
      id: '_abc',
      nameId,
      sessionIndex: 's & 1',
      relayState: 'state',
      nowMs: scene.nowMs,
    })

  it('by redirect', async () => {
    const message = ours('redirect')
    if (message.kind !== 'redirect') throw new Error('not by redirect')
    const { search, searchParams } = new URL(message.url)
    const { profile } = await other.validateRedirectAsync(Object.fromEntries(searchParams), search.slice(1))
    expect(profile).toMatchObject({ ID: '_abc', nameID: 'G & 1', nameIDFormat: 'urn:f', sessionIndex: 's & 1' })
  })

  it('by post', async () => {
    const message = ours('post')
    if (message.kind !== 'post') throw new Error('not by post')
    const { profile } = await other.validatePostRequestAsync(message.fields)
    expect(profile).toMatchObject({ ID: '_abc', nameID: 'G & 1' })
  })
})

describe('a message in a SOAP envelope', () => {
  const { self } = theirs
  it.each([
    ['request', buildSoapLogoutRequest({ self, address: 'https://a', id: '_a', nameId, sessionIndex: 's', nowMs: 0 })],
    ['answer', buildSoapLogoutResponse({ self, id: '_a', inResponseTo: '_b', nowMs: 0, status: 'PartialLogout' })],
  ])(
    'the prefixes of the %s are numbered in document order, as pysaml2 numbers them before it verifies the signature',
    (_, envelope) => {
      const [message = ''] = /<soap:Body>(.*)<\/soap:Body>/s.exec(envelope)?.slice(1) ?? []
      const prefixes = [...message.matchAll(/<(\w+):/g)].map(([, prefix]) => prefix)
      expect([...new Set(prefixes)]).toEqual(['ns0', 'ns1', 'ns2'])
    },
  )
})
