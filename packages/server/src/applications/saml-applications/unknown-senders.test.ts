import { deflateRawSync } from 'node:zlib'

import { DOMParser } from '@xmldom/xmldom'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { rateLimitDefaults } from '../../kit/settings/rate-limits.ts'
import { testKeyPair } from '../../protocols/saml/testing/key-pairs.ts'
import { signXml } from '../../protocols/saml/testing/sign-xml.ts'
import { giveFederationKeys } from '../../testing/made-keys.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { createTestServer, smallTenant, withoutRateLimits, type TestServer } from '../../testing/test-server.ts'
import { registerApplication, type PlayedApplication } from './testing/played-application.ts'

let server: TestServer
let acme: ImportedTenant
let billing: PlayedApplication
const stranger = testKeyPair({ commonName: 'stranger.example' })

beforeAll(async () => {
  server = await createTestServer(withoutRateLimits())
  acme = await server.importTenant(smallTenant('acme'))
  await giveFederationKeys(server.database, server.deps.secrets, acme.id)
  const key = testKeyPair()
  const config = { signingCertificates: [key.certificate], requestsSigned: true }
  billing = await registerApplication(server, acme, { key, config })
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => server?.close())

type Kind = 'AuthnRequest' | 'LogoutRequest'

/** A message in the name of the application, signed by a stranger. */
function messageXml(kind: Kind, inner = ''): string {
  const xml =
    `<samlp:${kind} xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"` +
    ` ID="_x" Version="2.0" IssueInstant="${new Date(server.clock.now()).toISOString()}">` +
    `<saml:Issuer>${billing.entityId}</saml:Issuer>${inner}</samlp:${kind}>`
  return signXml(xml, '/*', stranger)
}

const envelope = (message: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${message}</s:Body></s:Envelope>`

async function sendTo(at: TestServer, tenantId: string, path: string, body: { type: string; text: string } | string) {
  const address = `${at.deps.settings.baseUrl}/api/saml/${tenantId}/${path}`
  const request =
    typeof body === 'string'
      ? new Request(`${address}?${body}`, { headers: { accept: 'text/html' } })
      : new Request(address, { method: 'POST', body: body.text, headers: { 'content-type': body.type } })
  const response = await at.fetch(request)
  return { status: response.status, text: await response.text() }
}

/** Each way by which an application may send a message: the address, and what carries it. */
const ways: Readonly<Record<string, [Kind, string, (xml: string) => Parameters<typeof sendTo>[3]]>> = {
  'a logout request by SOAP': ['LogoutRequest', 'slo/soap', (xml) => ({ type: 'text/xml', text: envelope(xml) })],
  'a logout request by form': ['LogoutRequest', 'slo', (xml) => formOf(xml)],
  'a logout request by redirect': ['LogoutRequest', 'slo', (xml) => queryOf(xml)],
  'an authentication request by form': ['AuthnRequest', 'sso', (xml) => formOf(xml)],
  'an authentication request by redirect': ['AuthnRequest', 'sso', (xml) => queryOf(xml)],
}
const formOf = (xml: string) => ({
  type: 'application/x-www-form-urlencoded',
  text: new URLSearchParams({ SAMLRequest: Buffer.from(xml).toString('base64') }).toString(),
})
const queryOf = (xml: string) => `SAMLRequest=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}`

describe.each(Object.entries(ways))('%s of an unknown sender', (_, [kind, path, carried]) => {
  const send = (xml: string) => sendTo(server, acme.id, path, carried(xml))

  it('is parsed once before it is refused', async () => {
    const xml = messageXml(kind)
    const parses = vi.spyOn(DOMParser.prototype, 'parseFromString')
    expect((await send(xml)).status).toBe(403)
    expect(parses).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['elements', '<a/>'.repeat(kind === 'AuthnRequest' ? 551 : 251)],
    ['attributes', `<a ${Array.from({ length: 60 }, (_one, at) => `b${at}=""`).join(' ')}/>`.repeat(18)],
    ['bytes', `<a>${'x'.repeat(kind === 'AuthnRequest' ? 65_536 : 32_768)}</a>`],
  ])('with more %s than such a message needs is not parsed at all', async (_what, inner) => {
    const xml = messageXml(kind).replace('</saml:Issuer>', `</saml:Issuer>${inner}`)
    const parses = vi.spyOn(DOMParser.prototype, 'parseFromString')
    expect([403, 413]).toContain((await send(xml)).status)
    expect(parses).not.toHaveBeenCalled()
  })
})

it('a network whose messages are rejected waits long before the limit of its messages', async () => {
  const limited = await createTestServer()
  const tenant = await limited.importTenant(smallTenant('acme'))
  const refused = () => sendTo(limited, tenant.id, 'slo/soap', { type: 'text/xml', text: envelope('<a/>') })
  const { attempts } = rateLimitDefaults['saml-refused-address']
  for (let count = 0; count < attempts; count += 1) expect((await refused()).status).toBe(403)
  await expect.poll(async () => (await refused()).status).toBe(429)
  expect(attempts).toBeLessThan(rateLimitDefaults['saml-request-address'].attempts / 5)
  await limited.close()
})
