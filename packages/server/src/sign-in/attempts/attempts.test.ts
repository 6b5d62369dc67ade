import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { randomToken } from '../../kit/secrets/secret-box.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { signToken, startScriptedProvider, type ScriptedProvider } from '../../testing/scripted-provider.ts'
import {
  callbackPath,
  change,
  comeBack,
  countSessions,
  landing,
  newBrowser,
  postAcross,
  providerEntry,
  refusedWith,
  startAt,
  tenantWith,
  whoIs,
} from '../../testing/sign-in-run.ts'
import { createTestServer, type Browser, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let acme: ImportedTenant
let globex: ImportedTenant
/** acme's providers that answer by query and by form, and globex's. */
let main: ScriptedProvider
let forms: ScriptedProvider
let globexMain: ScriptedProvider

beforeAll(async () => {
  ;[main, forms, globexMain] = await Promise.all([
    startScriptedProvider(),
    startScriptedProvider(),
    startScriptedProvider(),
  ])
  server = await createTestServer()
})
beforeEach(async () => {
  main.plays()
  forms.plays({ person: { sub: 'ada', preferred_username: 'ada@forms.example' } })
  globexMain.plays({ person: { sub: 'gus', preferred_username: 'gus@globex.example' } })
  // Importing again repairs what a test disabled or reconfigured.
  acme = await server.importTenant(
    tenantWith('acme', [
      providerEntry(main.issuer, { suffixes: ['acme.example'] }),
      providerEntry(forms.issuer, {
        name: 'Forms',
        primary: false,
        suffixes: ['forms.example'],
        config: { responseMode: 'form_post' },
      }),
    ]),
  )
  globex = await server.importTenant(
    tenantWith('globex', [providerEntry(globexMain.issuer, { suffixes: ['globex.example'] })]),
  )
  await change(server, acme, sql`update identity_providers set enabled = true`)
})
afterAll(async () => {
  await server?.close()
  await Promise.all([main, forms, globexMain].map((one) => one?.stop()))
})

const expired = refusedWith('SIGN_IN_EXPIRED')
const otherBrowser = refusedWith('SIGN_IN_OTHER_BROWSER')
const idpError = refusedWith('IDP_ERROR')
const signedIn = { status: 303, path: '/portal/environments', error: null }
/** Where a browser with a session goes on. */
const portal = { status: 303, path: '/portal', error: null }

async function attempt(username = 'ada@acme.example', provider = main) {
  const browser = newBrowser(server)
  const redirectUrl = await startAt(browser, username)
  return { browser, redirectUrl, answer: provider.authorize(redirectUrl) }
}

const formAttempt = () => attempt('ada@forms.example', forms)

const followed = (browser: Browser, posted: Response) =>
  browser.send(posted.headers.get('location') ?? '', { headers: { accept: 'text/html' } })

describe('the authorization request', () => {
  it('carries PKCE S256, state and nonce, each new every time, and nothing secret', async () => {
    const browser = newBrowser(server)
    const [first, second] = [await startAt(browser, 'ada@acme.example'), await startAt(browser, 'ada@acme.example')]
    const [one, two] = [new URL(first).searchParams, new URL(second).searchParams]
    expect(Object.fromEntries(one)).toEqual({
      client_id: expect.any(String),
      response_type: 'code',
      response_mode: 'query',
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4000\/api\/login\/idps\/[\w-]+\/oidc\/callback$/),
      scope: 'openid profile email',
      login_hint: 'ada@acme.example',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(one.get(name)).not.toBe(two.get(name))
    const binding = browser.cookies.get('portico-sign-in') ?? ''
    expect(binding).toMatch(/^[\w-]{43}$/)
    expect(first).not.toContain(binding)
  })

  it('takes its addresses from the configured base URL, not from the Host header', async () => {
    const browser = newBrowser(server)
    const response = await browser.send('/api/login', {
      method: 'POST',
      body: JSON.stringify({ username: 'ada@acme.example' }),
      headers: {
        'content-type': 'application/json',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        forwarded: 'host=evil.example',
        host: 'evil.example',
      },
    })
    expect(await response.text()).not.toContain('evil')
  })

  it('uses PKCE, which the provider enforces: the code is useless without the verifier', async () => {
    const { browser, redirectUrl, answer } = await attempt()
    expect(landing(await comeBack(browser, redirectUrl, answer))).toEqual(signedIn)
    const [asked] = main.seen.filter(({ endpoint }) => endpoint === 'token').slice(-1)
    expect(asked?.form.get('code_verifier')).toMatch(/^[\w-]{43,128}$/)

    // The same code flow, redeemed as a thief would: code and client secret known, verifier not.
    const thief = await attempt()
    const stolen = new URLSearchParams(asked?.form)
    stolen.set('code', thief.answer.get('code') ?? '')
    const redeemed = await fetch(`${main.issuer}/token`, {
      method: 'POST',
      body: stolen,
      headers: { authorization: asked?.authorization ?? '' },
    })
    expect(await redeemed.json()).toEqual({ error: 'invalid_grant' })
  })

  it('a code of another attempt of the same browser is rejected, because its verifier differs', async () => {
    const browser = newBrowser(server)
    const [first, second] = [await startAt(browser, 'ada@acme.example'), await startAt(browser, 'ada@acme.example')]
    const mixed = main.authorize(first)
    mixed.set('state', new URL(second).searchParams.get('state') ?? '')
    expect(landing(await comeBack(browser, second, mixed))).toEqual(idpError)
  })
})

describe('state', () => {
  it.each<[string, (answer: URLSearchParams) => void]>([
    ['unknown', (answer) => answer.set('state', randomToken())],
    ['missing', (answer) => answer.delete('state')],
    ['empty', (answer) => answer.set('state', '')],
    ['sent twice', (answer) => answer.append('state', answer.get('state') ?? '')],
    ['with a NUL', (answer) => answer.set('state', '\0')],
    ['of 10 000 characters', (answer) => answer.set('state', 'x'.repeat(10_000))],
  ])('%s: refused, and the attempt is still good', async (_, tamper) => {
    const { browser, redirectUrl, answer } = await attempt()
    const tampered = new URLSearchParams(answer)
    tamper(tampered)
    expect(landing(await comeBack(browser, redirectUrl, tampered))).toEqual(expired)
    expect(landing(await comeBack(browser, redirectUrl, answer))).toEqual(signedIn)
  })

  it('used before: continues with the session of the browser, and the code is not sent to the provider again', async () => {
    const { browser, redirectUrl, answer } = await attempt()
    expect(landing(await comeBack(browser, redirectUrl, answer))).toEqual(signedIn)
    const asked = main.asked('token')
    expect(landing(await comeBack(browser, redirectUrl, answer))).toEqual(portal)
    expect(main.asked('token')).toBe(asked)
    expect(await whoIs(browser)).toBeDefined()
    browser.cookies.delete('portico-session')
    expect(landing(await comeBack(browser, redirectUrl, answer))).toEqual(expired)
    expect(main.asked('token')).toBe(asked)
  })

  it('used before, with a new code: the code is not used', async () => {
    const { browser, redirectUrl, answer } = await attempt()
    await comeBack(browser, redirectUrl, answer)
    const before = [main.asked('token'), await countSessions(server, acme)]
    expect(landing(await comeBack(browser, redirectUrl, main.authorize(redirectUrl)))).toEqual(portal)
    browser.cookies.delete('portico-session')
    expect(landing(await comeBack(browser, redirectUrl, main.authorize(redirectUrl)))).toEqual(expired)
    expect([main.asked('token'), await countSessions(server, acme)]).toEqual(before)
  })

  it('of another provider of the tenant: refused', async () => {
    const { browser, redirectUrl, answer } = await attempt()
    const sibling = callbackPath(await startAt(browser, 'ada@forms.example'))
    expect(landing(await browser.send(`${sibling}?${answer.toString()}`))).toEqual(expired)
    expect(landing(await browser.send(`${sibling}?received=${answer.get('state')}`))).toEqual(expired)
    expect(landing(await comeBack(browser, redirectUrl, answer))).toEqual(signedIn)
  })

  it("of another tenant's provider: refused", async () => {
    const { browser, redirectUrl, answer } = await attempt()
    const foreign = callbackPath(await startAt(browser, 'gus@globex.example'))
    expect(landing(await browser.send(`${foreign}?${answer.toString()}`))).toEqual(expired)
    expect(landing(await comeBack(browser, redirectUrl, answer))).toEqual(signedIn)
    expect(await countSessions(server, globex)).toBe(0)
  })

  it.each([randomUUID(), 'not-a-uuid', '%00', '..%2f..'])('at the provider %s, which there is not', async (id) => {
    const { browser, answer } = await attempt()
    const response = await browser.send(`/api/login/idps/${id}/oidc/callback?${answer.toString()}`, {
      headers: { accept: 'text/html' },
    })
    expect(response.status).toBe(303)
    expect(landing(response).error).toMatch(/^(SIGN_IN_EXPIRED|NOT_FOUND)$/)
    expect(await whoIs(browser)).toBeUndefined()
  })

  it('older than ten minutes: refused', async () => {
    const { browser, redirectUrl, answer } = await attempt()
    await change(server, acme, sql`update sign_in_transactions set expires_at = expires_at - interval '601 s'`)
    expect(landing(await comeBack(browser, redirectUrl, answer))).toEqual(expired)
  })

  it('nine minutes old: good', async () => {
    const { browser, redirectUrl, answer } = await attempt()
    await change(server, acme, sql`update sign_in_transactions set expires_at = expires_at - interval '540 s'`)
    expect(landing(await comeBack(browser, redirectUrl, answer))).toEqual(signedIn)
  })

  it('sixteen at once: one session', async () => {
    const { browser, redirectUrl, answer } = await attempt()
    const before = await countSessions(server, acme)
    const asked = main.asked('token')
    const all = await Promise.all(Array.from({ length: 16 }, () => comeBack(browser, redirectUrl, answer)))
    const errors = all.map((response) => landing(response).error)
    expect(errors.filter((error) => error === null)).toHaveLength(1)
    expect(errors.filter((error) => error === 'SIGN_IN_EXPIRED')).toHaveLength(15)
    expect(await countSessions(server, acme)).toBe(before + 1)
    expect(main.asked('token')).toBe(asked + 1)
  })
})

describe('the answer', () => {
  it.each<[string, (answer: URLSearchParams) => void]>([
    ['without a code', (answer) => answer.delete('code')],
    ['with the code twice', (answer) => answer.append('code', 'another')],
    ['with an invented code', (answer) => answer.set('code', 'invented')],
    ['with the iss of another (RFC 9207)', (answer) => answer.set('iss', globexMain.issuer)],
    ['without iss, which the provider advertises', (answer) => answer.delete('iss')],
    ['with iss twice', (answer) => answer.append('iss', main.issuer)],
    ['with a token in the address', (answer) => answer.set('response', 'eyJhbGciOiJub25lIn0.e30.')],
    ['with an ID token in the address', (answer) => answer.set('id_token', 'eyJhbGciOiJub25lIn0.e30.')],
  ])('%s does not sign in', async (_, tamper) => {
    const { browser, redirectUrl, answer } = await attempt()
    tamper(answer)
    expect(landing(await comeBack(browser, redirectUrl, answer))).toEqual(idpError)
    expect(await whoIs(browser)).toBeUndefined()
  })

  it('says that the person declined; any other failure is an error of the provider', async () => {
    for (const [error, shown] of [
      ['access_denied', 'IDP_DENIED'],
      ['server_error', 'IDP_ERROR'],
      ['<script>alert(1)</script>', 'IDP_ERROR'],
    ] as const) {
      const { browser, redirectUrl, answer } = await attempt()
      answer.delete('code')
      answer.set('error', error)
      answer.set('error_description', '<script>alert(1)</script>')
      const response = await comeBack(browser, redirectUrl, answer)
      expect(landing(response)).toEqual(refusedWith(shown))
      expect(response.headers.get('location')).not.toContain('script')
    }
  })
})

describe('the browser', () => {
  it('that did not start an attempt cannot finish it: login CSRF', async () => {
    const attacker = await attempt()
    const victim = newBrowser(server)
    expect(landing(await comeBack(victim, attacker.redirectUrl, attacker.answer))).toEqual(otherBrowser)
    expect(victim.cookies.size).toBe(0)
    await startAt(victim, 'ada@acme.example')
    expect(landing(await comeBack(victim, attacker.redirectUrl, attacker.answer))).toEqual(otherBrowser)
    expect(await whoIs(victim)).toBeUndefined()
    // The forced request did not use up the attempt of the person who started it.
    expect(landing(await comeBack(attacker.browser, attacker.redirectUrl, attacker.answer))).toEqual(signedIn)
  })

  it.each([
    ['an empty', () => ''],
    ['an invented', () => randomToken()],
    ['a doubled', (binding: string) => `${binding}; portico-sign-in=${binding}`],
  ])('with %s binding cookie cannot finish', async (_, forge) => {
    const { browser, redirectUrl, answer } = await attempt()
    browser.cookies.set('portico-sign-in', forge(browser.cookies.get('portico-sign-in') ?? ''))
    expect(landing(await comeBack(browser, redirectUrl, answer))).toEqual(otherBrowser)
  })

  it('gets a binding made by the server, not a planted one of another shape', async () => {
    const browser = newBrowser(server)
    browser.cookies.set('portico-sign-in', 'planted')
    await startAt(browser, 'ada@acme.example')
    expect(browser.cookies.get('portico-sign-in')).toMatch(/^[\w-]{43}$/)
  })

  it('keeps its cookies to itself: HttpOnly, Lax, whole site, short-lived, __Host- and Secure behind https', async () => {
    for (const [baseUrl, shape] of [
      ['http://127.0.0.1:4000', /^portico-sign-in=[\w-]{43}; Path=\/; SameSite=Lax; HttpOnly; Max-Age=600$/],
      [
        'https://portal.example',
        /^__Host-portico-sign-in=[\w-]{43}; Path=\/; SameSite=Lax; HttpOnly; Secure; Max-Age=600$/,
      ],
    ] as const) {
      const browser = newBrowser(server, { settings: { ...server.deps.settings, baseUrl } })
      const response = await browser.send('/api/login', {
        method: 'POST',
        body: JSON.stringify({ username: 'ada@acme.example' }),
        headers: { 'content-type': 'application/json' },
      })
      expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(shape)])
    }
  })
})

describe('form_post', () => {
  it('signs in by a redirect to our own site, where the browser shows its cookies', async () => {
    const { browser, redirectUrl, answer } = await formAttempt()
    const posted = await postAcross(browser, callbackPath(redirectUrl), answer)
    expect(landing(posted)).toEqual({ status: 303, path: callbackPath(redirectUrl), error: null })
    expect(posted.headers.get('location')).not.toContain(answer.get('code') ?? '')
    expect(landing(await followed(browser, posted))).toEqual(signedIn)
  })

  it('posted twice: the first answer counts', async () => {
    const { browser, redirectUrl, answer } = await formAttempt()
    const posted = await postAcross(browser, callbackPath(redirectUrl), answer)
    expect(landing(await postAcross(browser, callbackPath(redirectUrl), answer))).toEqual(expired)
    const forged = new URLSearchParams({ state: answer.get('state') ?? '', code: 'of-the-attacker', iss: forms.issuer })
    expect(landing(await postAcross(newBrowser(server), callbackPath(redirectUrl), forged))).toEqual(expired)
    expect(landing(await followed(browser, posted))).toEqual(signedIn)
    const asked = forms.asked('token')
    expect(landing(await followed(browser, posted))).toEqual(portal)
    browser.cookies.delete('portico-session')
    expect(landing(await followed(browser, posted))).toEqual(expired)
    const again = await postAcross(browser, callbackPath(redirectUrl), answer)
    expect(landing(await followed(browser, again))).toEqual(expired)
    expect(forms.asked('token')).toBe(asked)
  })

  it("another site's answer for a victim's state does not sign the victim in as another person", async () => {
    const victim = await formAttempt()
    const attacker = await formAttempt()
    const forged = new URLSearchParams(attacker.answer)
    forged.set('state', victim.answer.get('state') ?? '')
    const posted = await postAcross(victim.browser, callbackPath(victim.redirectUrl), forged)
    expect(landing(await followed(victim.browser, posted))).toEqual(idpError)
    expect(await whoIs(victim.browser)).toBeUndefined()
  })

  it("an attacker's own answer, posted in the victim's browser, does not sign in", async () => {
    const attacker = await formAttempt()
    const victim = newBrowser(server)
    await startAt(victim, 'ada@forms.example')
    const posted = await postAcross(victim, callbackPath(attacker.redirectUrl), attacker.answer)
    expect(landing(await followed(victim, posted))).toEqual(otherBrowser)
    expect(await whoIs(victim)).toBeUndefined()
  })

  it.each<[string, (form: URLSearchParams) => void, string]>([
    ['without a state', (form) => form.delete('state'), 'SIGN_IN_EXPIRED'],
    ['with an unknown state', (form) => form.set('state', randomToken()), 'SIGN_IN_EXPIRED'],
    ['with two states', (form) => form.append('state', 'another'), 'INVALID_REQUEST'],
    ['with two codes', (form) => form.append('code', 'another'), 'INVALID_REQUEST'],
    ['of 300 KB', (form) => form.set('code', 'x'.repeat(300_000)), 'BODY_TOO_LARGE'],
  ])('%s is refused, and the attempt is still good', async (_, tamper, error) => {
    const { browser, redirectUrl, answer } = await formAttempt()
    const form = new URLSearchParams(answer)
    tamper(form)
    const refused = await postAcross(browser, callbackPath(redirectUrl), form)
    // The session cookie of the browser, if any, is not sent with the form.
    const isOver = refused.headers.get('location')?.includes('received=') === true
    expect(landing(isOver ? await followed(browser, refused) : refused)).toEqual(refusedWith(error))
    const posted = await postAcross(browser, callbackPath(redirectUrl), answer)
    expect(landing(await followed(browser, posted))).toEqual(signedIn)
  })

  it('a query answer to a provider that posts is refused, and the attempt is still good', async () => {
    const { browser, redirectUrl, answer } = await formAttempt()
    expect(landing(await comeBack(browser, redirectUrl, answer))).toEqual(idpError)
    const early = `${callbackPath(redirectUrl)}?received=${answer.get('state')}`
    expect(landing(await browser.send(early))).toEqual(expired)
    const posted = await postAcross(browser, callbackPath(redirectUrl), answer)
    expect(landing(await followed(browser, posted))).toEqual(signedIn)
  })

  it('a posted answer to a provider that redirects is refused, and the attempt is still good', async () => {
    const { browser, redirectUrl, answer } = await attempt()
    const posted = await postAcross(browser, callbackPath(redirectUrl), answer)
    expect(landing(await followed(browser, posted))).toEqual(idpError)
    expect(landing(await comeBack(browser, redirectUrl, answer))).toEqual(signedIn)
  })

  it('is sealed while it waits for the browser', async () => {
    const { browser, redirectUrl, answer } = await formAttempt()
    await postAcross(browser, callbackPath(redirectUrl), answer)
    const { rows } = await sql<{ answer: Buffer; secrets: Buffer }>`
      select answer, secrets from sign_in_transactions where answer is not null`.execute(server.database.owner)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      expect(row.answer.toString('latin1')).not.toContain(answer.get('code') ?? '')
      expect(row.secrets.toString('latin1')).not.toContain('nonce')
    }
  })
})

describe('the provider, between start and callback', () => {
  const changes = {
    disabled: sql`update identity_providers set enabled = false`,
    deleted: sql`delete from identity_providers where name = 'Main'`,
    reconfigured: sql`update identity_providers set config_version = config_version + 1`,
  }
  it.each(Object.entries(changes))('%s: the sign-in is refused, and no code is sent', async (_, statement) => {
    const { browser, redirectUrl, answer } = await attempt()
    const asked = main.asked('token')
    await change(server, acme, statement)
    expect(landing(await comeBack(browser, redirectUrl, answer))).toEqual(expired)
    expect(main.asked('token')).toBe(asked)
    expect(await whoIs(browser)).toBeUndefined()
  })
})

describe('the provider, between callback and session', () => {
  const changes = {
    disabled: sql`update identity_providers set enabled = false`,
    reconfigured: sql`update identity_providers set config_version = config_version + 1`,
    deleted: sql`delete from identity_providers where name = 'Main'`,
  }
  it.each(Object.entries(changes))('%s: no session begins', async (_, statement) => {
    const { browser, redirectUrl } = await attempt()
    const before = await countSessions(server, acme)
    main.plays({
      idToken: async (claims, header) => {
        await change(server, acme, statement)
        return signToken(claims, header, main.key.privateKey)
      },
    })
    expect(landing(await comeBack(browser, redirectUrl, main.authorize(redirectUrl)))).toEqual(expired)
    expect(await countSessions(server, acme)).toBeLessThanOrEqual(before)
    expect(await whoIs(browser)).toBeUndefined()
  })

  it('robbed of the format: no session begins', async () => {
    const { browser, redirectUrl } = await attempt()
    main.plays({
      idToken: async (claims, header) => {
        await change(server, acme, sql`delete from username_formats where value = 'acme.example'`)
        return signToken(claims, header, main.key.privateKey)
      },
    })
    const response = await comeBack(browser, redirectUrl, main.authorize(redirectUrl))
    expect(landing(response)).toEqual(refusedWith('AUTH-001001'))
  })

  it('disabled later: its sessions are over at once', async () => {
    const { browser, redirectUrl, answer } = await attempt()
    await comeBack(browser, redirectUrl, answer)
    expect(await whoIs(browser)).toBeDefined()
    await change(server, acme, sql`update identity_providers set enabled = false`)
    expect(await whoIs(browser)).toBeUndefined()
  })
})
