import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'

import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { type LogoutOddity, logoutOddities, type Simulator, startSimulator } from '../index.ts'
import { formOf } from '../testing/browser.ts'
import { acme, keepLog, simulatorConfig } from '../testing/fixture.ts'
import { relyingParty } from '../testing/relying-party.ts'

let simulator: Simulator
let application: Server
let received: string[] = []

beforeAll(async () => {
  // What a relying party keeps open for logout tokens.
  application = createServer((request, response) => {
    void text(request).then((body) => {
      received.push(new URLSearchParams(body).get('logout_token') ?? '')
      response.writeHead(200).end()
    })
  }).listen(0, '127.0.0.1')
  await once(application, 'listening')
  const address = application.address()
  const backchannelLogoutUri = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/backchannel`
  simulator = await startSimulator(simulatorConfig(), keepLog())
  simulator.addRedirectUris('acme', { clientId: 'portico', backchannelLogoutUri })
})
afterAll(async () => {
  application.close()
  await simulator.stop()
})
beforeEach(() => {
  received = []
  simulator.control('acme').reset()
})

/** Signs in and out at the provider; answers the ID token's claims and the last answer. */
async function signInAndOut(method: 'GET' | 'POST' = 'GET') {
  const party = relyingParty(simulator)
  const { browser, sent } = await party.authorize()
  const { id_token } = (await (await party.redeem(sent.get('code') ?? '')).json()) as { id_token: string }
  const address = (await party.metadata()).end_session_endpoint
  const back = 'http://127.0.0.1:9/signed-out'
  const asked = new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: back, state: 's1' })
  const first = await (method === 'GET'
    ? browser.go(`${address}?${asked}`)
    : browser.go(address, { method, body: asked }))
  const question = await browser.follow(first, address)
  const { action, fields } = formOf(await question.response.text())
  const confirmed = await browser.post(new URL(action, address).href, { ...fields, logout: 'yes' })
  return { claims: decodeJwt(id_token), back: confirmed.headers.get('location'), browser }
}

test.each(['GET', 'POST'] as const)(
  'logout by %s ends the session and tells the application over the back channel',
  async (method) => {
    const { claims, back, browser } = await signInAndOut(method)
    expect(back).toBe('http://127.0.0.1:9/signed-out?state=s1')
    expect(received).toHaveLength(1)
    const { jwks_uri, issuer } = await relyingParty(simulator).metadata()
    const keys = createRemoteJWKSet(new URL(jwks_uri))
    const { payload } = await jwtVerify(received[0]!, keys, { issuer, audience: 'portico', typ: 'logout+jwt' })
    expect(payload).toMatchObject({
      sub: claims.sub,
      sid: claims['sid'],
      jti: expect.any(String),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    })
    expect(claims['sid']).toEqual(expect.any(String))
    expect(payload).not.toHaveProperty('nonce')
    const { response } = await relyingParty(simulator).toLogin(browser)
    expect(await response.text()).toContain('name="password"')
  },
)

/** The page that answers a logout request in the signed-in browser. */
async function pageOf(asked: (idToken: string) => Record<string, string>, providerId = 'acme', at = simulator) {
  const party = relyingParty(at, providerId)
  const { browser, sent } = await party.authorize()
  const { id_token } = (await (await party.redeem(sent.get('code') ?? '')).json()) as { id_token: string }
  const address = `${(await party.metadata()).end_session_endpoint}?${new URLSearchParams(asked(id_token)).toString()}`
  const { response } = await browser.follow(await browser.go(address), address)
  return { page: await response.text(), policy: response.headers.get('content-security-policy') ?? '' }
}

test('the ID token of this very session ends it at once, and may lead on to anywhere', async () => {
  const { page, policy } = await pageOf((id_token_hint) => ({ id_token_hint }))
  expect(page).toContain('<script>')
  expect(formOf(page).fields).toMatchObject({ logout: 'yes', xsrf: expect.any(String) })
  expect(policy).toMatch(/script-src 'sha256-/)
  expect(policy).toContain("form-action 'self' *")
})

test.each([true, false])('so it does without a session id in the token, pairwise: %s', async (pairwise) => {
  const at = await startSimulator(simulatorConfig({ providers: [acme({ pairwise })] }), keepLog())
  const { page } = await pageOf((id_token_hint) => ({ id_token_hint }), 'acme', at)
  await at.stop()
  expect(formOf(page).fields).toHaveProperty('logout', 'yes')
})

test('a request without a token, or with one of another session, asks for confirmation', async () => {
  const { id_token: another } = await relyingParty(simulator).signIn()
  for (const asked of [{}, { client_id: 'portico' }, { id_token_hint: another }]) {
    const { page } = await pageOf(() => asked)
    expect(page).toContain('Stay signed in')
    expect(page).not.toContain('<script>')
  }
})

test('the session page says who is signed in and leads to the question', async () => {
  const party = relyingParty(simulator)
  const { browser } = await party.authorize()
  const address = `${simulator.issuer('acme')}/session`
  const shown = await (await browser.go(address)).text()
  expect(shown).toContain('Signed in as ada@acme.example.')
  const signOut = new URL(formOf(shown).action, address).href
  const question = await (await browser.go(signOut)).text()
  const { action, fields } = formOf(question)
  const done = await browser.post(new URL(action, signOut).href, { ...fields, logout: 'yes' })
  expect(await (await browser.follow(done, signOut)).response.text()).toContain('You are signed out')
  expect(received).toHaveLength(1)
  expect(await (await browser.go(address)).text()).toContain('No one is signed in')
})

test('ID tokens have no session id without an address for logout tokens', async () => {
  const other = await startSimulator(simulatorConfig({ providers: [acme()] }), keepLog())
  expect(decodeJwt((await relyingParty(other).signIn()).id_token)).not.toHaveProperty('sid')
  await other.stop()
})

const lies: Record<LogoutOddity, (token: string, sent: { sub?: string }) => void> = {
  'wrong-audience': (token) => expect(decodeJwt(token).aud).toBe('another-client'),
  'wrong-issuer': (token) => expect(decodeJwt(token).iss).toBe('https://elsewhere.example'),
  'with-nonce': (token) => expect(decodeJwt(token)).toHaveProperty('nonce'),
  'without-events': (token) => expect(decodeJwt(token)).not.toHaveProperty('events'),
  'without-subject': (token) => {
    expect(decodeJwt(token)).not.toHaveProperty('sub')
    expect(decodeJwt(token)).not.toHaveProperty('sid')
  },
  expired: (token) => expect(decodeJwt(token).exp).toBeLessThan(Date.now() / 1000),
  'alg-none': (token) => {
    expect(decodeProtectedHeader(token).alg).toBe('none')
    expect(token.endsWith('.')).toBe(true)
  },
  'foreign-key': (token, { sub }) => expect(decodeJwt(token).sub).toBe(sub),
  replayed: () => undefined,
}

test.each(logoutOddities)('oddLogout %s', async (oddLogout) => {
  await signInAndOut()
  const [honest] = received
  simulator.control('acme').set({ oddLogout })
  const { claims } = await signInAndOut()
  const lie = received[1]!
  lies[oddLogout](lie, claims)
  const { jwks_uri } = await relyingParty(simulator).metadata()
  const checked = jwtVerify(lie, createRemoteJWKSet(new URL(jwks_uri)), { currentDate: new Date(0) })
  if (['alg-none', 'foreign-key'].includes(oddLogout)) await expect(checked).rejects.toThrow()
  else await expect(checked).resolves.toBeDefined()
  expect(lie === honest).toBe(oddLogout === 'replayed')
})
