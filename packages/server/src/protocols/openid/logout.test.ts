import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createRemoteJWKSet, jwtVerify, type JWTPayload } from 'jose'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { csrfTokenOf } from '../../kit/http/csrf.ts'
import { hashToken, randomToken } from '../../kit/secrets/secret-box.ts'
import { createSession } from '../../sign-in/sessions/queries.ts'
import { createBrowser, testBaseUrl, type Browser } from '../../testing/test-server.ts'
import { startOpenidServer, type OpenidServer, type Registered } from './testing/openid-server.ts'

const goodbye = 'https://billing.example/bye'
const waits = { timeout: 30_000, interval: 20 }

let portal: OpenidServer
let billing: Registered
let wiki: Registered
let receiver: Awaited<ReturnType<typeof startReceiver>>
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  portal = await startOpenidServer()
  receiver = await startReceiver()
  const backchannelLogoutUri = receiver.url
  billing = await portal.register(portal.acme, 'billing', { backchannelLogoutUri, postLogoutRedirectUris: [goodbye] })
  wiki = await portal.register(portal.acme, 'wiki', { postLogoutRedirectUris: ['https://wiki.example/bye'] })
})
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
  receiver.clear()
})
afterAll(async () => {
  await receiver?.close()
  await portal?.close()
})

/** An application's address for logout tokens. */
async function startReceiver() {
  let got: string[] = []
  let paths: (string | undefined)[] = []
  let statuses = [200]
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      got.push(new URLSearchParams(Buffer.concat(parts).toString()).get('logout_token') ?? '')
      paths.push(request.url)
      const status = statuses.length > 1 ? (statuses.shift() ?? 200) : (statuses[0] ?? 200)
      response.writeHead(status, status === 307 ? { location: '/elsewhere' } : {}).end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/backchannel`,
    tokens: () => got,
    paths: () => paths,
    answers: (...next: number[]) => void (statuses = next),
    clear: () => {
      got = []
      paths = []
      statuses = [200]
    },
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}

const deliver = () => stops.push(portal.server.startLogouts(20))

async function signOut(browser: Browser): Promise<void> {
  const form = new URLSearchParams({ 'X-CSRFToken': browser.cookies.get('csrf') ?? '' })
  expect((await browser.send('/api/login/signout', { method: 'POST', body: form })).status).toBeLessThan(400)
}

async function verified(token: string | undefined): Promise<JWTPayload> {
  const keys = createRemoteJWKSet(new URL(`${portal.address}/oauth2/jwks`))
  const { payload } = await jwtVerify(token ?? '', keys, {
    issuer: testBaseUrl,
    audience: billing.id,
    typ: 'logout+jwt',
    algorithms: ['RS256'],
  })
  return payload
}

/** Another session of a person of acme. */
async function anotherBrowserOf(userId: string): Promise<Browser> {
  const token = randomToken()
  const { settings, secrets } = portal.server.deps
  await portal.inTenant(portal.acme, async (tx) => {
    const { rows } = await sql<{ providerId: string; environmentId: string }>`
      select identity_provider_id as "providerId", environment_id as "environmentId" from sessions
       where tenant_id = ${tx.tenantId} and user_id = ${userId}`.execute(tx.db)
    await createSession(tx, {
      hash: hashToken(token),
      signInId: randomUUID(),
      userId,
      identityProviderId: rows[0]?.providerId ?? '',
      environmentId: rows[0]?.environmentId ?? '',
      providerSession: null,
      credentialsAgeSecs: 0,
      lifetimeSecs: 3600,
    })
  })
  return createBrowser(portal.server, settings.baseUrl, { session: token, csrf: csrfTokenOf(secrets, token) })
}

describe('back-channel logout', () => {
  it('an application that has such an address gets a logout token when the portal session ends', async () => {
    deliver()
    const browser = await portal.signIn(portal.acme)
    const { id, accessToken } = await portal.signInAt(billing, browser)
    await portal.signInAt(wiki, browser)
    await signOut(browser)
    await expect.poll(() => receiver.tokens().length, waits).toBe(1)
    const claims = await verified(receiver.tokens()[0])
    expect(claims).toMatchObject({ sub: id.sub, sid: id['sid'], jti: expect.any(String) })
    expect(claims['events']).toEqual({ 'http://schemas.openid.net/event/backchannel-logout': {} })
    expect(claims).not.toHaveProperty('nonce')
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(120)
    expect((await portal.userinfo(accessToken)).status).toBe(401)
  })

  it('is sent again until it is accepted, and by one of two processes', async () => {
    receiver.answers(500, 400, 200)
    deliver()
    deliver()
    const browser = await portal.signIn(portal.acme)
    await portal.signInAt(billing, browser)
    await signOut(browser)
    for (const count of [1, 2]) {
      await expect.poll(() => receiver.tokens().length, waits).toBe(count)
      await expect
        .poll(async () => {
          const { rows } = await sooner()
          return rows.length
        }, waits)
        .toBe(1)
    }
    await expect.poll(() => receiver.tokens().length, waits).toBe(3)
    await expect.poll(waiting, waits).toBe(0)
    expect(receiver.tokens()).toHaveLength(3)
    expect(new Set(await Promise.all(receiver.tokens().map(async (one) => (await verified(one)).jti))).size).toBe(3)
  })

  it('follows no redirect, and gives up after nine attempts', async () => {
    receiver.answers(307)
    deliver()
    const browser = await portal.signIn(portal.acme)
    await portal.signInAt(billing, browser)
    await signOut(browser)
    await expect
      .poll(async () => {
        await sooner()
        return waiting()
      }, waits)
      .toBe(0)
    expect(receiver.paths()).toEqual(Array<string>(9).fill('/backchannel'))
  })

  it('sends nothing into a private network', async () => {
    const stray = await portal.register(portal.globex, 'billing', {
      backchannelLogoutUri: 'https://169.254.169.254/backchannel',
    })
    const warn = vi.spyOn(portal.server.deps.log, 'warn')
    deliver()
    const browser = await portal.signIn(portal.globex)
    await portal.signInAt(stray, browser)
    await signOut(browser)
    const reasons = () => warn.mock.calls.map(([about]) => (about as { readonly reason?: string }).reason).join('\n')
    await expect.poll(reasons, waits).toContain('169.254.169.254 is not a public address.')
    warn.mockRestore()
  })
})

/** Does not wait for the next attempt. */
const sooner = () =>
  portal.inTenant(portal.acme, ({ db, tenantId }) =>
    sql`update application_sessions set next_attempt_at = now()
         where tenant_id = ${tenantId} and attempts > 0 and next_attempt_at > now() returning 1`.execute(db),
  )

async function waiting(): Promise<number> {
  const { rows } = await portal.inTenant(portal.acme, ({ db, tenantId }) =>
    sql`select from application_sessions where tenant_id = ${tenantId} and next_attempt_at is not null`.execute(db),
  )
  return rows.length
}

describe('a logout that an application starts', () => {
  const ask = async (browser: Browser | undefined, fields: Record<string, string>) =>
    portal.landed(await portal.get(`/oauth2/end-session?${new URLSearchParams(fields).toString()}`, { browser }))
  const isSignedIn = async (browser: Browser) => (await browser.send('/api/portal/launcher')).status === 200

  it('with the ID token of this session ends it, and leads to the registered address', async () => {
    const browser = await portal.signIn(portal.acme)
    const { idToken } = await portal.signInAt(billing, browser)
    const fields = { id_token_hint: idToken, post_logout_redirect_uri: goodbye, state: 'the state' }
    const answer = await ask(browser, fields)
    expect([answer.status, answer.location]).toEqual([303, `${goodbye}?state=the+state`])
    expect(answer.headers.getSetCookie().join()).toMatch(/portico-session=;.*Max-Age=0/)
    expect(await isSignedIn(browser)).toBe(false)
    expect((await ask(browser, fields)).location).toBe(`${goodbye}?state=the+state`)
  })

  it('is in the audit log with the application', async () => {
    const browser = await portal.signIn(portal.acme)
    const { idToken, id } = await portal.signInAt(billing, browser)
    await ask(browser, { id_token_hint: idToken })
    const { rows } = await portal.inTenant(portal.acme, ({ db, tenantId }) =>
      sql`select after from audit
           where tenant_id = ${tenantId} and action = 'session.end' and target_id = ${id.sub}`.execute(db),
    )
    expect(rows).toEqual([{ after: { by: 'application', application: 'Billing' } }])
  })

  it('with the ID token of another session, of the same person too, asks first', async () => {
    const { idToken: foreign } = await portal.signInAt(billing, await portal.signIn(portal.acme))
    const browser = await portal.signIn(portal.acme)
    const ended = await portal.signInAt(billing, browser)
    const again = await anotherBrowserOf(String(ended.id.sub))
    await portal.signInAt(billing, again)
    for (const [asking, hint] of [
      [browser, foreign],
      [again, ended.idToken],
    ] as const) {
      const answer = await ask(asking, { id_token_hint: hint, post_logout_redirect_uri: goodbye })
      expect([answer.status, answer.location]).toEqual([200, ''])
      expect(answer.text).toContain('Log out of all applications?')
      expect(await isSignedIn(asking)).toBe(true)
    }
  })

  it('leads to our own page where nothing proves who asks: without a client, and with a hint that is not ours', async () => {
    const { idToken } = await portal.signInAt(billing, await portal.signIn(portal.acme))
    const [header, , signature] = idToken.split('.')
    const forged = `${header}.${Buffer.from(JSON.stringify({ aud: billing.id })).toString('base64url')}.${signature}`
    for (const fields of [
      { post_logout_redirect_uri: goodbye },
      { post_logout_redirect_uri: 'https://evil.example/' },
      { id_token_hint: forged, client_id: billing.id, post_logout_redirect_uri: goodbye },
      { id_token_hint: 'nonsense', client_id: billing.id, post_logout_redirect_uri: goodbye },
    ]) {
      const answer = await ask(undefined, fields)
      expect([answer.status, answer.location]).toEqual([303, '/login/signed-out'])
    }
  })

  it('without one asks the person first, whose answer counts only with the token of the session', async () => {
    const browser = await portal.signIn(portal.acme)
    await portal.signInAt(billing, browser)
    const fields = { client_id: billing.id, post_logout_redirect_uri: goodbye, state: '"><script>' }
    const question = await ask(browser, fields)
    expect(question.status).toBe(200)
    expect(question.text).toContain('Log out of all applications?')
    expect(question.text).toContain('value="&quot;&gt;&lt;script&gt;"')
    expect(question.headers.get('content-security-policy')).toContain("form-action 'self'")
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const csrf = browser.cookies.get('csrf') ?? ''
    for (const [posted, headers] of [
      [{ ...fields, 'X-CSRFToken': 'wrong' }, { cookie }],
      [fields, { cookie }],
      [
        { ...fields, 'X-CSRFToken': csrf },
        { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      ],
      [{ ...fields, 'X-CSRFToken': csrf }, {}],
    ] as const) {
      const answer = await portal.post('/oauth2/end-session', posted, headers)
      expect([answer.status, answer.headers.get('location')?.split('?')[0]]).toEqual([303, '/oauth2/end-session'])
      expect(answer.headers.get('location')).not.toContain('CSRF')
    }
    expect(await isSignedIn(browser)).toBe(true)
    const answer = await portal.post('/oauth2/end-session', { ...fields, 'X-CSRFToken': csrf }, { cookie })
    expect(answer.body['text']).toContain(`content="0;url=${goodbye}?state=`)
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('leaves a log line where the answer to the question came from another site, as the API does', async () => {
    const log = vi.spyOn(portal.server.deps.log, 'info')
    stops.push(async () => {
      log.mockRestore()
    })
    const browser = await portal.signIn(portal.acme)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const csrf = { 'X-CSRFToken': browser.cookies.get('csrf') ?? '' }
    const from = { origin: 'https://portal.example', 'sec-fetch-site': 'cross-site' }
    const sentence = 'a request did not come from our pages'
    const logged = () => log.mock.calls.filter(([, text]) => (text as string | undefined) === sentence)
    await portal.post('/oauth2/end-session', {}, from)
    expect(logged()).toEqual([])
    await portal.post('/oauth2/end-session', csrf, { cookie, ...from })
    await portal.post('/oauth2/end-session', { 'X-CSRFToken': 'wrong' }, { cookie })
    expect(logged().map(([line]) => line)).toMatchObject([
      { requestId: expect.any(String), origin: 'https://portal.example', secFetchSite: 'cross-site' },
      { requestId: expect.any(String), origin: null, secFetchSite: null },
    ])
  })

  it.each<[string, (idToken: string) => Record<string, string>]>([
    [
      'an address that is not registered',
      (hint) => ({ id_token_hint: hint, post_logout_redirect_uri: 'https://evil.example/' }),
    ],
    ['a longer address', (hint) => ({ id_token_hint: hint, post_logout_redirect_uri: `${goodbye}/more` })],
    [
      'the address of another client',
      (hint) => ({ id_token_hint: hint, post_logout_redirect_uri: 'https://wiki.example/bye' }),
    ],
    ['a client that the ID token is not for', (hint) => ({ id_token_hint: hint, client_id: wiki.id })],
    ['an unknown client', () => ({ client_id: '0190a0b0-0000-7000-8000-000000000000' })],
  ])('with %s ends nothing and leads nowhere', async (_name, fields) => {
    const browser = await portal.signIn(portal.acme)
    const { idToken } = await portal.signInAt(billing, browser)
    const answer = await ask(browser, fields(idToken))
    expect([answer.status, answer.location]).toEqual([400, ''])
    expect(answer.text).not.toContain('evil')
    expect(await isSignedIn(browser)).toBe(true)
  })
})
