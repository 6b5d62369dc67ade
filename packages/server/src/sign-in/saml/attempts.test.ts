import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createDeps } from '../../app/open.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import {
  change,
  countSessions,
  landing,
  newBrowser,
  postAcross,
  refusedWith,
  tenantWith,
  whoIs,
} from '../../testing/sign-in-run.ts'
import { createTestServer, signedIn, type Browser, type TestServer } from '../../testing/test-server.ts'
import {
  ask,
  forgedFor,
  playedProvider,
  postResponse,
  readAsked,
  signIn,
  whyRefused,
  type Asked,
} from './testing/saml-run.ts'

let server: TestServer
let acme: ImportedTenant
let globex: ImportedTenant
let admin: Browser
let globexAdmin: Browser
const main = playedProvider()
const other = playedProvider('other.acme.example')
const theirs = playedProvider('idp.globex.example')

beforeAll(async () => {
  server = await createTestServer()
})
beforeEach(async () => {
  // Importing again repairs what a test disabled, deleted or reconfigured.
  acme = await server.importTenant(
    tenantWith('acme', [main.entry(), other.entry({ name: 'Other', primary: false, suffixes: ['other.example'] })]),
  )
  globex = await server.importTenant(tenantWith('globex', [theirs.entry({ suffixes: ['globex.example'] })]))
  admin = await signedIn(server, acme, { username: `${randomUUID()}@acme.example`, groups: ['admins'] })
  globexAdmin = await signedIn(server, globex, { username: `${randomUUID()}@globex.example`, groups: ['admins'] })
})
afterAll(() => server?.close())

const signedInAt = { status: 303, path: '/portal/environments', error: null }
const expired = refusedWith('SIGN_IN_EXPIRED')
const idOf = (name: string) => acme.identityProviderIds.get(name) ?? ''
const answer = async (asked: Asked) => postResponse(asked, await forgedFor(server, main, asked))

describe('P0 replay', () => {
  it('an assertion id counts once, across requests', async () => {
    const assertionId = `_${randomUUID()}`
    expect((await signIn(server, main, { assertionId })).landed).toEqual(signedInAt)
    const again = await signIn(server, main, { assertionId })
    expect(again.landed).toEqual(expired)
    expect(await whyRefused(admin, again.response)).toBe('saml-replay')
    expect(await whoIs(again.asked.browser)).toBeUndefined()
  })

  it('16 at once, on two processes with one database: one wins', async () => {
    const assertionId = `_${randomUUID()}`
    const before = await countSessions(server, acme)
    // Another process shares only database and secret key with this one.
    const { deps: elsewhere } = await createDeps(server.deps, server.deps)
    const attempts = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        ask(server, undefined, newBrowser(server, index % 2 === 0 ? {} : elsewhere)),
      ),
    )
    const answers = await Promise.all(attempts.map((asked) => forgedFor(server, main, asked, { assertionId })))
    const responses = await Promise.all(attempts.map((asked, index) => postResponse(asked, answers[index] ?? '')))
    const landed = responses.map(landing)
    expect(landed.filter((one) => one.error === null)).toHaveLength(1)
    expect(landed.filter((one) => one.error === 'SIGN_IN_EXPIRED')).toHaveLength(15)
    expect(await countSessions(server, acme)).toBe(before + 1)
  })

  it('the id is kept until the assertion is over, slack included', async () => {
    const assertionId = `_${randomUUID()}`
    const nowMs = server.clock.now()
    await signIn(server, main, { assertionId, nowMs })
    const { rows } = await sql<{ ends: number }>`
      select extract(epoch from expires_at)::float8 as ends from assertion_uses
       where issuer = ${`saml:${idOf('SAML')}`} and id_hash = ${hashToken(assertionId)}`.execute(server.database.app)
    expect(rows[0]?.ends).toBeCloseTo(nowMs / 1000 + 300 + 120, 1)
  })

  it('the same message posted a second time finds its attempt used', async () => {
    const asked = await ask(server)
    const message = await forgedFor(server, main, asked)
    expect(landing(await postResponse(asked, message))).toEqual(signedInAt)
    const before = await countSessions(server, acme)
    expect(landing(await postResponse(asked, message))).toEqual({ status: 303, path: '/portal', error: null })
    asked.browser.cookies.delete('portico-session')
    expect(landing(await postResponse(asked, message))).toEqual(expired)
    expect(await countSessions(server, acme)).toBe(before)
  })

  it('an attempt that was finished is not opened again by any message', async () => {
    const asked = await ask(server)
    const form = new URLSearchParams({
      SAMLResponse: await forgedFor(server, main, asked, { audience: 'https://elsewhere.example' }),
      RelayState: asked.relayState,
    })
    const posted = await postAcross(asked.browser, new URL(asked.acsUrl).pathname, form)
    const finish = () => asked.browser.send(posted.headers.get('location') ?? '', { headers: { accept: 'text/html' } })
    expect(await whyRefused(admin, await finish())).toBe('saml-audience')
    expect(await whyRefused(admin, await finish())).toBe('request-unknown')
  })

  it('16 windows of a browser finishing one attempt at once: one session', async () => {
    const before = await countSessions(server, acme)
    const asked = await ask(server)
    const form = new URLSearchParams({
      SAMLResponse: await forgedFor(server, main, asked),
      RelayState: asked.relayState,
    })
    const posted = await postAcross(asked.browser, new URL(asked.acsUrl).pathname, form)
    const location = posted.headers.get('location') ?? ''
    await Promise.all(Array.from({ length: 16 }, () => asked.browser.send(location)))
    expect(await countSessions(server, acme)).toBe(before + 1)
  })
})

describe('P0 an identity provider that changed during a login cannot finish it', () => {
  const meanwhile: Record<string, () => Promise<void>> = {
    disabled: () => change(server, acme, sql`update identity_providers set enabled = false where id = ${idOf('SAML')}`),
    deleted: () => change(server, acme, sql`delete from identity_providers where id = ${idOf('SAML')}`),
    changed: () =>
      change(
        server,
        acme,
        sql`update identity_providers set config_version = config_version + 1 where id = ${idOf('SAML')}`,
      ),
  }

  it.each(Object.entries(meanwhile))('%s before the answer', async (_, happens) => {
    const asked = await ask(server)
    await happens()
    expect(landing(await answer(asked))).toEqual(expired)
    expect(await whoIs(asked.browser)).toBeUndefined()
  })

  it.each(Object.entries(meanwhile))('%s between the post and the redirect', async (_, happens) => {
    const asked = await ask(server)
    const form = new URLSearchParams({
      SAMLResponse: await forgedFor(server, main, asked),
      RelayState: asked.relayState,
    })
    const posted = await postAcross(asked.browser, new URL(asked.acsUrl).pathname, form)
    await happens()
    const finished = await asked.browser.send(posted.headers.get('location') ?? '', {
      headers: { accept: 'text/html' },
    })
    expect(landing(finished)).toEqual(expired)
    expect(await whoIs(asked.browser)).toBeUndefined()
  })
})

describe("P0 another tenant's identity provider vouching for my user", () => {
  it('a username of no format of the provider is refused', async () => {
    const taken = await signIn(server, theirs, { nameId: { value: 'ada@acme.example' } }, 'gus@globex.example')
    expect(taken.landed).toEqual(refusedWith('AUTH-001001'))
    expect(await whyRefused(globexAdmin, taken.response)).toBe('username-foreign')
    expect(await whoIs(taken.asked.browser)).toBeUndefined()
  })

  it('another provider of the same tenant cannot either', async () => {
    const taken = await signIn(server, other, { nameId: { value: 'ada@acme.example' } }, 'ola@other.example')
    expect(taken.landed).toEqual(refusedWith('AUTH-001001'))
  })

  it('two providers naming the same NameID name two people', async () => {
    const nameId = { value: 'one and the same' }
    const attributes = (username: string) => ({ username: [username], groups: ['staff'] })
    const mapped = { config: { attributes: { username: 'username', group: 'groups' } } }
    acme = await server.importTenant(
      tenantWith('acme', [
        main.entry(mapped),
        other.entry({ ...mapped, name: 'Other', primary: false, suffixes: ['other.example'] }),
      ]),
    )
    const first = await signIn(server, main, { nameId, attributes: attributes('ada@acme.example') })
    const second = await signIn(
      server,
      other,
      { nameId, attributes: attributes('ada@other.example') },
      'ada@other.example',
    )
    const ids = await Promise.all([first, second].map(async ({ asked }) => (await whoIs(asked.browser))?.id))
    expect(new Set(ids).size).toBe(2)
    expect(ids).not.toContain(undefined)
  })

  it('its answer to my request is refused: another key, another issuer, another address', async () => {
    const asked = await ask(server)
    const response = await postResponse(asked, await forgedFor(server, theirs, asked))
    expect(landing(response)).toEqual(refusedWith('IDP_ERROR'))
    expect(await whyRefused(admin, response)).toBe('saml-certificate-other')
  })

  it("my provider's answer is useless at another provider's address", async () => {
    const asked = await ask(server)
    for (const id of [idOf('Other'), globex.identityProviderIds.get('SAML') ?? '']) {
      const acsUrl = asked.acsUrl.replace(idOf('SAML'), id)
      const response = await postResponse({ ...asked, acsUrl }, await forgedFor(server, main, asked))
      expect(landing(response)).toEqual(expired)
    }
    expect(landing(await answer(asked))).toEqual(signedInAt)
  })
})

describe('P1 login CSRF', () => {
  it('delivered in another browser, the answer does not sign in, and the first browser can still finish', async () => {
    const asked = await ask(server)
    const form = new URLSearchParams({
      SAMLResponse: await forgedFor(server, main, asked),
      RelayState: asked.relayState,
    })
    const victim = newBrowser(server)
    // The victim is in the middle of a sign-in, so there is a binding, but a different one.
    await ask(server, undefined, victim)
    const posted = await postAcross(victim, new URL(asked.acsUrl).pathname, form)
    const location = posted.headers.get('location') ?? ''
    const wrong = await victim.send(location, { headers: { accept: 'text/html' } })
    expect(landing(wrong)).toEqual(refusedWith('SIGN_IN_OTHER_BROWSER'))
    expect(await whoIs(victim)).toBeUndefined()
    const stranger = newBrowser(server)
    expect(landing(await stranger.send(location, { headers: { accept: 'text/html' } }))).toEqual(
      refusedWith('SIGN_IN_OTHER_BROWSER'),
    )
    expect(landing(await asked.browser.send(location))).toEqual(signedInAt)
  })

  it('the page that posts our request opens only in the browser that started the sign-in', async () => {
    await server.importTenant(tenantWith('acme', [main.entry({ config: { ssoBinding: 'post' } })]))
    const asked = await ask(server)
    const at = new URL(asked.url)
    const elsewhere = await newBrowser(server).send(at.pathname + at.search)
    expect(landing(elsewhere)).toEqual(refusedWith('SIGN_IN_OTHER_BROWSER'))
    expect(await (await asked.browser.send(at.pathname + at.search)).text()).toContain('name="SAMLRequest"')
  })

  it('an answer that no attempt waits for is refused, with or without RelayState', async () => {
    const asked = await ask(server)
    const message = await forgedFor(server, main, asked)
    for (const relayState of ['', 'x'.repeat(43), 'https://evil.example/']) {
      const response = await postResponse({ ...asked, relayState }, message)
      expect(landing(response)).toEqual(expired)
      expect(await whyRefused(admin, response)).toBe('request-unknown')
    }
  })

  it('after ten minutes the attempt is over', async () => {
    const asked = await ask(server)
    await change(server, acme, sql`update sign_in_transactions set expires_at = now()`)
    expect(landing(await answer(asked))).toEqual(expired)
  })
})

describe('P1 redirect targets', () => {
  it('RelayState of an attempt is our own token and leads where the person wanted to go', async () => {
    const browser = newBrowser(server)
    const started = await browser.send('/api/login?returnPath=/portal/apitoken', {
      method: 'POST',
      body: JSON.stringify({ username: 'ada@acme.example' }),
      headers: { 'content-type': 'application/json' },
    })
    const { redirectUrl } = (await started.json()) as { redirectUrl: string }
    const asked = await readAsked(browser, redirectUrl)
    expect(asked.relayState).toMatch(/^[\w-]{43}$/)
    expect(landing(await answer(asked))).toEqual({ status: 303, path: '/portal/apitoken', error: null })
  })

  it.each(['https://evil.example/', '//evil.example/portal', '/\\evil.example', 'javascript:alert(1)', '/api/login'])(
    'no sign-in ends at %s',
    async (target) => {
      const browser = newBrowser(server)
      const path = `/api/login/idps/${idOf('SAML')}/initiate?${new URLSearchParams({ target_link_uri: target }).toString()}`
      const started = await browser.send(path, { headers: { accept: 'text/html' } })
      const url = new URL(started.headers.get('location') ?? '')
      const asked = await readAsked(browser, url.href)
      expect(landing(await answer(asked)).path).toBe('/portal/environments')
    },
  )
})
