import { randomUUID } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import {
  buildLogoutRequest,
  buildLogoutResponse,
  type LogoutOutcome,
  type Outgoing,
} from '../../protocols/saml/index.ts'
import type { ForgeOptions } from '../../protocols/saml/testing/forge-response.ts'
import { testKeyPair } from '../../protocols/saml/testing/key-pairs.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import {
  change,
  landing,
  newBrowser,
  postAcross,
  postForm,
  refusedWith,
  tenantWith,
  whoIs,
} from '../../testing/sign-in-run.ts'
import { createTestServer, signedIn, testBaseUrl, type Browser, type TestServer } from '../../testing/test-server.ts'
import { samlAddresses } from '../addresses/saml.ts'
import { formOf, playedProvider, signIn, whyRefused, type PlayedProvider } from './testing/saml-run.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser
const byRedirect = playedProvider('redirect.acme.example')
const byPost = playedProvider('post.acme.example')
const quiet = playedProvider('quiet.acme.example')
const stranger = testKeyPair()

beforeAll(async () => {
  server = await createTestServer()
})
beforeEach(async () => {
  acme = await server.importTenant(
    tenantWith('acme', [
      byRedirect.entry({ name: 'Redirect', config: { logoutRedirectUrl: 'https://acme.example/bye' } }),
      byPost.entry({
        name: 'Post',
        primary: false,
        suffixes: ['post.example'],
        config: { sloBinding: 'post', sloResponseUrl: 'https://post.acme.example/slo-answer' },
      }),
      quiet.entry({ name: 'Quiet', primary: false, suffixes: ['quiet.example'], config: { disableSlo: true } }),
    ]),
  )
  admin = await signedIn(server, acme, { username: `${randomUUID()}@acme.example`, groups: ['admins'] })
})
afterAll(() => server?.close())

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

const ours = (name: string) =>
  samlAddresses(testBaseUrl, { tenantId: acme.id, id: acme.identityProviderIds.get(name) ?? '' })

/** A person who is signed in, with the provider's session. */
async function person(provider: PlayedProvider, username: string, answer: Partial<ForgeOptions> = {}) {
  const sessionIndex = `_${randomUUID()}`
  const nameId = { value: username, format: persistent }
  const { asked, landed } = await signIn(server, provider, { sessionIndex, nameId, ...answer }, username)
  expect(landed.path).toBe('/portal/environments')
  return { browser: asked.browser, sessionIndex, nameId: { ...nameId, nameQualifier: null, spNameQualifier: null } }
}

const isSignedIn = async (browser: Browser) => (await whoIs(browser)) !== undefined

function unpacked(url: string): { xml: string; query: URLSearchParams } {
  const query = new URL(url).searchParams
  const packed = query.get('SAMLRequest') ?? query.get('SAMLResponse') ?? ''
  return { xml: inflateRawSync(Buffer.from(packed, 'base64')).toString(), query }
}

describe('a sign-out that begins here', () => {
  const leave = (browser: Browser) => postForm(browser, '/api/login/signout', {})

  it('ends the session first, then leads to the provider with NameID and session index, verbatim and signed', async () => {
    const { browser, sessionIndex } = await person(byRedirect, 'ada@acme.example', {
      beforeSigning: (xml) => xml.replace('<saml:NameID', '<saml:NameID NameQualifier="nq" SPNameQualifier="spq"'),
    })
    const page = await leave(browser)
    expect(page.status).toBe(200)
    expect(await isSignedIn(browser)).toBe(false)
    const url =
      /http-equiv="refresh" content="0;url=([^"]+)"/.exec(await page.text())?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(url.startsWith('https://redirect.acme.example/slo?SAMLRequest=')).toBe(true)
    const { xml, query } = unpacked(url)
    expect(xml).toContain(
      `<saml:NameID NameQualifier="nq" SPNameQualifier="spq" Format="${persistent}">ada@acme.example</saml:NameID>`,
    )
    expect(xml).toContain(`<samlp:SessionIndex>${sessionIndex}</samlp:SessionIndex>`)
    expect(xml).toContain(`<saml:Issuer>${ours('Redirect').entityId}</saml:Issuer>`)
    expect(query.has('Signature')).toBe(true)
  })

  it('posts to a provider with the POST binding', async () => {
    const { browser } = await person(byPost, 'pia@post.example')
    const { action, fields } = formOf(await (await leave(browser)).text())
    expect(action).toBe('https://post.acme.example/slo')
    expect(Buffer.from(fields['SAMLRequest'] ?? '', 'base64').toString()).toContain('<ds:SignatureValue>')
  })

  it('stays here where single logout is switched off', async () => {
    const { browser } = await person(quiet, 'quin@quiet.example')
    expect(landing(await leave(browser))).toMatchObject({ status: 303, path: '/login/signed-out' })
    expect(await isSignedIn(browser)).toBe(false)
  })

  /** The browser's way back from the provider. */
  async function answered(
    change: (answer: Parameters<typeof buildLogoutResponse>[0]) => Partial<typeof answer>,
    unsigned = false,
  ) {
    const { browser } = await person(byRedirect, 'ada@acme.example')
    const page = await (await leave(browser)).text()
    const { xml, query } = unpacked(/url=([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '')
    const right = {
      peer: { sloUrl: ours('Redirect').sloUrl, sloBinding: 'redirect' } as never,
      self: { entityId: byRedirect.entityId, signing: byRedirect.key } as never,
      id: `_${randomUUID()}`,
      inResponseTo: / ID="([^"]+)"/.exec(xml)?.[1] ?? '',
      relayState: query.get('RelayState'),
      nowMs: server.clock.now(),
      status: 'Success' as LogoutOutcome,
    }
    const outgoing = buildLogoutResponse({ ...right, ...change(right) })
    if (outgoing.kind !== 'redirect') throw new Error('not by redirect')
    const url = unsigned ? outgoing.url.replace(/&SigAlg=.*/, '') : outgoing.url
    return browser.send(url.slice(testBaseUrl.length), { headers: { accept: 'text/html' } })
  }

  const bye = 'https://acme.example/bye'
  const failures = () =>
    tenantScope(server.database, acme.id).transaction(async (tx) => {
      const { rows } = await sql<{ finding: string }>`
        select finding from sign_in_records where purpose = 'logout' order by started_at`.execute(tx.db)
      return rows.map((row) => row.finding)
    })

  it.each([
    ['signed', false],
    ['unsigned, as Entra sends it', true],
  ])('ends at the logout redirect URL when the answer is %s', async (_, unsigned) => {
    const before = await failures()
    const log = vi.spyOn(server.deps.log, 'info')
    expect((await answered(() => ({}), unsigned)).headers.get('location')).toBe(bye)
    expect(await failures()).toEqual(before)
    // The session was over before; the log says what the answer was worth.
    const said = expect.objectContaining({ signed: !unsigned, status: 'Success' })
    expect(log).toHaveBeenCalledWith(said, 'the provider answered a sign-out')
    log.mockRestore()
  })

  it.each<[string, string, (right: Parameters<typeof buildLogoutResponse>[0]) => object]>([
    ['answers another request', 'saml-in-response-to', () => ({ inResponseTo: '_other' })],
    ['brings no RelayState', 'request-unknown', () => ({ relayState: null })],
    ['says that it failed', 'saml-status', () => ({ status: 'Responder' })],
  ])('the answer %s: noted, and the person is out all the same', async (_, finding, change) => {
    expect((await answered(change)).headers.get('location')).toBe(bye)
    expect((await failures()).at(-1)).toBe(finding)
  })

  it('a forged signature on the answer is refused', async () => {
    const forged = await answered(() => ({ self: { entityId: byRedirect.entityId, signing: stranger } as never }))
    expect(landing(forged)).toEqual(refusedWith('IDP_ERROR'))
    expect(await whyRefused(admin, forged)).toBe('saml-signature-wrong')
  })

  it('the token of a sign-out finishes no sign-in', async () => {
    const { browser } = await person(byRedirect, 'ada@acme.example')
    const page = await (await leave(browser)).text()
    const { query } = unpacked(/url=([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '')
    const state = query.get('RelayState') ?? ''
    const back = await browser.send(`${new URL(ours('Redirect').acsUrl).pathname}?received=${state}`, {
      headers: { accept: 'text/html' },
    })
    expect(landing(back)).toEqual(refusedWith('SIGN_IN_OTHER_BROWSER'))
    expect(await isSignedIn(browser)).toBe(false)
  })
})

type Named = Awaited<ReturnType<typeof person>>

function logoutRequest(
  name: 'Redirect' | 'Post',
  provider: PlayedProvider,
  named: Pick<Named, 'nameId'> & { readonly sessionIndex: string | null },
  change: {
    binding?: 'redirect' | 'post'
    key?: typeof stranger
    issuer?: string
    nowMs?: number
    to?: string
    id?: string
  } = {},
): Outgoing {
  return buildLogoutRequest({
    peer: {
      sloUrl: change.to ?? ours(name).sloUrl,
      sloBinding: change.binding ?? (name === 'Post' ? 'post' : 'redirect'),
    } as never,
    self: { entityId: change.issuer ?? provider.entityId, signing: change.key ?? provider.key } as never,
    id: change.id ?? `_${randomUUID()}`,
    nameId: named.nameId,
    sessionIndex: named.sessionIndex,
    relayState: 'theirs',
    nowMs: change.nowMs ?? server.clock.now(),
  })
}

/** Brought by a browser that the provider sends: by redirect or, from its own site and without our cookies, by form. */
function deliver(outgoing: Outgoing, browser: Browser = newBrowser(server), altered = (url: string) => url) {
  const html = { headers: { accept: 'text/html' } }
  if (outgoing.kind === 'redirect') return browser.send(altered(outgoing.url).slice(testBaseUrl.length), html)
  return postAcross(browser, new URL(outgoing.action).pathname, new URLSearchParams(outgoing.fields))
}

describe('P1 logout: a request of the provider', () => {
  it('ends exactly the named session, and is answered with Success', async () => {
    const one = await person(byRedirect, 'ada@acme.example')
    const two = await person(byRedirect, 'ada@acme.example')
    const other = await person(byRedirect, 'bob@acme.example')
    const answer = await deliver(logoutRequest('Redirect', byRedirect, one))
    const { xml, query } = unpacked(answer.headers.get('location') ?? '')
    expect(answer.headers.get('location')).toMatch(/^https:\/\/redirect\.acme\.example\/slo\?SAMLResponse=/)
    expect(xml).toContain('status:Success')
    expect(query.get('RelayState')).toBe('theirs')
    expect(await isSignedIn(one.browser)).toBe(false)
    expect(await isSignedIn(two.browser)).toBe(true)
    expect(await isSignedIn(other.browser)).toBe(true)
  })

  it('without a session index ends all sessions of the person, and no others', async () => {
    const one = await person(byRedirect, 'ada@acme.example')
    const two = await person(byRedirect, 'ada@acme.example')
    const other = await person(byRedirect, 'bob@acme.example')
    await deliver(logoutRequest('Redirect', byRedirect, { ...one, sessionIndex: null }))
    expect(await Promise.all([one, two, other].map(({ browser }) => isSignedIn(browser)))).toEqual([false, false, true])
  })

  it('by POST, without our cookies; the answer is posted to the response URL', async () => {
    const one = await person(byPost, 'pia@post.example')
    const answer = await deliver(logoutRequest('Post', byPost, one))
    const { action, fields } = formOf(await answer.text())
    expect(action).toBe('https://post.acme.example/slo-answer')
    expect(Buffer.from(fields['SAMLResponse'] ?? '', 'base64').toString()).toContain('status:Success')
    expect(await isSignedIn(one.browser)).toBe(false)
  })

  it("with another person's session index ends nothing", async () => {
    const ada = await person(byRedirect, 'ada@acme.example')
    const bob = await person(byRedirect, 'bob@acme.example')
    await deliver(logoutRequest('Redirect', byRedirect, { nameId: ada.nameId, sessionIndex: bob.sessionIndex }))
    expect(await isSignedIn(ada.browser)).toBe(true)
    expect(await isSignedIn(bob.browser)).toBe(true)
  })

  it('of an unknown session is answered with Success too', async () => {
    const { nameId } = await person(byRedirect, 'ada@acme.example')
    const unknown = { nameId: { ...nameId, value: 'nobody@acme.example' }, sessionIndex: '_unknown' }
    const answer = await deliver(logoutRequest('Redirect', byRedirect, unknown))
    expect(unpacked(answer.headers.get('location') ?? '').xml).toContain('status:Success')
  })

  it('that comes again is answered again, and ends nothing that began since', async () => {
    const one = await person(byRedirect, 'ada@acme.example')
    const request = logoutRequest('Redirect', byRedirect, { ...one, sessionIndex: null })
    await deliver(request)
    const later = await person(byRedirect, 'ada@acme.example')
    expect(unpacked((await deliver(request)).headers.get('location') ?? '').xml).toContain('status:Success')
    expect(await isSignedIn(later.browser)).toBe(true)
  })

  it("of another provider ends no session of this provider's people", async () => {
    const one = await person(byRedirect, 'ada@acme.example')
    const answer = await deliver(logoutRequest('Post', byPost, one))
    expect(answer.status).toBe(200)
    expect(await isSignedIn(one.browser)).toBe(true)
  })

  it('is audited with the provider as its author', async () => {
    const one = await person(byRedirect, 'ada@acme.example')
    await deliver(logoutRequest('Redirect', byRedirect, one))
    const { rows } = await tenantScope(server.database, acme.id).transaction((tx) =>
      sql`select actor_kind, actor_name, action from audit order by at desc, id desc limit 1`.execute(tx.db),
    )
    expect(rows).toEqual([{ actor_kind: 'system', actor_name: 'Redirect', action: 'session.end' }])
  })

  it('of a provider that was switched off still ends sessions, so that none comes back with it', async () => {
    const one = await person(byRedirect, 'ada@acme.example')
    const enable = (on: boolean) =>
      change(server, acme, sql`update identity_providers set enabled = ${on} where name = 'Redirect'`)
    await enable(false)
    await deliver(logoutRequest('Redirect', byRedirect, one))
    await enable(true)
    expect(await isSignedIn(one.browser)).toBe(false)
  })

  const refusals: Record<string, [string, (one: Named) => Promise<Response>]> = {
    'unsigned, by redirect': [
      'saml-signature-missing',
      (one) => deliver(logoutRequest('Redirect', byRedirect, one), undefined, (url) => url.replace(/&SigAlg=.*/, '')),
    ],
    'unsigned, by POST': [
      'saml-signature-missing',
      (one) => {
        const request = logoutRequest('Redirect', byRedirect, one, { binding: 'post' })
        if (request.kind !== 'post') throw new Error('not by form')
        const xml = Buffer.from(request.fields['SAMLRequest'] ?? '', 'base64')
          .toString()
          .replace(/<ds:Signature [\s\S]*<\/ds:Signature>/, '')
        return deliver({ ...request, fields: { SAMLRequest: Buffer.from(xml).toString('base64') } })
      },
    ],
    'signed by a stranger': [
      'saml-signature-wrong',
      (one) => deliver(logoutRequest('Redirect', byRedirect, one, { key: stranger })),
    ],
    'with a changed RelayState': [
      'saml-signature-wrong',
      (one) =>
        deliver(logoutRequest('Redirect', byRedirect, one), undefined, (url) =>
          url.replace('RelayState=theirs', 'RelayState=mine'),
        ),
    ],
    'signed over another coding of the same query': [
      'saml-signature-wrong',
      (one) =>
        deliver(logoutRequest('Redirect', byRedirect, one), undefined, (url) =>
          url.replace('RelayState=theirs', 'RelayState=%74heirs'),
        ),
    ],
    'with the message twice': [
      'saml-message-forbidden',
      (one) =>
        deliver(
          logoutRequest('Redirect', byRedirect, one),
          undefined,
          (url) => `${url}&SAMLRequest=${/SAMLRequest=([^&]+)/.exec(url)?.[1]}`,
        ),
    ],
    'with the signature twice': [
      'saml-message-forbidden',
      (one) => deliver(logoutRequest('Redirect', byRedirect, one), undefined, (url) => `${url}&Signature=AAAA`),
    ],
    'of another issuer': [
      'saml-issuer',
      (one) => deliver(logoutRequest('Redirect', byRedirect, one, { issuer: byPost.entityId })),
    ],
    'for another destination': [
      'saml-destination',
      (one) =>
        deliver(logoutRequest('Redirect', byRedirect, one, { to: `${testBaseUrl}/elsewhere` }), undefined, (url) =>
          url.replace(`${testBaseUrl}/elsewhere`, ours('Redirect').sloUrl),
        ),
    ],
    'too old': [
      'saml-too-late',
      (one) => deliver(logoutRequest('Redirect', byRedirect, one, { nowMs: server.clock.now() - 1_500_000 })),
    ],
    'over by its own NotOnOrAfter': [
      'saml-too-late',
      (one) => deliver(logoutRequest('Redirect', byRedirect, one, { nowMs: server.clock.now() - 430_000 })),
    ],
    'inflating to more than a megabyte': [
      'saml-message-too-large',
      async () => {
        const { deflateRawSync } = await import('node:zlib')
        const bomb = deflateRawSync(Buffer.alloc(2_000_000, ' ')).toString('base64')
        const path = new URL(ours('Redirect').sloUrl).pathname
        return newBrowser(server).send(`${path}?SAMLRequest=${encodeURIComponent(bomb)}`, {
          headers: { accept: 'text/html' },
        })
      },
    ],
  }

  it.each(Object.entries(refusals))('%s: rejected and recorded, and no session ends', async (_, [finding, send]) => {
    const one = await person(byRedirect, 'ada@acme.example')
    const response = await send(one)
    expect(landing(response)).toEqual(refusedWith('IDP_ERROR'))
    expect(await isSignedIn(one.browser)).toBe(true)
    expect(await whyRefused(admin, response)).toBe(finding)
    const list = await admin.send('/api/portal/admin/sign-ins?outcome=failed&limit=1')
    expect(await list.json()).toMatchObject({ signIns: [{ purpose: 'logout', outcome: 'failed' }] })
  })
})
