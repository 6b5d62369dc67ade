import { randomUUID } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import {
  buildLogoutRequest,
  buildLogoutResponse,
  type Outgoing,
  type SamlPeer,
  type SamlSelf,
} from '../../protocols/saml/index.ts'
import { testKeyPair } from '../../protocols/saml/testing/key-pairs.ts'
import { formOf } from '../../sign-in/saml/testing/saml-run.ts'
import { newMessageId } from '../../sign-in/saml/start.ts'
import { giveFederationKeys } from '../../testing/made-keys.ts'
import { lastRecord, postAcross, postForm, whoIs } from '../../testing/sign-in-run.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'
import { follow, registerApplication, sendRequest, type PlayedApplication } from './testing/played-application.ts'

let server: TestServer
let acme: ImportedTenant
let billing: PlayedApplication
let wiki: PlayedApplication

beforeAll(async () => {
  server = await createTestServer()
  acme = await server.importTenant(smallTenant('acme'))
  await giveFederationKeys(server.database, server.deps.secrets, acme.id)
  const registered = (slug: string, sloBinding: 'redirect' | 'post') => {
    const key = testKeyPair()
    const config = { sloUrl: `https://${slug}.example/slo`, sloBinding, signingCertificates: [key.certificate] }
    return registerApplication(server, acme, { slug, key, config })
  }
  billing = await registered('billing', 'redirect')
  wiki = await registered('wiki', 'post')
})
afterAll(() => server?.close())

let count = 0
const person = () => signedIn(server, acme, { username: `p${++count}@acme.example`, groups: ['staff', 'finance'] })

/** What the application knows of a person who came in. */
type Known = { readonly nameId: string; readonly sessionIndex: string }

async function enter(browser: Browser, application: PlayedApplication): Promise<Known> {
  const { xml } = await follow(browser, (await sendRequest(server, browser, application)).response)
  return {
    nameId: /<saml:NameID[^>]*>([^<]+)</.exec(xml)?.[1] ?? '',
    sessionIndex: /SessionIndex="([^"]+)"/.exec(xml)?.[1] ?? '',
  }
}

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const sloPath = () => `/api/saml/${acme.id}/slo`

/** Both sides as the application sees them: we are its identity provider. */
function partiesOf(application: PlayedApplication, binding: 'redirect' | 'post', key = application.key) {
  const sloUrl = server.deps.settings.baseUrl + sloPath()
  const peer = { sloUrl, sloBinding: binding } as SamlPeer
  return { peer, self: { entityId: application.entityId, signing: key } as unknown as SamlSelf }
}

function requestOf(
  application: PlayedApplication,
  known: Known,
  { binding = 'redirect', key, sessionIndex = known.sessionIndex, id = newMessageId() }: Request_ = {},
): Outgoing {
  const nameId = { value: known.nameId, format: persistent, nameQualifier: null, spNameQualifier: null }
  const message = { id, nameId, sessionIndex, relayState: 'theirs', nowMs: server.clock.now() }
  return buildLogoutRequest({ ...partiesOf(application, binding, key), ...message })
}

type Request_ = {
  readonly binding?: 'redirect' | 'post'
  readonly key?: PlayedApplication['key'] | undefined
  readonly sessionIndex?: string | null
  readonly id?: string
}

/** The application's page sends the browser to us. */
async function send(browser: Browser, outgoing: Outgoing) {
  if (outgoing.kind === 'post') return read(await postAcross(browser, sloPath(), new URLSearchParams(outgoing.fields)))
  const { pathname, search } = new URL(outgoing.url)
  return read(await browser.send(pathname + search, { headers: { accept: 'text/html' } }))
}

/** Where our page leads, and the message it carries. */
async function read(response: Response) {
  const page = await response.text()
  const refresh = /content="0;url=([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')
  const url = new URL(refresh ?? 'http://none.invalid')
  const { action, fields } =
    refresh === undefined ? formOf(page) : { action: '', fields: Object.fromEntries(url.searchParams) }
  const kind = fields['SAMLRequest'] === undefined ? 'SAMLResponse' : 'SAMLRequest'
  const bytes = Buffer.from(fields[kind] ?? '', 'base64')
  const xml = (refresh === undefined || bytes.length === 0 ? bytes : inflateRawSync(bytes)).toString()
  const to = refresh === undefined ? action : url.origin + url.pathname
  return {
    status: response.status,
    location: response.headers.get('location'),
    to,
    kind,
    xml,
    page,
    relayState: fields['RelayState'],
  }
}

/** The application answers our request. */
function answer(
  application: PlayedApplication,
  told: Awaited<ReturnType<typeof read>>,
  status: 'Success' | 'Responder' = 'Success',
) {
  const inResponseTo = / ID="([^"]+)"/.exec(told.xml)?.[1] ?? ''
  const message = {
    id: newMessageId(),
    inResponseTo,
    relayState: told.relayState ?? null,
    nowMs: server.clock.now(),
    status,
  }
  return buildLogoutResponse({ ...partiesOf(application, 'redirect'), ...message })
}

const isSignedIn = async (browser: Browser) => (await whoIs(browser)) !== undefined
const statuses = (xml: string) => [...xml.matchAll(/StatusCode Value="[^"]*:(\w+)"/g)].map(([, status]) => status)

describe.each(['redirect', 'post'] as const)('an application ends the session, by %s', (binding) => {
  it('the portal session and those of all others end, and the answer says so', async () => {
    const browser = await person()
    const known = await enter(browser, billing)
    const ended = await send(browser, requestOf(billing, known, { binding }))
    expect(ended).toMatchObject({ to: 'https://billing.example/slo', kind: 'SAMLResponse', relayState: 'theirs' })
    expect(statuses(ended.xml)).toEqual(['Success'])
    expect(await isSignedIn(browser)).toBe(false)
  })
})

describe('an application ends the session', () => {
  it('other applications are notified one after the other before it gets its answer', async () => {
    const browser = await person()
    const known = await enter(browser, billing)
    const other = await enter(browser, wiki)
    const told = await send(browser, requestOf(billing, known))
    expect(told).toMatchObject({ to: 'https://wiki.example/slo', kind: 'SAMLRequest' })
    expect(told.xml).toContain(`>${other.nameId}<`)
    expect(told.xml).toContain(`<samlp:SessionIndex>${other.sessionIndex}<`)
    expect(await isSignedIn(browser)).toBe(false)
    const last = await send(browser, answer(wiki, told))
    expect(last).toMatchObject({ to: 'https://billing.example/slo', kind: 'SAMLResponse', relayState: 'theirs' })
    expect(statuses(last.xml)).toEqual(['Success'])
  })

  it('one that fails, or whose answer is forged, is reported: PartialLogout', async () => {
    for (const how of ['fails', 'forged'] as const) {
      const browser = await person()
      const known = await enter(browser, billing)
      await enter(browser, wiki)
      const told = await send(browser, requestOf(billing, known))
      const said = answer(how === 'fails' ? wiki : billing, told, how === 'fails' ? 'Responder' : 'Success')
      expect(statuses((await send(browser, said)).xml)).toEqual(['Success', 'PartialLogout'])
    }
  })

  it('without a session index all of that name; with one of another person nothing', async () => {
    const [browser, other] = [await person(), await person()]
    const [known, foreign] = [await enter(browser, billing), await enter(other, billing)]
    await send(browser, requestOf(billing, known, { sessionIndex: foreign.sessionIndex }))
    await send(browser, requestOf(billing, { ...known, nameId: randomUUID() }, { sessionIndex: null }))
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, true])
    await send(browser, requestOf(billing, known, { sessionIndex: null }))
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([false, true])
  })

  it('a request of one application does not end what began in another', async () => {
    const browser = await person()
    const known = await enter(browser, wiki)
    await send(browser, requestOf(billing, known))
    expect(await isSignedIn(browser)).toBe(true)
  })

  it('a request that is unsigned, of a stranger, or changed is rejected and ends nothing', async () => {
    const browser = await person()
    const known = await enter(browser, billing)
    const bare = requestOf(billing, known)
    const unsigned = bare.kind === 'redirect' ? { ...bare, url: bare.url.replace(/&SigAlg=.*/, '') } : bare
    const stranger = requestOf(billing, known, { key: testKeyPair() })
    const changed =
      bare.kind === 'redirect' ? { ...bare, url: bare.url.replace('RelayState=theirs', 'RelayState=x') } : bare
    const recorded: string[] = []
    for (const message of [unsigned, stranger, changed]) {
      expect(await send(browser, message)).toMatchObject({ status: 403, to: '', xml: '' })
      const { code, checks } = await lastRecord(server, acme)
      expect(checks[0]).toMatchObject({ check: 'application', evidence: { application: 'Billing' } })
      expect(recorded).not.toContain(code)
      recorded.push(code)
    }
    expect(await isSignedIn(browser)).toBe(true)
  })

  it('a repeated request is answered again and ends no later session', async () => {
    const browser = await person()
    const known = await enter(browser, billing)
    const request = requestOf(billing, known, { sessionIndex: null })
    await send(browser, request)
    // As a session of the same person that began since.
    await tenantScope(server.database, acme.id).transaction(async ({ db }) => {
      await db.updateTable('sessions').set({ ended_at: null }).where('tenant_id', '=', acme.id).execute()
      await db.updateTable('application_sessions').set({ ended_at: null }).where('tenant_id', '=', acme.id).execute()
    })
    expect(statuses((await send(browser, request)).xml)).toEqual(['Success'])
    expect(await isSignedIn(browser)).toBe(true)
  })
})

describe('log out of the portal', () => {
  const signOut = (browser: Browser) => postForm(browser, '/api/login/signout', {})

  it('ends the session here first, tells each application, and ends where it would have ended', async () => {
    const browser = await person()
    const known = await enter(browser, billing)
    await enter(browser, wiki)
    const first = await read(await signOut(browser))
    expect(first).toMatchObject({ to: 'https://billing.example/slo', kind: 'SAMLRequest' })
    expect(first.xml).toContain(`<samlp:SessionIndex>${known.sessionIndex}<`)
    expect(browser.cookies.has('portico-session')).toBe(false)
    const second = await send(browser, answer(billing, first))
    expect(second).toMatchObject({ to: 'https://wiki.example/slo', kind: 'SAMLRequest' })
    expect(await send(browser, answer(wiki, second, 'Responder'))).toMatchObject({ location: '/login/signed-out' })
    expect(await send(browser, answer(wiki, second))).toMatchObject({ location: '/login/signed-out' })
  })

  it('an application that does not answer keeps no one signed in', async () => {
    const browser = await person()
    await enter(browser, billing)
    const session = browser.cookies.get('portico-session') ?? ''
    await signOut(browser)
    browser.cookies.set('portico-session', session)
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('an application without an address for it is not notified, nor any from a session that opened none', async () => {
    const plain = await registerApplication(server, acme, { slug: 'vault' })
    const browser = await person()
    await enter(browser, plain)
    expect((await signOut(browser)).headers.get('location')).toBe('/login/signed-out')
    expect((await signOut(await person())).headers.get('location')).toBe('/login/signed-out')
  })
})
