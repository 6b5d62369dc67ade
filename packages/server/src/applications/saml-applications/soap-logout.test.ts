import { createPublicKey } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { buildSoapLogoutRequest, buildLogoutRequest, type SamlPeer, type SamlSelf } from '../../protocols/saml/index.ts'
import { encryptText } from '../../protocols/saml/testing/forge-response.ts'
import { testKeyPair } from '../../protocols/saml/testing/key-pairs.ts'
import { signXml } from '../../protocols/saml/testing/sign-xml.ts'
import { federationKeys } from '../../providers/federation-keys/keys.ts'
import { newMessageId } from '../../sign-in/saml/start.ts'
import { giveFederationKeys } from '../../testing/made-keys.ts'
import { lastRecord, whoIs } from '../../testing/sign-in-run.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import {
  createTestServer,
  signedIn,
  smallTenant,
  withoutRateLimits,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'
import { follow, registerApplication, sendRequest, type PlayedApplication } from './testing/played-application.ts'
import { startSoapApplication } from './testing/soap-application.ts'

const waits = { timeout: 30_000, interval: 20 }
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const certificateIn = (metadata: string) =>
  `-----BEGIN CERTIFICATE-----\n${/<ds:X509Certificate>([^<]+)</.exec(metadata)?.[1] ?? ''}\n-----END CERTIFICATE-----`

let server: TestServer
let acme: ImportedTenant
let metadata: string
/** Takes logouts by SOAP; `vault` only by a redirect of the browser. */
let billing: PlayedApplication
let vault: PlayedApplication
let receiver: Awaited<ReturnType<typeof startSoapApplication>>
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  server = await createTestServer(withoutRateLimits())
  acme = await server.importTenant(smallTenant('acme'))
  await giveFederationKeys(server.database, server.deps.secrets, acme.id)
  const base = `${server.deps.settings.baseUrl}/api/saml/${acme.id}`
  metadata = await (await server.fetch(new Request(`${base}/metadata`))).text()
  const [key, other] = [testKeyPair(), testKeyPair()]
  const portico = () => ({ entityId: `${base}/metadata`, certificate: certificateIn(metadata) })
  receiver = await startSoapApplication('https://billing.production.example/metadata', key, portico)
  const own = { sloSoapUrl: receiver.url, signingCertificates: [key.certificate] }
  billing = await registerApplication(server, acme, { slug: 'billing', key, config: own })
  const redirect = { sloUrl: 'https://vault.example/slo', signingCertificates: [other.certificate] }
  vault = await registerApplication(server, acme, { slug: 'vault', key: other, config: redirect })
})
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
  receiver.requests.length = 0
  receiver.answers('Success')
  expect(receiver.faults).toEqual([])
})
afterAll(async () => {
  await receiver?.close()
  await server?.close()
})

/** Starts the queue of one process. */
const deliver = () => stops.push(server.startLogouts(20))
const inTenant = (statement: ReturnType<typeof sql>) =>
  tenantScope(server.database, acme.id).transaction(({ db }) => statement.execute(db))

let count = 0
async function person() {
  const username = `p${++count}@acme.example`
  return { username, browser: await signedIn(server, acme, { username, groups: ['staff', 'finance'] }) }
}

type Known = { readonly nameId: string; readonly sessionIndex: string }

async function enter(browser: Browser, application = billing): Promise<Known> {
  const { xml } = await follow(browser, (await sendRequest(server, browser, application)).response)
  return {
    nameId: /<saml:NameID[^>]*>([^<]+)</.exec(xml)?.[1] ?? '',
    sessionIndex: /SessionIndex="([^"]+)"/.exec(xml)?.[1] ?? '',
  }
}

const isSignedIn = async (browser: Browser) => (await whoIs(browser)) !== undefined
const ofPerson = (username: string) =>
  sql`tenant_id = ${acme.id} and user_id = (select id from users where tenant_id = ${acme.id} and username = ${username})`
const stateOf = async ({ sessionIndex }: Known) => {
  const { rows } = await inTenant(sql`
    select told_at is not null as told, next_attempt_at is not null as due, attempts from application_sessions
     where tenant_id = ${acme.id} and id = ${sessionIndex}`)
  return rows[0]
}

describe('a session that ends without a browser is reported to the application by SOAP', () => {
  const ends: Record<string, (username: string) => ReturnType<typeof sql>> = {
    'ended by an administrator': (username) => sql`update sessions set ended_at = now() where ${ofPerson(username)}`,
    'of a deactivated person': (username) =>
      sql`update users set active = false where tenant_id = ${acme.id} and username = ${username}`,
    'past its idle time': (username) =>
      sql`update sessions set last_used_at = now() - interval '1 day' where ${ofPerson(username)}`,
    'past its absolute end': (username) => sql`update sessions set expires_at = now() where ${ofPerson(username)}`,
  }
  it.each(Object.entries(ends))('%s', async (_name, end) => {
    deliver()
    const { username, browser } = await person()
    const known = await enter(browser)
    await inTenant(end(username))
    await expect.poll(() => receiver.requests.length, waits).toBe(1)
    expect(receiver.requests[0]).toMatchObject({
      nameId: { value: known.nameId, format: persistent, spNameQualifier: billing.entityId },
      sessionIndexes: [known.sessionIndex],
      contentType: 'text/xml; charset=utf-8',
    })
    await expect.poll(() => stateOf(known), waits).toEqual({ told: true, due: false, attempts: 1 })
  })

  it('again until the application says that its session is over, and by one of two processes', async () => {
    receiver.answers('silent', 'Requester', 'other', 'Success')
    deliver()
    deliver()
    const { username, browser } = await person()
    const known = await enter(browser)
    await inTenant(sql`update sessions set ended_at = now() where ${ofPerson(username)}`)
    for (const attempts of [1, 2, 3]) {
      await expect.poll(() => receiver.requests.length, waits).toBe(attempts)
      await expect.poll(() => stateOf(known), waits).toEqual({ told: false, due: true, attempts })
      await expect
        .poll(async () => {
          const { rows } = await inTenant(sql`
            update application_sessions set next_attempt_at = now()
             where tenant_id = ${acme.id} and id = ${known.sessionIndex} and taken_until is null returning 1`)
          return rows.length
        }, waits)
        .toBe(1)
    }
    await expect.poll(() => stateOf(known), waits).toEqual({ told: true, due: false, attempts: 4 })
    expect(new Set(receiver.requests.map(({ id }) => id)).size).toBe(4)
  })

  it('never where the application does not have such an address', async () => {
    deliver()
    const { username, browser } = await person()
    const known = await enter(browser, vault)
    await inTenant(sql`update sessions set ended_at = now() where ${ofPerson(username)}`)
    await expect.poll(() => stateOf(known), waits).toEqual({ told: false, due: false, attempts: 1 })
  })
})

describe('an application ends the session by SOAP', () => {
  const address = () => `${server.deps.settings.baseUrl}/api/saml/${acme.id}/slo/soap`

  function requestOf(known: Known, { key = billing.key, destination = address() } = {}): string {
    const nameId = { value: known.nameId, format: persistent, nameQualifier: null, spNameQualifier: null }
    const self = { entityId: billing.entityId, signing: key } as unknown as SamlSelf
    const { sessionIndex } = known
    const message = { id: newMessageId(), nameId, sessionIndex, nowMs: server.clock.now() }
    return buildSoapLogoutRequest({ self, address: destination, ...message })
  }

  async function post(body: string | Uint8Array<ArrayBuffer>, contentType = 'text/xml; charset=utf-8') {
    const headers = { 'content-type': contentType }
    const response = await server.fetch(new Request(address(), { method: 'POST', headers, body }))
    const text = await response.text()
    const statuses = [...text.matchAll(/StatusCode Value="[^"]*:(\w+)"/g)].map(([, status]) => status)
    return { status: response.status, type: response.headers.get('content-type'), text, statuses }
  }

  it('and gets a signed answer; its own session is not told to it again', async () => {
    deliver()
    const { browser } = await person()
    const known = await enter(browser)
    const request = requestOf(known)
    const answer = await post(request)
    expect(answer).toMatchObject({ status: 200, type: 'text/xml', statuses: ['Success'] })
    expect(answer.text).toContain('<ns2:SignatureValue>')
    expect(answer.text).toContain(`InResponseTo="${/ ID="([^"]+)"/.exec(request)?.[1]}"`)
    expect(await isSignedIn(browser)).toBe(false)
    expect(await stateOf(known)).toMatchObject({ told: true, due: false })
    expect(receiver.requests).toEqual([])
  })

  it('PartialLogout: another application can be notified only by a browser', async () => {
    deliver()
    const { browser } = await person()
    const known = await enter(browser)
    await enter(browser, vault)
    expect((await post(requestOf(known))).statuses).toEqual(['Success', 'PartialLogout'])
    expect(await isSignedIn(browser)).toBe(false)
  })

  it.each<[string, (known: Known) => string]>([
    ['unsigned', (known) => requestOf(known).replace(/<ns2:Signature .*<\/ns2:Signature>/s, '')],
    ['of another key', (known) => requestOf(known, { key: testKeyPair() })],
    ['changed', (known) => requestOf(known).replace(`>${known.nameId}<`, '>other<')],
    ['for another address', (known) => requestOf(known, { destination: 'https://other.example/slo' })],
    [
      'twice in one envelope',
      (known) => requestOf(known).replace(/<soap:Body>(.*)<\/soap:Body>/s, '<soap:Body>$1<a/></soap:Body>'),
    ],
    ['without an envelope', (known) => /<ns0:LogoutRequest.*<\/ns0:LogoutRequest>/s.exec(requestOf(known))?.[0] ?? ''],
    ['with a document type', (known) => requestOf(known).replace('<soap:Envelope', '<!DOCTYPE a><soap:Envelope')],
  ])('a request that is %s is refused, and ends nothing', async (_name, make) => {
    const { browser } = await person()
    const answer = await post(make(await enter(browser)))
    expect([answer.status, answer.statuses]).toEqual([403, []])
    expect(answer.text).toContain('<faultcode>soap:Client</faultcode>')
    expect(await lastRecord(server, acme)).toMatchObject({ purpose: 'application', outcome: 'failed' })
    expect(await isSignedIn(browser)).toBe(true)
  })

  it.each<[string, (text: string) => string | Uint8Array<ArrayBuffer>]>([
    ['application/soap+xml', (text) => text],
    ['application/soap+xml; charset=utf-8; action="x"', (text) => text],
    ['application/xml', (text) => text],
    [
      'text/xml; charset=utf-16',
      (text) => new Uint8Array(Buffer.from(`\ufeff${text.replace('UTF-8', 'UTF-16')}`, 'utf16le')),
    ],
    ['text/xml', (text) => new Uint8Array(Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1'))],
  ])('a request as %s ends the session', async (type, encoded) => {
    const { browser } = await person()
    const answer = await post(encoded(requestOf(await enter(browser))), type)
    expect([answer.status, answer.statuses]).toEqual([200, ['Success']])
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('a request that names the person in an EncryptedID ends the session', async () => {
    const { browser } = await person()
    const known = await enter(browser)
    const keys = await tenantScope(server.database, acme.id).transaction((tx) => federationKeys(tx, server.deps))
    const { certificate } = keys.find(({ use }) => use === 'encryption') ?? { certificate: '' }
    const publicKey = createPublicKey(certificate).export({ type: 'spki', format: 'pem' }).toString()
    const plain = requestOf(known).replace(/<ns2:Signature .*<\/ns2:Signature>/s, '')
    const name = /<ns1:NameID[^>]*>[^<]*<\/ns1:NameID>/.exec(plain)?.[0] ?? ''
    const encrypted = `<ns1:EncryptedID>${await encryptText(name, { certificate, publicKey })}</ns1:EncryptedID>`
    const request = /<ns0:LogoutRequest.*<\/ns0:LogoutRequest>/s.exec(plain.replace(name, () => encrypted))?.[0] ?? ''
    const signed = signXml(request, '/*', billing.key)
    expect((await post(plain.replace(/<ns0:LogoutRequest.*<\/ns0:LogoutRequest>/s, () => signed))).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('a form is not taken', async () => {
    expect((await post('a=b', 'application/x-www-form-urlencoded')).status).toBe(415)
  })

  it('our metadata has the address', () => {
    expect(metadata).toContain(`Binding="urn:oasis:names:tc:SAML:2.0:bindings:SOAP" Location="${address()}"`)
  })
})

it('an application that is notified by SOAP counts for the answer to one that asks by the browser', async () => {
  deliver()
  const sloUrl = `${server.deps.settings.baseUrl}/api/saml/${acme.id}/slo`
  const ask = async () => {
    const { browser } = await person()
    await enter(browser)
    const known = await enter(browser, vault)
    const nameId = { value: known.nameId, format: persistent, nameQualifier: null, spNameQualifier: null }
    const self = { entityId: vault.entityId, signing: vault.key } as unknown as SamlSelf
    const peer = { sloUrl, sloBinding: 'redirect' } as SamlPeer
    const message = { id: newMessageId(), nameId, sessionIndex: known.sessionIndex, relayState: null }
    const request = buildLogoutRequest({ peer, self, ...message, nowMs: server.clock.now() })
    if (request.kind !== 'redirect') throw new Error('A redirect was asked for.')
    const { pathname, search } = new URL(request.url)
    const page = await (await browser.send(pathname + search, { headers: { accept: 'text/html' } })).text()
    return statusesIn(page)
  }
  expect(await ask()).toEqual(['Success'])
  receiver.answers('Requester')
  expect(await ask()).toEqual(['Success', 'PartialLogout'])
})

/** The status codes of the response that a page sends on by a redirect. */
function statusesIn(page: string): string[] {
  const url = /content="0;url=([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const packed = Buffer.from(new URL(url).searchParams.get('SAMLResponse') ?? '', 'base64')
  return [
    ...inflateRawSync(packed)
      .toString()
      .matchAll(/StatusCode Value="[^"]*:(\w+)"/g),
  ].map(([, one]) => one ?? '')
}
