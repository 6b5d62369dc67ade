import { randomBytes } from 'node:crypto'

import { readReturnPath } from '@portico/core/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { testKeyPair } from '../../protocols/saml/testing/key-pairs.ts'
import { giveFederationKeys } from '../../testing/made-keys.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import {
  createBrowser,
  createTestServer,
  rsaKeys,
  signAssertion,
  signedIn,
  smallTenant,
  withoutRateLimits,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'
import { mintToken } from '../../testing/mint-token.ts'
import {
  follow,
  registerApplication,
  sendRequest,
  statusOf,
  type PlayedApplication,
  type RequestChange,
} from './testing/played-application.ts'

let server: TestServer
let acme: ImportedTenant
let globex: ImportedTenant
/** It signs its requests; `open` need not. */
let strict: PlayedApplication
let open: PlayedApplication
let foreign: PlayedApplication
let browser: Browser
const keys = rsaKeys()
const stranger = testKeyPair({ commonName: 'stranger.example' })

beforeAll(async () => {
  server = await createTestServer(withoutRateLimits())
  const serviceAccounts = [
    { environment: 'production', name: 'robot', key1: keys.publicPem, applications: ['billing:clerk'] },
  ]
  acme = await server.importTenant(smallTenant('acme', { serviceAccounts }))
  globex = await server.importTenant(smallTenant('globex'))
  for (const { id } of [acme, globex]) await giveFederationKeys(server.database, server.deps.secrets, id)
  const key = testKeyPair()
  const config = { signingCertificates: [key.certificate], requestsSigned: true }
  strict = await registerApplication(server, acme, { key, config })
  open = await registerApplication(server, acme, { slug: 'wiki' })
  foreign = await registerApplication(server, globex, { slug: 'wiki', environment: 'staging' })
  browser = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['staff', 'finance'] })
})
afterAll(() => server?.close())

async function ask(application: PlayedApplication, change: RequestChange, by = browser) {
  const { response } = await sendRequest(server, by, application, change)
  return follow(by, response)
}

/** Our page, which sends nothing anywhere. */
async function refused(application: PlayedApplication, change: RequestChange) {
  const answer = await ask(application, change)
  expect(answer).toMatchObject({ status: 403, action: '', location: null })
  expect(answer.xml).toBe('')
}

describe('P0 open redirect: a response goes only to a registered address', () => {
  it.each([
    ['another host', 'https://evil.example/acs'],
    ['another path of the same host', 'https://wiki.production.example/acs/'],
    ['another case', 'https://WIKI.production.example/acs'],
    ['a query more', 'https://wiki.production.example/acs?x=1'],
    ['a user name', 'https://wiki.production.example@evil.example/acs'],
    ['a script', 'javascript:alert(1)'],
    ['nothing', ''],
    ['the address of another application', 'https://billing.production.example/acs'],
  ])('%s', async (_, acsUrl) => {
    for (const binding of ['redirect', 'post'] as const) await refused(open, { acsUrl, binding })
  })

  it('also in a signed request, and where no person is signed in', async () => {
    await refused(strict, { acsUrl: 'https://evil.example/acs', signWith: strict.key })
    const visitor = createBrowser(server, server.deps.settings.baseUrl)
    const passive = { acsUrl: 'https://evil.example/acs', attributes: ' IsPassive="true"' }
    expect(await ask(open, passive, visitor)).toMatchObject({ status: 403, action: '' })
  })

  it('an address that was removed between the request and the answer', async () => {
    const moving = await registerApplication(server, acme, { slug: 'vault' })
    const { response } = await sendRequest(server, browser, moving)
    await registerApplication(server, acme, { slug: 'vault', config: { acsUrls: ['https://vault.example/new'] } })
    expect(await follow(browser, response)).toMatchObject({ status: 403, action: '' })
  })

  it('also where the answer is that the request cannot be met', async () => {
    const format = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
    await refused(open, { acsUrl: 'https://evil.example/acs', elements: `<samlp:NameIDPolicy Format="${format}"/>` })
  })

  it('another binding than POST', async () => {
    const artifact = ' ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact"'
    await refused(open, { attributes: artifact })
  })
})

describe('P0 signatures of requests, where they are required', () => {
  it('the true request is answered, by both bindings', async () => {
    for (const binding of ['redirect', 'post'] as const)
      expect(statusOf((await ask(strict, { binding, signWith: strict.key, relayState: 'x' })).xml)).toBe('Success')
  })

  const signed = { signWith: stranger } as const
  it.each<[string, RequestChange]>([
    ['no signature', {}],
    ['a key of a stranger', signed],
    ['no signature in a form', { binding: 'post' }],
    ['a key of a stranger in a form', { ...signed, binding: 'post' }],
  ])('%s', async (_, change) => refused(strict, change))

  it('the query changed after it was signed', async () => {
    const by = { signWith: strict.key, relayState: 'home' }
    await refused(strict, { ...by, editQuery: (query) => query.replace('RelayState=home', 'RelayState=evil') })
    await refused(strict, { ...by, editQuery: (query) => query.replace('&RelayState=home', '') })
    await refused(strict, { ...by, editQuery: (query) => `${query}&RelayState=evil` })
    await refused(strict, { ...by, editQuery: (query) => query.replace(/&Signature=.*/, '') })
    await refused(strict, { ...by, editQuery: (query) => query.replace('rsa-sha256', 'rsa-sha1') })
    await refused(strict, { ...by, editQuery: (query) => query.replace('SAMLRequest=', 'SAMLResponse=x&SAMLRequest=') })
  })

  it('a form changed after it was signed, and the signed request wrapped in a forged one', async () => {
    const by = { signWith: strict.key, binding: 'post' } as const
    const edit = (afterSigning: (xml: string) => string) => refused(strict, { ...by, afterSigning })
    await edit((xml) => xml.replace('/acs"', '/evil"'))
    await edit((xml) => xml.replace(/<ds:Signature [\s\S]*<\/ds:Signature>/, ''))
    await edit((xml) => xml.replace(/(<ds:SignatureValue>).{8}/, '$1AAAAAAAA'))
    const forged = (xml: string) => xml.replace(/ ID="[^"]+"/, ' ID="_forged"')
    const bare = (xml: string) => xml.replace(/<ds:Signature [\s\S]*<\/ds:Signature>/, '')
    await edit((xml) => forged(bare(xml)).replace('</samlp:AuthnRequest>', `${xml}</samlp:AuthnRequest>`))
    await edit((xml) => forged(xml))
    await edit((xml) =>
      xml
        .replace('</ds:Signature>', `<ds:Object>${bare(xml)}</ds:Object></ds:Signature>`)
        .replace(/ ID="[^"]+"/, ' ID="_forged"'),
    )
  })

  it('unreadable and expired certificates of the registration take nothing', async () => {
    const expired = testKeyPair({ notAfter: new Date('2021-01-01T00:00:00Z') })
    for (const certificate of ['not a certificate', expired.certificate]) {
      const config = { signingCertificates: [certificate], requestsSigned: true }
      const none = await registerApplication(server, acme, { slug: 'billing', environment: 'staging', config })
      await refused(none, {})
      await refused(none, { signWith: expired })
    }
  })

  it('a wrong signature counts where none is required, as soon as a certificate is known', async () => {
    const key = testKeyPair()
    const config = { signingCertificates: [key.certificate] }
    const lax = await registerApplication(server, acme, { slug: 'vault', key, config })
    expect(statusOf((await ask(lax, {})).xml)).toBe('Success')
    await refused(lax, { signWith: stranger })
    await refused(lax, { signWith: stranger, binding: 'post' })
  })
})

describe('P0 the message itself', () => {
  const other = 'https://other.example/sso'
  it.each<[string, RequestChange]>([
    ['DOCTYPE', { beforeSigning: (xml) => `<!DOCTYPE x [<!ENTITY e "x">]>${xml}` }],
    ['processing instruction', { beforeSigning: (xml) => `<?xml-stylesheet href="x"?>${xml}` }],
    ['another message', { beforeSigning: (xml) => xml.replaceAll('samlp:AuthnRequest', 'samlp:LogoutRequest') }],
    ['Version 1.1', { beforeSigning: (xml) => xml.replace('Version="2.0"', 'Version="1.1"') }],
    ['Destination of another provider', { destination: other }],
    ['a request about a named person', { elements: '<saml:Subject><saml:NameID>eve</saml:NameID></saml:Subject>' }],
    ['two NameIDPolicy', { elements: '<samlp:NameIDPolicy/><samlp:NameIDPolicy/>' }],
    ['an unknown application', { issuer: 'https://nobody.example' }],
    ['no XML', { beforeSigning: () => 'hello' }],
  ])('%s', async (_, change) => {
    for (const binding of ['redirect', 'post'] as const) await refused(open, { ...change, binding })
  })

  it('made too long ago, or in the future', async () => {
    await refused(open, { issuedMs: server.clock.now() - 800_000 })
    await refused(open, { issuedMs: server.clock.now() + 200_000 })
  })

  it('too large: the message, what it inflates to, and the RelayState', async () => {
    await refused(open, { binding: 'post', elements: `<!--${'x'.repeat(66_000)}-->` })
    await refused(open, { elements: `<!--${'x'.repeat(2_000_000)}-->` })
    await refused(open, { relayState: 'x'.repeat(700) })
    expect(statusOf((await ask(open, { relayState: '"'.repeat(640) })).xml)).toBe('Success')
  })

  it('the longest request that is accepted comes back from the sign-in', async () => {
    const visitor = createBrowser(server, server.deps.settings.baseUrl)
    const answer = await ask(open, { relayState: '"'.repeat(640), id: `_${'a'.repeat(255)}` }, visitor)
    const returnPath = new URL(answer.location ?? '', 'http://own.invalid').searchParams.get('returnPath')
    expect(readReturnPath(returnPath)).toBe(returnPath)
    expect(returnPath?.length).toBeLessThan(6_000)
  })
})

describe('P0 replay', () => {
  it('a request is answered once, also 16 at once', async () => {
    const { response } = await sendRequest(server, browser, open)
    const location = response.headers.get('location') ?? ''
    const get = () => browser.send(location).then(async (answer) => (await answer.text()).includes('SAMLResponse'))
    const answered = await Promise.all(Array.from({ length: 16 }, get))
    expect(answered.filter(Boolean)).toHaveLength(1)
    expect(await get()).toBe(false)
  })

  it('the same id again, in a new request', async () => {
    const id = `_${randomBytes(20).toString('hex')}`
    expect(statusOf((await ask(open, { id })).xml)).toBe('Success')
    expect(await ask(open, { id })).toMatchObject({ status: 403, action: '' })
  })

  it('a held request is of its tenant, ends after ten minutes, and cannot be changed', async () => {
    const { response } = await sendRequest(server, browser, open)
    const location = response.headers.get('location') ?? ''
    const get = async (path: string) => follow(browser, await browser.send(path))
    expect(await get(location.replace(acme.id, globex.id))).toMatchObject({ status: 403, action: '' })
    expect(await get(location.replace(/.(?=.{10}$)/, (one) => (one === 'A' ? 'B' : 'A')))).toMatchObject({
      status: 403,
    })
    expect(await get(location.replace(/request=.*/, ''))).toMatchObject({ status: 403 })
    server.clock.advance(601_000)
    expect(await get(location)).toMatchObject({ status: 403, action: '' })
  })
})

describe('P0 tenants and senders', () => {
  it("another tenant's application is unknown here", async () => {
    await refused({ ...foreign, tenantId: acme.id }, {})
    const launch = `/api/saml/${acme.id}/launch/${foreign.clientId}`
    expect(await follow(browser, await browser.send(launch))).toMatchObject({ status: 403, action: '' })
  })

  it("a session of one tenant signs no one in to another's application", async () => {
    const answer = await ask(foreign, {})
    expect([answer.status, statusOf(answer.xml)]).toEqual([403, 'RequestDenied'])
    expect(answer.page).toContain('different company')
  })

  it('a service account, and a session of the command line, open nothing', async () => {
    const token = await mintToken(server, signAssertion(keys.privateKey, acme.serviceAccountIds.get('robot') ?? ''))
    const { response } = await sendRequest(server, createBrowser(server, server.deps.settings.baseUrl), open)
    const path = response.headers.get('location') ?? ''
    const robot = await server.fetch(
      new Request(server.deps.settings.baseUrl + path, { headers: { authorization: `Bearer ${token}` } }),
    )
    const page = await robot.text()
    expect([robot.status, page.includes('identity provider')]).toEqual([403, true])
    const shell = await signedIn(server, acme, { username: 'shell@acme.example', groups: ['staff'] })
    await tenantScope(server.database, acme.id).transaction(({ db }) =>
      db.updateTable('sessions').set({ kind: 'cli' }).where('tenant_id', '=', acme.id).execute(),
    )
    expect(statusOf((await ask(open, {}, shell)).xml)).toBe('RequestDenied')
  })

  it('a deactivated tenant opens nothing', async () => {
    const own = await server.importTenant(smallTenant('initech'))
    await giveFederationKeys(server.database, server.deps.secrets, own.id)
    const application = await registerApplication(server, own, { slug: 'wiki' })
    const member = await signedIn(server, own, { username: 'm@initech.example', groups: ['staff'] })
    expect(statusOf((await ask(application, {}, member)).xml)).toBe('Success')
    await tenantScope(server.database, own.id).transaction(({ db }) =>
      db.updateTable('tenants').set({ deactivated: true }).where('tenant_id', '=', own.id).execute(),
    )
    const answer = await ask(application, {}, member)
    expect([answer.status, statusOf(answer.xml)]).toEqual([403, 'RequestDenied'])
  })
})
