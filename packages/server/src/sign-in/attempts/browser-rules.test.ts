import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { DatabaseUnavailable } from '../../kit/database/unavailable.ts'
import { createLog } from '../../kit/log.ts'
import { hashToken, randomToken } from '../../kit/secrets/secret-box.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import {
  scriptedSecret,
  signToken,
  startScriptedProvider,
  type ScriptedProvider,
} from '../../testing/scripted-provider.ts'
import {
  callbackPath,
  comeBack,
  landing,
  newBrowser,
  postAcross,
  postForm,
  providerEntry,
  refusedWith,
  startAt,
  tenantWith,
  whoIs,
} from '../../testing/sign-in-run.ts'
import { createTestServer, testBaseUrl, type Browser, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let acme: ImportedTenant
let provider: ScriptedProvider

beforeAll(async () => {
  provider = await startScriptedProvider()
  server = await createTestServer()
  acme = await server.importTenant(tenantWith('acme', [providerEntry(provider.issuer, { suffixes: ['acme.example'] })]))
  provider.plays({ person: { sub: 'ada', preferred_username: 'ada@acme.example', groups: ['admins'] } })
})
afterAll(async () => {
  await server?.close()
  await provider?.stop()
})

async function signIn(browser = newBrowser(server)): Promise<Browser> {
  const redirectUrl = await startAt(browser, 'ada@acme.example')
  expect(landing(await comeBack(browser, redirectUrl, provider.authorize(redirectUrl))).error).toBeNull()
  return browser
}

const session = (browser: Browser) => browser.cookies.get('portico-session') ?? ''

/** A browser that holds this session cookie and nothing else. */
function withSession(token: string): Browser {
  const browser = newBrowser(server)
  browser.cookies.set('portico-session', token)
  return browser
}

async function anEnvironment(browser: Browser): Promise<string> {
  const listed = (await (await browser.send('/api/portal/environments')).json()) as { environments: { id: string }[] }
  return listed.environments[0]?.id ?? ''
}

describe('the session id', () => {
  it('is new at each sign-in, and the previous one of this browser is invalid', async () => {
    const browser = await signIn()
    const first = session(browser)
    await signIn(browser)
    expect(session(browser)).not.toBe(first)
    expect(await whoIs(withSession(first))).toBeUndefined()
    expect(await whoIs(browser)).toBeDefined()
  })

  it('that the browser had survives a sign-in that is refused', async () => {
    const browser = await signIn()
    const redirectUrl = await startAt(browser, 'ada@acme.example')
    const answer = provider.authorize(redirectUrl)
    answer.set('code', 'invented')
    expect(landing(await comeBack(browser, redirectUrl, answer)).error).toBe('IDP_ERROR')
    expect(await whoIs(browser)).toBeDefined()
  })

  it('is new when an environment is selected, with a new CSRF token, and the old one is invalid', async () => {
    const browser = await signIn()
    const [before, csrf] = [session(browser), browser.cookies.get('csrf')]
    const selected = await postForm(browser, '/api/portal/environments', { env_id: await anEnvironment(browser) })
    expect(landing(selected)).toEqual({ status: 303, path: '/portal', error: null })
    expect(session(browser)).not.toBe(before)
    expect(browser.cookies.get('csrf')).not.toBe(csrf)
    expect(await whoIs(withSession(before))).toBeUndefined()
    expect((await whoIs(browser))?.environment).not.toBeNull()
  })

  it.each([
    ['an invented one', async () => randomToken()],
    ['one of a live session of the attacker', async () => session(await signIn())],
    ['an invalid token', async () => 'x'],
  ])('planted before the sign-in (%s) is not the one that is signed in', async (_, plant) => {
    const planted = await plant()
    const victim = withSession(planted)
    await signIn(victim)
    expect(session(victim)).not.toBe(planted)
    expect(session(victim)).toMatch(/^[\w-]{43}$/)
    expect(await whoIs(withSession(planted))).toBeUndefined()
  })

  it('is stored only as a hash, and its cookies are as strict as possible', async () => {
    const browser = newBrowser(server)
    const started = await startAt(browser, 'ada@acme.example')
    const response = await comeBack(browser, started, provider.authorize(started))
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^portico-session=[\w-]{43}; Path=\/; SameSite=Lax; HttpOnly$/),
      expect.stringMatching(/^csrf=[\w-]{43}; Path=\/; SameSite=Lax$/),
    ])
    const { rows } = await sql<{ row: string }>`select s::text as row from sessions s`.execute(server.database.owner)
    expect(rows.some(({ row }) => row.includes(hashToken(session(browser)).toString('hex')))).toBe(true)
    expect(rows.some(({ row }) => row.includes(session(browser)))).toBe(false)
  })
})

it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
  'a JSON endpoint refuses a body of type %j',
  async (type) => {
    const browser = await signIn()
    const id = await anEnvironment(browser)
    const headers = { 'x-csrftoken': browser.cookies.get('csrf') ?? '', 'content-type': type }
    const body = JSON.stringify({ name: 'Renamed' })
    const response = await browser.send(`/api/portal/admin/environments/${id}`, { method: 'PUT', headers, body })
    expect(response.status).toBe(415)
    const started = await newBrowser(server).send('/api/login', {
      method: 'POST',
      headers: { 'content-type': type },
      body: JSON.stringify({ username: 'ada@acme.example' }),
    })
    expect(started.status).toBe(415)
  },
)

describe('POST /login', () => {
  const post = (browser: Browser, headers: Record<string, string>, body: unknown = { username: 'ada@acme.example' }) =>
    browser.send('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  it.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
  ])('of %j starts nothing', async (headers) => {
    const browser = newBrowser(server)
    expect((await post(browser, headers as Record<string, string>)).status).toBe(403)
    expect(browser.cookies.size).toBe(0)
  })

  it('of our page, and of a program, starts a sign-in', async () => {
    for (const headers of [{ origin: testBaseUrl, 'sec-fetch-site': 'same-origin' }, {}])
      expect((await post(newBrowser(server), headers as Record<string, string>)).status).toBe(200)
  })

  it('past the limit of one address is 429 with Retry-After, and other addresses are not affected', async () => {
    const attacker = newBrowser(server)
    const statuses = new Set<number>()
    let last: Response | undefined
    for (let turn = 0; turn < 31; turn += 1) statuses.add((last = await post(attacker, {})).status)
    expect([...statuses]).toEqual([200, 429])
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(last?.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    // The name under attack still signs in from its owner's address, and changing case does not avoid the limit.
    expect((await post(newBrowser(server), {})).status).toBe(200)
    expect((await post(attacker, {}, { username: 'ADA@acme.example' })).status).toBe(429)
    expect((await post(attacker, {}, { username: 'bob@acme.example' })).status).toBe(200)
  })

  it('of many names from one address is limited too', async () => {
    const attacker = newBrowser(server)
    const statuses: number[] = []
    for (let turn = 0; turn < 121; turn += 1)
      statuses.push((await post(attacker, {}, { username: `u${turn}@unknown.example` })).status)
    expect(statuses.slice(0, 120).every((status) => status === 200)).toBe(true)
    expect(statuses[120]).toBe(429)
  })
})

describe('where the browser is sent', () => {
  it.each([
    '?returnPath=https://evil.example',
    '?return_to=//evil.example',
    '?next=/\\evil.example',
    '?redirect_uri=https://evil.example',
  ])('is never what %s says', async (query) => {
    const browser = newBrowser(server)
    const started = await browser.send(`/api/login${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'ada@acme.example' }),
    })
    const { redirectUrl } = (await started.json()) as { redirectUrl: string }
    expect(redirectUrl).not.toContain('evil')
    const answer = provider.authorize(redirectUrl)
    for (const [name, value] of new URLSearchParams(query)) answer.append(name, value)
    expect((await comeBack(browser, redirectUrl, answer)).headers.get('location')).toMatch(/^\/portal/)
  })

  it.each([
    ['?fresh=true', ['login', '0']],
    ['?fresh=false', [null, null]],
    ['', [null, null]],
  ])('is asked for the password there although the provider knows the person: %s', async (query, asked) => {
    const started = await newBrowser(server).send(`/api/login${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'ada@acme.example' }),
    })
    const { searchParams } = new URL(((await started.json()) as { redirectUrl: string }).redirectUrl)
    expect(['prompt', 'max_age'].map((name) => searchParams.get(name))).toEqual(asked)
  })

  it.each(['returnPath', 'redirectUri', 'idpId', '__proto__'])('a body with %s is refused', async (name) => {
    const response = await newBrowser(server).send('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"username":"ada@acme.example","${name}":"https://evil.example"}`,
    })
    expect(await response.text()).not.toContain('evil')
  })
})

describe('the log', () => {
  it('of successful and failed sign-ins contains no secret', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portico-log-'))
    const log = createLog(join(folder, 'log'), 'trace')
    const browser = newBrowser(server, { log })
    const secrets: string[] = [scriptedSecret]
    const tokens: string[] = []
    for (const bad of [false, true]) {
      const redirectUrl = await startAt(browser, 'ada@acme.example')
      const asked = new URL(redirectUrl).searchParams
      provider.plays({
        person: { sub: 'ada', preferred_username: 'ada@acme.example', groups: ['admins'] },
        idToken: async (claims, header) => {
          const token = await signToken(claims, header, provider.key.privateKey)
          tokens.push(token)
          return bad ? `${token}x` : token
        },
      })
      const answer = provider.authorize(redirectUrl)
      const response = await comeBack(browser, redirectUrl, answer)
      expect(landing(response).error).toBe(bad ? 'IDP_ERROR' : null)
      await comeBack(browser, redirectUrl, answer)
      secrets.push(
        answer.get('code') ?? '',
        ...['state', 'nonce', 'code_challenge'].map((name) => asked.get(name) ?? ''),
      )
      secrets.push(...browser.cookies.values())
    }
    for (const { form, authorization } of provider.seen.slice(-8))
      secrets.push(form.get('code_verifier') ?? '', authorization?.split(' ')[1] ?? '')
    provider.plays({ person: { sub: 'ada', preferred_username: 'ada@acme.example', groups: ['admins'] } })
    await new Promise<void>((flushed) => log.flush(() => flushed()))
    const text = readFileSync(join(folder, 'log'), 'utf8')
    rmSync(folder, { recursive: true })
    expect(text).toContain('sign-in refused')
    const known = [...secrets, ...tokens.flatMap((token) => token.split('.'))].filter((secret) => secret !== '')
    expect(known.length).toBeGreaterThan(15)
    for (const secret of known) expect(text).not.toContain(secret)
  })
})

const html = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
const formType = 'application/x-www-form-urlencoded'

describe('signing out', () => {
  it('ends the session, clears the cookies, and shows the signed-out page', async () => {
    const browser = await signIn()
    const token = session(browser)
    const response = await postForm(browser, '/api/login/signout', {})
    expect(landing(response)).toEqual({ status: 303, path: '/login/signed-out', error: null })
    expect(browser.cookies.has('portico-session')).toBe(false)
    expect(browser.cookies.has('csrf')).toBe(false)
    expect(await whoIs(withSession(token))).toBeUndefined()
  })

  it.each(['GET', 'HEAD', 'PUT', 'DELETE'])('%s never does', async (method) => {
    const browser = await signIn()
    expect((await browser.send('/api/login/signout', { method })).status).toBe(405)
    const shown = await browser.send('/api/login/signout', { method, headers: html })
    expect(landing(shown)).toEqual(refusedWith('METHOD_NOT_ALLOWED'))
    expect(await whoIs(browser)).toBeDefined()
  })

  it.each([
    ['without a session', undefined],
    ['with a dead session', randomToken()],
  ])('%s, from our own page, says goodbye and takes the cookies', async (_, token) => {
    const browser = newBrowser(server)
    if (token !== undefined) browser.cookies.set('portico-session', token)
    browser.cookies.set('csrf', 'left over')
    const response = await postForm(browser, '/api/login/signout', {})
    expect(landing(response)).toEqual({ status: 303, path: '/login/signed-out', error: null })
    expect(browser.cookies.has('portico-session')).toBe(false)
    expect(browser.cookies.has('csrf')).toBe(false)
  })

  it("by another site's form, to which the session looks missing, leaves the session and its cookies", async () => {
    const browser = await signIn()
    const before = new Map(browser.cookies)
    const response = await postAcross(browser, '/api/login/signout', new URLSearchParams({ 'X-CSRFToken': 'x' }))
    expect(landing(response)).toEqual(refusedWith('UNAUTHENTICATED'))
    expect(response.headers.getSetCookie()).toEqual([])
    expect(browser.cookies).toEqual(before)
    expect(await whoIs(browser)).toBeDefined()
  })

  it('by a program without a session is a machine-readable error', async () => {
    const response = await newBrowser(server).send('/api/login/signout', {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': formType },
      body: '',
    })
    expect([response.status, response.headers.get('content-type')]).toEqual([401, 'application/json; charset=utf-8'])
  })
})

describe('a browser never sees JSON', () => {
  /** The reference is the request's id, or the code of the flight recorder where the attempt was written down. */
  const seen = async (response: Response, reference: 'request' | 'record' = 'request') => {
    const to = new URL(response.headers.get('location') ?? '', testBaseUrl)
    expect(await response.text()).toBe('')
    const shown = to.searchParams.get('reference')
    if (reference === 'record') expect(shown).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/)
    else expect(shown).toBe(response.headers.get('x-request-id'))
    return landing(response)
  }
  const callback = (tenant = acme) => `/api/login/idps/${tenant.identityProviderIds.get('Main')}/oidc/callback`
  const select = (browser: Browser, body: string, type = formType) =>
    browser.send('/api/portal/environments', {
      method: 'POST',
      headers: { ...html, 'content-type': type, origin: testBaseUrl },
      body,
    })

  it('when the callback is malformed', async () => {
    const browser = newBrowser(server)
    const stray = await browser.send(callback(), { headers: html })
    expect(await seen(stray, 'record')).toEqual(refusedWith('SIGN_IN_EXPIRED'))
    const notAnId = await browser.send('/api/login/idps/x/oidc/callback?state=1', { headers: html })
    expect(await seen(notAnId)).toEqual(refusedWith('NOT_FOUND'))
    const plain = { ...html, 'content-type': 'text/plain' }
    const posted = await browser.send(callback(), { method: 'POST', headers: plain, body: 'state=1' })
    expect(await seen(posted)).toEqual(refusedWith('UNSUPPORTED_MEDIA_TYPE'))
    const put = await browser.send(callback(), { method: 'PUT', headers: html })
    expect(await seen(put)).toEqual(refusedWith('METHOD_NOT_ALLOWED'))
  })

  it('when it comes back too often', async () => {
    // Its own provider, because the number of recorded stray answers of one is limited.
    const flooded = await server.importTenant(
      tenantWith('flooded', [providerEntry(provider.issuer, { suffixes: ['flooded.example'] })]),
    )
    const browser = newBrowser(server)
    let last = await browser.send(callback(flooded), { headers: html })
    for (let turn = 0; turn < 240; turn += 1) last = await browser.send(callback(flooded), { headers: html })
    expect(await seen(last)).toEqual(refusedWith('TOO_MANY_REQUESTS'))
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('when no environment can be selected', async () => {
    const browser = await signIn()
    const csrf = `X-CSRFToken=${browser.cookies.get('csrf')}`
    expect(await seen(await select(newBrowser(server), csrf))).toEqual(refusedWith('UNAUTHENTICATED'))
    expect(await seen(await select(browser, 'env_id=x'))).toEqual(refusedWith('CSRF'))
    expect(await seen(await select(browser, csrf))).toEqual(refusedWith('INVALID_REQUEST'))
    expect(await seen(await select(browser, `${csrf}&env_id=x`))).toEqual(refusedWith('ENVIRONMENT_UNKNOWN'))
    expect(await seen(await select(browser, `${csrf}&env_id=x&env_id=y`))).toEqual(refusedWith('INVALID_REQUEST'))
    expect(await seen(await select(browser, '{}', 'application/json'))).toEqual(refusedWith('UNSUPPORTED_MEDIA_TYPE'))
  })

  it('when the database is away, and when we have a bug', async () => {
    const away = new DatabaseUnavailable('gone')
    for (const [error, shown] of [
      [away, 'UNAVAILABLE'],
      [new TypeError('a bug'), 'SYSTEM_ERROR'],
    ] as const) {
      const rateLimits = {
        over: () => 0,
        take: () => {
          throw error
        },
      }
      const browser = newBrowser(server, { rateLimits })
      const response = await browser.send(`${callback()}?state=1&code=1`, { headers: html })
      expect(await seen(response)).toEqual(refusedWith(shown))
      expect(response.headers.get('location')).not.toContain('gone')
    }
  })

  it('but a script that calls the API does, and so does a program at the same address', async () => {
    const browser = newBrowser(server)
    const api = await browser.send('/api/portal/launcher', { headers: html })
    expect([api.status, ((await api.json()) as { errorID: string }).errorID]).toEqual([401, 'UNAUTHENTICATED'])
    const program = await browser.send('/api/portal/environments', {
      method: 'POST',
      headers: { accept: '*/*', 'content-type': formType },
      body: '',
    })
    expect(program.status).toBe(401)
  })

  it('and what the address says of an error is our own word, never what was sent', async () => {
    const browser = newBrowser(server)
    const sent = '?error=%3Cscript%3E&state=1&action=%3Cimg%3E'
    const response = await browser.send(callback() + sent, { headers: html })
    expect(response.headers.get('location')).toMatch(/^\/login\/unauthorized\?error=SIGN_IN_EXPIRED&reference=[\w-]+$/)
    expect(callbackPath(await startAt(browser, 'ada@acme.example'))).toBe(callback())
  })
})
