import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type LogEntry, type Simulator, startSimulator } from '../index.ts'
import { formOf, openBrowser } from '../testing/browser.ts'
import { acme, ada, clientSecret, keepLog, redirectUri, simulatorConfig } from '../testing/fixture.ts'
import { relyingParty } from '../testing/relying-party.ts'

let simulator: Simulator
let entries: LogEntry[]

beforeAll(async () => {
  const kept = keepLog()
  entries = kept.entries
  const globex = acme({ id: 'globex', name: 'Globex', pairwise: true, claims: { username: 'upn', groups: 'roles' } })
  const hashed = acme({ id: 'hashed', name: 'Hashed', idTokenSignedResponseAlg: 'HS512' })
  const long = acme({ id: 'long', name: 'Long', idTokenSignedResponseAlg: 'RS384' })
  simulator = await startSimulator(simulatorConfig({ providers: [acme(), globex, hashed, long] }), kept)
})
afterAll(() => simulator.stop())

async function verified(idToken: string, providerId = 'acme') {
  const { jwks_uri } = await relyingParty(simulator, providerId).metadata()
  const expected = { issuer: simulator.issuer(providerId), audience: 'portico' }
  return jwtVerify(idToken, createRemoteJWKSet(new URL(jwks_uri)), expected)
}

describe('the code flow with PKCE', () => {
  test.each(['query', 'form_post'])(
    'signs a person in by %s, with name and groups in a signed ID token',
    async (mode) => {
      const party = relyingParty(simulator)
      const { sent, end } = await party.authorize({ response_mode: mode })
      expect(sent.get('state')).toBe(party.state)
      expect(sent.get('iss')).toBe(simulator.issuer('acme'))
      if (mode === 'query') expect(end.address.startsWith(`${redirectUri}?`)).toBe(true)

      const answer = await party.redeem(sent.get('code') ?? '', mode === 'query' ? 'basic' : 'post')
      const { id_token, access_token } = (await answer.json()) as { id_token: string; access_token: string }
      const { payload, protectedHeader } = await verified(id_token)
      expect(protectedHeader.alg).toBe('RS256')
      expect(payload).toMatchObject({
        nonce: party.nonce,
        preferred_username: 'ada@acme.example',
        email: 'ada@acme.example',
        name: 'Ada Byron',
        given_name: 'Ada',
        family_name: 'Byron',
        nickname: 'ada',
        groups: ada.groups,
      })
      expect(await party.userinfo(access_token)).toMatchObject({ sub: payload.sub, groups: ada.groups })
    },
  )

  test('a browser that is signed in is not asked again, unless login_hint names another person', async () => {
    const browser = openBrowser()
    await relyingParty(simulator).authorize({}, ada, browser)
    const same = await relyingParty(simulator).toLogin(browser, { login_hint: ada.username })
    expect(new URL(same.address).origin).toBe(new URL(redirectUri).origin)
    const other = await relyingParty(simulator).toLogin(browser, { login_hint: 'somebody@acme.example' })
    expect(await other.response.text()).toContain('name="password"')
  })

  test('a code works once, and not without its verifier', async () => {
    const party = relyingParty(simulator)
    const { sent } = await party.authorize()
    const code = sent.get('code') ?? ''
    expect((await relyingParty(simulator).redeem(code)).status).toBe(400)
    expect((await party.redeem(code)).status).toBe(200)
    expect((await party.redeem(code)).status).toBe(400)
  })

  test('plain code challenges are refused', async () => {
    const party = relyingParty(simulator)
    const { address } = await party.toLogin(openBrowser(), { code_challenge_method: 'plain' })
    expect(new URL(address).searchParams.get('error')).toBe('invalid_request')
  })

  test('an address that was not registered gets no answer, and one added later does', async () => {
    const added = 'http://127.0.0.1:9/added'
    const extra = { redirect_uri: added }
    const refused = await relyingParty(simulator).toLogin(openBrowser(), extra)
    expect(refused.response.status).toBe(400)
    simulator.addRedirectUris('acme', { clientId: 'portico', redirectUris: [added] })
    const { end } = await relyingParty(simulator).authorize(extra)
    expect(end.address.startsWith(`${added}?code=`)).toBe(true)
  })

  test('an ID token of an HS512 provider is signed with the client secret', async () => {
    const { id_token } = await relyingParty(simulator, 'hashed').signIn()
    const { protectedHeader } = await jwtVerify(id_token, new TextEncoder().encode(clientSecret))
    expect(protectedHeader.alg).toBe('HS512')
  })

  test('an ID token of an RS384 provider verifies as such', async () => {
    const { id_token } = await relyingParty(simulator, 'long').signIn()
    expect((await verified(id_token, 'long')).protectedHeader.alg).toBe('RS384')
  })

  test('claims carry the configured names, and pairwise subjects differ from public ones', async () => {
    // A pairwise client with addresses on two hosts is where OpenID providers become particular.
    simulator.addRedirectUris('globex', { clientId: 'portico', redirectUris: ['http://127.0.0.3:9/callback'] })
    const { id_token, access_token } = await relyingParty(simulator, 'globex').signIn()
    const { payload } = await verified(id_token, 'globex')
    expect(payload).toMatchObject({ upn: ada.username, roles: ada.groups })
    expect(payload).not.toHaveProperty('preferred_username')
    expect((await relyingParty(simulator, 'globex').userinfo(access_token))['sub']).toBe(payload.sub)
    expect(payload.sub).toMatch(/^[\w-]{43}$/)
  })

  test('a second sign-in in the same browser needs no password, prompt=login asks again', async () => {
    const first = await relyingParty(simulator).authorize()
    const again = await relyingParty(simulator).toLogin(first.browser)
    expect(new URL(again.address).searchParams.has('code')).toBe(true)
    const asked = await relyingParty(simulator).toLogin(first.browser, { prompt: 'login' })
    expect(await asked.response.text()).toContain('name="password"')
  })

  test.each(['consent', 'login consent'])('prompt=%s only asks for the password, once', async (prompt) => {
    const { sent } = await relyingParty(simulator).authorize({ prompt })
    expect(sent.has('code')).toBe(true)
  })

  test('cookies bear the name of their provider and port', async () => {
    const { browser } = await relyingParty(simulator).authorize()
    const { port } = new URL(simulator.url)
    expect(browser.cookieNames().length).toBeGreaterThan(0)
    for (const name of browser.cookieNames()) expect(name).toMatch(new RegExp(`^sim_${port}_acme_`))
  })
})

describe('the login page', () => {
  test('names the company, prefills the hinted name, escapes both', async () => {
    const { response } = await relyingParty(simulator).toLogin(openBrowser(), { login_hint: '"><b>ada' })
    const page = await response.text()
    expect(page).toContain('Acme &#60;Works&#62;')
    expect(page).toContain('value="&#34;&#62;&#60;b&#62;ada"')
    expect(page.match(/type="submit"/g)).toHaveLength(1)
    expect(page).toMatch(/simulat/i)
    expect(page).not.toContain('<script')
  })

  test('forbids scripts and inline styles, and lets forms lead to the relying party and to applications on this machine', async () => {
    const { response } = await relyingParty(simulator).toLogin(openBrowser())
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self' http://127.0.0.1:9 http://localhost:* ")
    expect(policy).toContain("frame-ancestors 'none'")
    const css = await fetch(`${simulator.url}/assets/simulator.css`)
    expect(css.headers.get('content-type')).toContain('text/css')
  })

  test('a form_post answer permits its own script only by hash', async () => {
    const { end } = await relyingParty(simulator).authorize({ response_mode: 'form_post' })
    expect(end.response.headers.get('content-security-policy')).toMatch(/script-src 'sha256-[^']+';/)
  })

  test.each([
    ['a wrong password', { ...ada, password: 'guess' }],
    ['an unknown name', { ...ada, username: 'nobody@acme.example' }],
  ])('%s is refused with the same words and logged without secrets', async (_case, person) => {
    const browser = openBrowser()
    const login = await relyingParty(simulator).toLogin(browser)
    const { action } = formOf(await login.response.text())
    const { username, password } = person
    const refused = await browser.post(new URL(action, login.address).href, { username, password })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('The username or the password is wrong. Try again.')
    const said = JSON.stringify(entries)
    expect(said).toContain('A sign-in was refused.')
    for (const secret of [person.password, ada.password, clientSecret]) expect(said).not.toContain(secret)
  })

  test('Cancel tells the relying party access_denied', async () => {
    const party = relyingParty(simulator)
    const browser = openBrowser()
    const login = await party.toLogin(browser)
    const cancel = /<a href="([^"]*\/cancel)"/.exec(await login.response.text())?.[1] ?? ''
    const from = new URL(cancel, login.address).href
    const { address } = await browser.follow(await browser.go(from), from)
    const sent = new URL(address).searchParams
    expect([sent.get('error'), sent.get('state')]).toEqual(['access_denied', party.state])
  })

  test('another browser cannot use the address of a login page', async () => {
    const login = await relyingParty(simulator).toLogin(openBrowser())
    const stolen = await openBrowser().post(login.address, { username: ada.username, password: ada.password })
    expect(stolen.status).toBe(400)
    expect(await stolen.text()).toContain('This sign-in has expired')
  })
})

test('RP-initiated logout asks, ends the session, and leads back with state', async () => {
  const party = relyingParty(simulator)
  const { browser, sent } = await party.authorize()
  const tokens = (await (await party.redeem(sent.get('code') ?? '')).json()) as { id_token: string }
  const url = new URL((await party.metadata()).end_session_endpoint)
  const back = 'http://127.0.0.1:9/signed-out'
  url.search = new URLSearchParams({
    id_token_hint: tokens.id_token,
    post_logout_redirect_uri: back,
    state: 's1',
  }).toString()
  const { action, fields } = formOf(await (await browser.go(url.href)).text())
  const confirmed = await browser.post(new URL(action, url).href, { ...fields, logout: 'yes' })
  expect(confirmed.headers.get('location')).toBe(`${back}?state=s1`)
  const after = await relyingParty(simulator).toLogin(browser)
  expect(await after.response.text()).toContain('name="password"')
})

test('discovery names the address of the provider, for any Host header', async () => {
  const issuer = simulator.issuer('acme')
  const asked = get(`${issuer}/.well-known/openid-configuration`, { headers: { host: 'elsewhere.example' } })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const metadata = JSON.parse(await text(answer)) as Record<string, unknown>
  const addresses = Object.entries(metadata).filter(([name]) => /_endpoint$|_uri$/.test(name))
  expect(addresses.length).toBeGreaterThanOrEqual(5)
  for (const [, address] of addresses) expect(String(address).startsWith(`${issuer}/`)).toBe(true)
  expect(metadata).toMatchObject({ issuer, code_challenge_methods_supported: ['S256'] })
})

test('rotated keys: the new token verifies, the old key is gone', async () => {
  const before = await relyingParty(simulator).signIn()
  await simulator.control('acme').rotateKeys()
  await expect(verified(before.id_token)).rejects.toThrow(/no applicable key/)
  const after = await relyingParty(simulator).signIn()
  expect(decodeProtectedHeader(after.id_token).kid).not.toBe(decodeProtectedHeader(before.id_token).kid)
  expect((await verified(after.id_token)).payload['groups']).toEqual(ada.groups)
})
