import { createPublicKey, randomUUID, X509Certificate } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { testKeyPair, type TestKeyPair } from '../../protocols/saml/testing/key-pairs.ts'
import { encryptText, type ForgeOptions } from '../../protocols/saml/testing/forge-response.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { outgoing } from '../../protocols/saml/requests/outgoing.ts'
import { newBrowser, postAcross, refusedWith, tenantWith, whoIs } from '../../testing/sign-in-run.ts'
import { createTestServer, signedIn, type Browser, type TestServer } from '../../testing/test-server.ts'

import { ask, playedProvider, readRecord, signIn, whyRefused } from './testing/saml-run.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser
let ours: { certificate: string; publicKey: string }
const idp = playedProvider()
const stranger: TestKeyPair = testKeyPair({ commonName: 'stranger.example' })

beforeAll(async () => {
  server = await createTestServer()
  acme = await server.importTenant(tenantWith('acme', [idp.entry()]))
  admin = await signedIn(server, acme, { username: 'admin@acme.example', groups: ['admins'] })
  ours = await ourEncryptionKey()
})
afterAll(() => server?.close())

/** As a provider takes it from our metadata. */
async function ourEncryptionKey(username?: string): Promise<{ certificate: string; publicKey: string }> {
  const { acsUrl } = await ask(server, username)
  const path = new URL(acsUrl).pathname.replace(/acs$/, 'metadata')
  const xml = await (await server.fetch(new Request(`http://127.0.0.1:4000${path}`))).text()
  const base64 = /use="encryption"[\s\S]*?<ds:X509Certificate>([^<]+)</.exec(xml)?.[1] ?? ''
  const certificate = new X509Certificate(Buffer.from(base64, 'base64')).toString()
  return { certificate, publicKey: createPublicKey(certificate).export({ type: 'spki', format: 'pem' }).toString() }
}

const xmlenc = 'http://www.w3.org/2001/04/xmlenc#'

describe('P1 encrypted assertions', () => {
  it.each(['assertion', 'response', 'both'] as const)('sign in, signed: %s', async (sign) => {
    const { landed } = await signIn(server, idp, { sign, encryptFor: ours })
    expect(landed).toEqual({ status: 303, path: '/portal/environments', error: null })
  })

  const refused: Record<string, [finding: string, change: () => Partial<ForgeOptions>]> = {
    'encrypted for another party': ['saml-decryption-failed', () => ({ encryptFor: stranger })],
    'AES-CBC': ['saml-decryption-failed', () => ({ encryptFor: { ...ours, content: `${xmlenc}aes256-cbc` } })],
    'RSA 1.5': ['saml-decryption-failed', () => ({ encryptFor: { ...ours, transport: `${xmlenc}rsa-1_5` } })],
    'the text was changed': [
      'saml-decryption-failed',
      () => ({ encryptFor: ours, afterSigning: (xml) => changedCipher(xml, -1) }),
    ],
    'the key was changed': [
      'saml-decryption-failed',
      () => ({ encryptFor: ours, afterSigning: (xml) => changedCipher(xml, 0) }),
    ],
    'unsigned inside': ['saml-signature-missing', () => ({ sign: 'none', encryptFor: ours })],
    'signed inside by a stranger': ['saml-certificate-other', () => ({ key: stranger, encryptFor: ours })],
    'for another audience': ['saml-audience', () => ({ audience: 'https://elsewhere.example', encryptFor: ours })],
  }

  it.each(Object.entries(refused))('%s', async (_, [finding, change]) => {
    const { response, landed } = await signIn(server, idp, change())
    expect(landed).toEqual(refusedWith('IDP_ERROR'))
    expect(await whyRefused(admin, response)).toBe(finding)
  })

  it('AES-CBC signs in where it is allowed and the response around it is signed, and nowhere else', async () => {
    const cbc = playedProvider('cbc.example')
    const entry = cbc.entry({ suffixes: ['cbc.example'], config: { allowCbcWhenSigned: true } })
    const tenant = await server.importTenant(tenantWith('cbc', [entry]))
    const encryptFor = { ...(await ourEncryptionKey('ada@cbc.example')), content: `${xmlenc}aes256-cbc` }
    const nameId = { value: 'ada@cbc.example' }
    const signed = await signIn(server, cbc, { nameId, encryptFor, sign: 'response' }, nameId.value)
    expect(signed.landed.path).toBe('/portal/environments')
    const bare = await signIn(server, cbc, { nameId, encryptFor, sign: 'assertion' }, nameId.value)
    expect(bare.landed).toEqual(refusedWith('IDP_ERROR'))
    const theirs = await signedIn(server, tenant, { username: 'admin@cbc.example', groups: ['admins'] })
    expect(await whyRefused(theirs, bare.response)).toBe('saml-decryption-failed')
  })

  it('are required if the setting is on: other assertions are refused', async () => {
    const strict = playedProvider('strict.example')
    const entry = strict.entry({ suffixes: ['strict.example'], config: { requireEncryptedAssertions: true } })
    const tenant = await server.importTenant(tenantWith('strict', [entry]))
    const nameId = { value: 'ada@strict.example' }
    const encryptFor = await ourEncryptionKey(nameId.value)
    expect((await signIn(server, strict, { nameId, encryptFor }, nameId.value)).landed.path).toBe(
      '/portal/environments',
    )
    const { response, landed } = await signIn(server, strict, { nameId }, nameId.value)
    expect(landed).toEqual(refusedWith('IDP_ERROR'))
    const theirs = await signedIn(server, tenant, { username: 'admin@strict.example', groups: ['admins'] })
    expect(await whyRefused(theirs, response)).toBe('saml-not-encrypted')
  })

  it('every decryption failure looks the same to the person and to the administrator', async () => {
    const changes = ['encrypted for another party', 'the text was changed', 'the key was changed']
    const seen = []
    for (const name of changes) {
      const { response, landed } = await signIn(server, idp, refused[name]?.[1]() ?? {})
      const { checks, failure } = await readRecord(admin, response)
      seen.push(
        JSON.stringify([landed, failure, checks.map(({ check, outcome, finding }) => [check, outcome, finding])]),
      )
    }
    expect(new Set(seen).size).toBe(1)
  })

  it('what is inside must be the one assertion: nothing else can be smuggled in', async () => {
    const inner = '<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_a"><x/></saml:Assertion>'
    const encrypted = await encryptText(inner + inner, ours)
    const afterSigning = (xml: string) =>
      xml.replace(
        /<saml:Assertion[\s\S]*<\/saml:Assertion>/,
        () =>
          `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${encrypted}</saml:EncryptedAssertion>`,
      )
    expect((await signIn(server, idp, { afterSigning })).landed).toEqual(refusedWith('IDP_ERROR'))
  })
})

describe('P1 encrypted names', () => {
  const nameId = 'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"'
  const encryptedId = async () =>
    `<saml:EncryptedID ${nameId}>${await encryptText(`<saml:NameID ${nameId}>eve@acme.example</saml:NameID>`, ours)}</saml:EncryptedID>`

  it.each(['redirect', 'post'] as const)(
    'sign in, and a logout request by %s that names one ends the session',
    async (binding) => {
      const id = await encryptedId()
      const beforeSigning = (xml: string) => xml.replace(/<saml:NameID>[^<]*<\/saml:NameID>/, () => id)
      const { asked, landed } = await signIn(server, idp, { beforeSigning }, 'eve@acme.example')
      expect(landed.path).toBe('/portal/environments')
      expect((await whoIs(asked.browser))?.username).toBe('eve@acme.example')
      const address = asked.acsUrl.replace(/acs$/, 'slo')
      const xml =
        `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${randomUUID()}" Version="2.0" ` +
        `IssueInstant="${new Date(server.clock.now()).toISOString()}" Destination="${address}">` +
        `<saml:Issuer ${nameId}>${idp.entityId}</saml:Issuer>${id}</samlp:LogoutRequest>`
      const sent = outgoing({ parameter: 'SAMLRequest', xml, binding, address, relayState: null, signing: idp.key })
      const path = new URL(address).pathname
      const answer =
        sent.kind === 'redirect'
          ? await newBrowser(server).send(`${path}?${sent.url.split('?')[1]}`)
          : await postAcross(newBrowser(server), path, new URLSearchParams(sent.fields))
      expect(answer.headers.get('location')).toContain('SAMLResponse=')
      expect(await whoIs(asked.browser)).toBeUndefined()
    },
  )
})

/** The first cipher value is the key's, the last the text's. */
function changedCipher(xml: string, which: 0 | -1): string {
  const value = [...xml.matchAll(/<\w+:CipherValue>\s*([^<\s]+)/g)].at(which)?.[1] ?? ''
  const changed = (value[40] === 'A' ? 'B' : 'A') + value.slice(41)
  return xml.replace(value, () => value.slice(0, 40) + changed)
}
