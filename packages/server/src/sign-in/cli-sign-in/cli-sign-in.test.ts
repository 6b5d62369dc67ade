import {
  answerDeviceRequest,
  answerLoopbackRequest,
  findDeviceRequest,
  getCliApprover,
  getLauncher,
  selectEnvironment,
  type BodyOf,
} from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { createApp } from '../../app/app.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { createDeps } from '../../app/open.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'
import { sweep } from '../../app/sweep.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { change, postForm, whoIs } from '../../testing/sign-in-run.ts'
import {
  createTestServer,
  signedIn,
  smallTenant,
  testBaseUrl,
  withoutRateLimits,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'
import { askByLoopback, startCommandLine, type Asked, type CommandLine, type Said } from './testing/command-line.ts'

let server: TestServer
let cli: CommandLine
let acme: ImportedTenant
let globex: ImportedTenant

beforeAll(async () => {
  server = await createTestServer(withoutRateLimits())
  cli = await startCommandLine(server)
  acme = await server.importTenant(smallTenant('acme'))
  globex = await server.importTenant(smallTenant('globex'))
})
afterAll(async () => {
  await cli?.close()
  await server?.close()
})

let count = 0
const person = (tenant = acme, groups: readonly string[] = ['staff']) =>
  signedIn(server, tenant, { username: `p${++count}@${tenant.slug}.example`, groups })

const allow = (browser: Browser, userCode: string, decision: 'allow' | 'deny' = 'allow') =>
  browser.core.client.call(answerDeviceRequest, { body: { userCode, decision } })

const answerLoopback = (browser: Browser, { request }: Asked, decision: 'allow' | 'deny' = 'allow') =>
  browser.core.client.call(answerLoopbackRequest, {
    body: { ...request, decision } as unknown as BodyOf<typeof answerLoopbackRequest>,
  })

/** The query that the browser carries to the command line. */
async function carried(browser: Browser, asked: Asked, decision?: 'allow' | 'deny'): Promise<URLSearchParams> {
  const outcome = await answerLoopback(browser, asked, decision)
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return new URL(outcome.value.redirectUrl).searchParams
}

const codeFor = async (browser: Browser, asked: Asked) => (await carried(browser, asked)).get('code') ?? ''
const tokenOf = ({ body }: Said) => String(body['access_token'])
const refusalOf = ({ status, body }: Said) => [status, body['error']]

async function accessToken(browser: Browser): Promise<string> {
  const asked = askByLoopback()
  const said = await cli.redeem(await codeFor(browser, asked), asked)
  expect(said.status).toBe(200)
  return tokenOf(said)
}

/** Moves rows into the past: only the database's clock decides. */
async function age(table: 'cli_grants' | 'device_authorizations' | 'cli_wrong_codes', secs: number): Promise<void> {
  const columns = {
    cli_grants: ['expires_at'],
    device_authorizations: ['expires_at', 'last_polled_at'],
    cli_wrong_codes: ['window_ends_at'],
  }[table]
  const set = columns.map((name) => `${name} = ${name} - make_interval(secs => ${secs})`).join(', ')
  await sql.raw(`update ${table} set ${set}`).execute(server.database.owner)
}

describe('by loopback', () => {
  test('a person allows the command line, which then acts as that person in a separate session', async () => {
    const browser = await person()
    const asked = askByLoopback()
    const place = await cli.authorize(asked.request)
    expect(place.status).toBe(303)
    expect(place.location.startsWith('/login/device?')).toBe(true)
    expect(Object.fromEntries(new URLSearchParams(place.location.split('?')[1]))).toEqual(asked.request)
    expect(await browser.core.client.call(getCliApprover)).toMatchObject({
      ok: true,
      value: {
        client: 'Portico command line',
        tenantName: 'acme Inc',
        username: `p${count}@acme.example`,
        address: '127.0.0.1',
      },
    })

    const answer = await carried(browser, asked)
    expect(answer.get('state')).toBe(asked.request['state'])
    expect(answer.get('iss')).toBe(testBaseUrl)
    const said = await cli.redeem(answer.get('code') ?? '', asked)
    expect(said.body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 60,
    })
    expect(said.headers.get('cache-control')).toBe('no-store')

    const own = await cli.exchange(tokenOf(said))
    if (typeof own === 'number') throw new Error(`exchange answered ${own}`)
    expect(own.cookies.get('portico-session')).not.toBe(browser.cookies.get('portico-session'))
    expect((await whoIs(own))?.username).toBe(`p${count}@acme.example`)
    expect((await whoIs(own))?.tenant.id).toBe(acme.id)
  })

  test('the session ends with the sign-in it was created from, and is distinguishable in the audit log', async () => {
    const browser = await person()
    await sql`update sessions set expires_at = expires_at - interval '5 hours',
      authenticated_at = authenticated_at - interval '5 hours'
      where id_hash = ${hashToken(browser.cookies.get('portico-session') ?? '')}`.execute(server.database.owner)
    const own = (await cli.exchange(await accessToken(browser))) as Browser
    const rows = await sql<{ kind: string; authenticated_at: Date; expires_at: Date }>`
      select kind, authenticated_at, expires_at from sessions
       where id_hash in (${hashToken(browser.cookies.get('portico-session') ?? '')}, ${hashToken(own.cookies.get('portico-session') ?? '')})
       order by kind`.execute(server.database.owner)
    const [fromBrowser, fromCli] = rows.rows
    expect(fromCli).toEqual({ ...fromBrowser, kind: 'cli' })
    // Inside the tenant: row-level security also applies to an owner who is not a superuser.
    const { rows: audit } = await tenantScope(server.database, acme.id).transaction((tx) =>
      sql<{ action: string; actor_name: string; after: unknown }>`
        select action, actor_name, after from audit where actor_name = ${`p${count}@acme.example`} order by id`.execute(
        tx.db,
      ),
    )
    expect(audit).toEqual([
      {
        action: 'cli-sign-in.allow',
        actor_name: `p${count}@acme.example`,
        after: { via: 'loopback', address: '127.0.0.1' },
      },
      {
        action: 'session.begin',
        actor_name: `p${count}@acme.example`,
        after: { kind: 'cli', via: 'loopback', address: '127.0.0.1' },
      },
    ])
  })

  test('a denied command line gets an error and no token', async () => {
    const asked = askByLoopback()
    const answer = await carried(await person(), asked, 'deny')
    expect(Object.fromEntries(answer)).toEqual({
      error: 'access_denied',
      state: asked.request['state'],
      iss: testBaseUrl,
    })
  })

  describe('an invalid request', () => {
    const invalid = '/login/device?result=invalid'
    test.each<[string, Record<string, string>]>([
      ['another client', { client_id: 'evil' }],
      ['localhost', { redirect_uri: 'http://localhost:50123/callback' }],
      ['another host', { redirect_uri: 'http://127.0.0.1.evil.example:50123/callback' }],
      ['a host behind user information', { redirect_uri: 'http://127.0.0.1:50123@evil.example/callback' }],
      ['https', { redirect_uri: 'https://127.0.0.1:50123/callback' }],
      ['another path', { redirect_uri: 'http://127.0.0.1:50123/other' }],
      ['a query', { redirect_uri: 'http://127.0.0.1:50123/callback?x=1' }],
      ['no port', { redirect_uri: 'http://127.0.0.1/callback' }],
      ['an invalid port', { redirect_uri: 'http://127.0.0.1:70000/callback' }],
      ['a line break', { redirect_uri: 'http://127.0.0.1:50123/callback\nx' }],
    ])('%s is never redirected to, nor answered', async (_, change) => {
      const asked = askByLoopback(change)
      expect(await cli.authorize(asked.request)).toEqual({ status: 303, location: invalid })
      expect(await answerLoopback(await person(), asked)).toMatchObject({ ok: false, problem: { status: 400 } })
    })

    test.each<[string, Record<string, string>, string]>([
      ['no challenge', { code_challenge: '' }, 'invalid_request'],
      ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
      ['no state', { state: '' }, 'invalid_request'],
      ['an implicit answer', { response_type: 'token' }, 'unsupported_response_type'],
    ])('%s goes back to the command line as an error', async (_, change, error) => {
      const asked = askByLoopback(change)
      const { location } = await cli.authorize(asked.request)
      expect(location.startsWith('http://127.0.0.1:50123/callback?')).toBe(true)
      expect(new URL(location).searchParams.get('error')).toBe(error)
      expect(await answerLoopback(await person(), asked)).toMatchObject({ ok: false, problem: { status: 400 } })
    })

    test.each(['client_id', 'redirect_uri', 'state'])('%s twice', async (name) => {
      const query = new URLSearchParams(askByLoopback().request)
      query.append(name, query.get(name) ?? '')
      expect((await cli.authorize(query)).location).toBe(invalid)
    })
  })

  describe('a code', () => {
    test('works once, and its replay revokes what it was exchanged for', async () => {
      const asked = askByLoopback()
      const code = await codeFor(await person(), asked)
      const first = await cli.redeem(code, asked)
      expect(refusalOf(await cli.redeem(code, asked))).toEqual([400, 'invalid_grant'])
      expect(await cli.exchange(tokenOf(first))).toBe(401)
    })

    test('works once for 16 concurrent requests', async () => {
      const asked = askByLoopback()
      const code = await codeFor(await person(), asked)
      const all = await Promise.all(Array.from({ length: 16 }, () => cli.redeem(code, asked)))
      expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    })

    test.each<[string, (asked: Asked) => Record<string, string>]>([
      ['another verifier', () => ({ code_verifier: 'x'.repeat(43) })],
      ['the challenge as verifier', ({ request }) => ({ code_verifier: request['code_challenge'] ?? '' })],
      ['another port', () => ({ redirect_uri: 'http://127.0.0.1:50124/callback' })],
      ['another host', () => ({ redirect_uri: 'http://evil.example/callback' })],
    ])('with %s is refused, and used up', async (_, wrong) => {
      const asked = askByLoopback()
      const code = await codeFor(await person(), asked)
      expect(refusalOf(await cli.redeem(code, asked, wrong(asked)))).toEqual([400, 'invalid_grant'])
      expect(refusalOf(await cli.redeem(code, asked))).toEqual([400, 'invalid_grant'])
    })

    test.each<[string, Record<string, string>, [number, string]]>([
      ['no verifier', { code_verifier: '' }, [400, 'invalid_request']],
      ['no client', { client_id: '' }, [401, 'invalid_client']],
      ['another client', { client_id: 'evil' }, [401, 'invalid_client']],
    ])('with %s is refused', async (_, wrong, expected) => {
      const asked = askByLoopback()
      expect(refusalOf(await cli.redeem(await codeFor(await person(), asked), asked, wrong))).toEqual(expected)
    })

    test('lives for a minute', async () => {
      const asked = askByLoopback()
      const code = await codeFor(await person(), asked)
      await age('cli_grants', 61)
      expect(refusalOf(await cli.redeem(code, asked))).toEqual([400, 'invalid_grant'])
    })

    test('is not accepted as an access token or device code', async () => {
      const code = await codeFor(await person(), askByLoopback())
      expect(await cli.exchange(code)).toBe(401)
      expect(refusalOf(await cli.poll(code))).toEqual([400, 'invalid_grant'])
    })
  })
})

describe('the access token', () => {
  test('becomes one session for 16 concurrent requests', async () => {
    const token = await accessToken(await person())
    const all = await Promise.all(Array.from({ length: 16 }, () => cli.exchange(token)))
    expect(all.filter((one) => one !== 401)).toHaveLength(1)
    expect(await cli.exchange(token)).toBe(401)
  })

  test('lives for a minute', async () => {
    const token = await accessToken(await person())
    await age('cli_grants', 61)
    expect(await cli.exchange(token)).toBe(401)
  })

  test('opens nothing else', async () => {
    const token = await accessToken(await person(acme, ['admins']))
    const headers = { authorization: `Bearer ${token}` }
    for (const path of ['/api/portal/launcher', '/api/portal/admin/environments', '/api/portal/cloudsession'])
      expect((await server.fetch(new Request(testBaseUrl + path, { headers }))).status).toBe(401)
    expect(await cli.exchange(token)).not.toBe(401)
  })

  test('is refused from a page of another site, in a cookie, in a form, and if it is not an access token', async () => {
    const token = await accessToken(await person())
    expect(await cli.exchange(token, { origin: 'https://evil.example' })).toBe(403)
    expect(await cli.exchange(token, { 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await cli.exchange('x'.repeat(43))).toBe(401)
    expect(await cli.exchange('')).toBe(401)
    const bare = new Request(`${testBaseUrl}/api/login/cli-session`, {
      method: 'POST',
      body: new URLSearchParams({ token }),
    })
    expect((await server.fetch(bare)).status).toBe(401)
  })

  test('ends with the person', async () => {
    const token = await accessToken(await person())
    await change(server, acme, sql`update users set active = false where username = ${`p${count}@acme.example`}`)
    expect(await cli.exchange(token)).toBe(401)
    const { rows } = await tenantScope(server.database, acme.id).transaction((tx) =>
      sql<{
        kind: string | null
      }>`select s.kind from users u left join sessions s on u.id = s.user_id and s.kind = 'cli'
        where u.username = ${`p${count}@acme.example`}`.execute(tx.db),
    )
    expect(rows).toEqual([{ kind: null }])
  })
})

describe('by device code', () => {
  test('RFC 8628: a code is shown, the person compares and allows, the command line gets its session', async () => {
    const said = await cli.post('/oauth2/device_authorization', { client_id: 'portico-cli' })
    expect(said.body).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: `${testBaseUrl}/login/device`,
      verification_uri_complete: `${testBaseUrl}/login/device?user_code=${String(said.body['user_code'])}`,
      expires_in: 600,
      interval: 5,
    })
    const deviceCode = String(said.body['device_code'])
    const userCode = String(said.body['user_code'])
    expect(refusalOf(await cli.poll(deviceCode))).toEqual([400, 'authorization_pending'])

    const browser = await person()
    const typed = userCode.toLowerCase().replace('-', ' ')
    expect(await browser.core.client.call(findDeviceRequest, { body: { userCode: typed } })).toMatchObject({
      ok: true,
      value: { request: { userCode: userCode.replace('-', ''), address: '127.0.0.1' }, wrongCodesLeft: 5 },
    })
    expect(await allow(browser, userCode)).toMatchObject({ ok: true, value: { answered: true } })
    const own = (await cli.exchange(tokenOf(await cli.poll(deviceCode)))) as Browser
    expect((await whoIs(own))?.username).toBe(`p${count}@acme.example`)
    expect(refusalOf(await cli.poll(deviceCode))).toEqual([400, 'invalid_grant'])
  })

  test('an allowed code is redeemed once for 16 concurrent requests', async () => {
    const { deviceCode, userCode } = await cli.startDevice()
    await allow(await person(), userCode)
    const all = await Promise.all(Array.from({ length: 16 }, () => cli.poll(deviceCode)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('polling too fast is slowed down permanently, by five seconds each time', async () => {
    const { deviceCode } = await cli.startDevice()
    const errors = async (...agesSecs: number[]) => {
      const seen: unknown[] = []
      for (const secs of agesSecs) {
        await sql`update device_authorizations set last_polled_at = last_polled_at - make_interval(secs => ${secs})`.execute(
          server.database.owner,
        )
        seen.push((await cli.poll(deviceCode)).body['error'])
      }
      return seen
    }
    const [pending, slow] = ['authorization_pending', 'slow_down']
    expect(await errors(0, 5, 2, 6, 10, 15)).toEqual([pending, pending, slow, slow, slow, slow])
    // Four times too fast: 25 seconds from here on.
    expect(await errors(25, 25)).toEqual([pending, pending])
  })

  test('denied', async () => {
    const { deviceCode, userCode } = await cli.startDevice()
    const browser = await person()
    expect(await allow(browser, userCode, 'deny')).toMatchObject({ ok: true, value: { answered: true } })
    expect(refusalOf(await cli.poll(deviceCode))).toEqual([400, 'access_denied'])
    expect(await allow(browser, userCode)).toMatchObject({ ok: true, value: { answered: false } })
    expect(refusalOf(await cli.poll(deviceCode))).toEqual([400, 'access_denied'])
  })

  test('expired, before and after it was allowed', async () => {
    const waiting = await cli.startDevice()
    const allowed = await cli.startDevice()
    await allow(await person(), allowed.userCode)
    await age('device_authorizations', 601)
    await age('cli_grants', 601)
    expect(refusalOf(await cli.poll(waiting.deviceCode))).toEqual([400, 'expired_token'])
    expect(refusalOf(await cli.poll(allowed.deviceCode))).toEqual([400, 'expired_token'])
    expect(await allow(await person(), waiting.userCode)).toMatchObject({ ok: true, value: { answered: false } })
  })

  test('a code allowed by a person of another tenant cannot be taken over, and acts only in that tenant', async () => {
    const { deviceCode, userCode } = await cli.startDevice()
    const [mine, foreign] = [await person(acme), await person(globex)]
    const answers = await Promise.all([allow(mine, userCode), allow(foreign, userCode)])
    expect(answers.filter((one) => one.ok && one.value.answered)).toHaveLength(1)
    expect(answers.every((one) => one.ok)).toBe(true)
    const own = (await cli.exchange(tokenOf(await cli.poll(deviceCode)))) as Browser
    const wanted = answers[0].ok && answers[0].value.answered ? acme.id : globex.id
    expect((await whoIs(own))?.tenant.id).toBe(wanted)
    const { rows } = await sql<{ tenant_id: string }>`select tenant_id from cli_grants
      where id_hash = ${hashToken(deviceCode)}`.execute(server.database.owner)
    expect(rows).toEqual([{ tenant_id: wanted }])
  })

  test('only an active session can answer, and only with its CSRF token', async () => {
    const { deviceCode, userCode } = await cli.startDevice()
    const browser = await person()
    const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      browser.send('/api/login/cli/device/answer', {
        method: 'POST',
        headers,
        body: new URLSearchParams({ userCode, decision: 'allow', ...fields }),
      })
    expect((await post({})).status).toBe(403)
    expect((await post({ 'X-CSRFToken': 'wrong' })).status).toBe(403)
    const csrf = browser.cookies.get('csrf') ?? ''
    const others = (await person()).cookies.get('csrf') ?? ''
    expect((await post({ 'X-CSRFToken': others })).status).toBe(403)
    expect((await post({ 'X-CSRFToken': csrf }, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await post({ 'X-CSRFToken': csrf }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)

    const kept = new Map(browser.cookies)
    expect((await postForm(browser, '/api/login/signout', {})).status).toBe(303)
    for (const [name, value] of kept) browser.cookies.set(name, value)
    expect((await post({ 'X-CSRFToken': csrf })).status).toBe(401)
    expect(refusalOf(await cli.poll(deviceCode))).toEqual([400, 'authorization_pending'])
  })

  test('a command-line session cannot allow another command line', async () => {
    const own = (await cli.exchange(await accessToken(await person()))) as Browser
    const { userCode } = await cli.startDevice()
    expect(await allow(own, userCode)).toMatchObject({ ok: false, problem: { status: 403 } })
    expect(await answerLoopback(own, askByLoopback())).toMatchObject({ ok: false, problem: { status: 403 } })
  })

  test('five wrong codes cause a pause, even if concurrent; right ones allow no further guesses; others are not affected', async () => {
    const guesser = await person()
    const { userCode: right } = await cli.startDevice()
    const find = (userCode: string) => guesser.core.client.call(findDeviceRequest, { body: { userCode } })
    const wrong = (n: number) => `BCDF-GHJ${'BCDFGHJKLM'[n]}`
    const left = async (userCode: string) => {
      const outcome = await find(userCode)
      return outcome.ok ? outcome.value.wrongCodesLeft : outcome.problem
    }
    expect(await left(wrong(0))).toBe(4)
    expect(await left(wrong(1))).toBe(3)
    expect(await left(right)).toBe(3)
    expect(await left('not a code')).toBe(2)
    const rest = await Promise.all([4, 5, 6, 7, 8].map((n) => left(wrong(n))))
    expect(rest.filter((one) => typeof one === 'number').toSorted((a, b) => a - b)).toEqual([0, 1])
    expect(rest.filter((one) => typeof one === 'object')).toHaveLength(3)
    expect(await left(right)).toMatchObject({ status: 429, errorID: 'TOO_MANY_REQUESTS' })
    expect(await allow(guesser, right)).toMatchObject({ ok: false, problem: { status: 429 } })
    expect(await allow(await person(), right)).toMatchObject({ ok: true, value: { answered: true } })
    await age('cli_wrong_codes', 601)
    expect(await left(wrong(9))).toBe(4)
  })

  test('an unknown client gets no code, and codes per address are limited', async () => {
    expect(refusalOf(await cli.post('/oauth2/device_authorization', { client_id: 'evil' }))).toEqual([
      401,
      'invalid_client',
    ])
    expect(refusalOf(await cli.post('/oauth2/device_authorization', {}))).toEqual([401, 'invalid_client'])
    expect(refusalOf(await cli.poll('nothing'))).toEqual([400, 'invalid_grant'])
    // A separate server, because the other tests request codes from the same address.
    const limited = await createTestServer()
    onTestFinished(() => limited.close())
    const asking = await startCommandLine(limited)
    onTestFinished(() => asking.close())
    let last: Said | undefined
    for (let n = 0; n < 31; n += 1)
      last = await asking.post('/oauth2/device_authorization', { client_id: 'portico-cli' })
    expect(last?.status).toBe(429)
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

test('the session of a command line selects an environment and signs out like any other', async () => {
  const own = (await cli.exchange(await accessToken(await person(acme, ['admins'])))) as Browser
  const list = await own.send('/api/portal/environments')
  const { environments, selected } = (await list.json()) as {
    environments: { id: string; name: string }[]
    selected: null
  }
  expect(selected).toBeNull()
  const staging = environments.find(({ name }) => name === 'Staging')?.id ?? ''
  const chosen = await own.core.client.call(selectEnvironment, {
    body: { env_id: staging, 'X-CSRFToken': own.cookies.get('csrf') ?? '' },
  })
  expect(chosen.ok).toBe(true)
  expect(await own.core.client.call(getLauncher)).toMatchObject({ ok: true, value: { environmentName: 'Staging' } })
  const kept = new Map(own.cookies)
  expect((await postForm(own, '/api/login/signout', {})).status).toBe(303)
  for (const [name, value] of kept) own.cookies.set(name, value)
  expect(await whoIs(own)).toBeUndefined()
})

test('one process shows the code, another receives the answer, a third one issues the token', async () => {
  const process = async () => {
    const { database, secrets, settings, log, clock } = server.deps
    const { deps, tokenEndpoint } = await createDeps({ database, secrets }, { settings, log, clock })
    const { fetch } = createApp(deps)
    return startCommandLine({ ...server, tokenEndpoint, fetch: (request) => fetch(request, { address: '127.0.0.1' }) })
  }
  const [first, third] = [await process(), await process()]
  onTestFinished(() => Promise.all([first.close(), third.close()]).then(() => undefined))
  const { deviceCode, userCode } = await first.startDevice()
  await allow(await person(), userCode)
  const token = tokenOf(await third.poll(deviceCode))
  expect(refusalOf(await first.poll(deviceCode))).toEqual([400, 'invalid_grant'])
  const all = await Promise.all([first, third, cli].map((one) => one.exchange(token)))
  expect(all.filter((one) => one !== 401)).toHaveLength(1)
})

test('the database holds no code and no token that works', async () => {
  const { deviceCode, userCode } = await cli.startDevice()
  const asked = askByLoopback()
  const browser = await person()
  const code = await codeFor(browser, asked)
  const token = tokenOf(await cli.redeem(code, asked))
  const { rows } = await sql<{ text: string }>`
    select d::text as text from device_authorizations d union all select g::text from cli_grants g`.execute(
    server.database.owner,
  )
  const all = rows.map(({ text }) => text).join('\n')
  const bytes = (text: string) => Buffer.from(text).toString('hex')
  for (const secret of [deviceCode, userCode, userCode.replace('-', ''), code, token, asked.verifier]) {
    expect(all).not.toContain(secret)
    expect(all).not.toContain(bytes(secret))
  }
  expect(all).toContain(hashToken(deviceCode).toString('hex'))
  // A plain hash of a short code could be found by trying all codes.
  expect(all).not.toContain(hashToken(userCode.replace('-', '')).toString('hex'))
})

test('expired rows are swept, waiting ones are not', async () => {
  const rows = async () => {
    const { rows: counts } = await sql<{ n: number }>`
      select (select count(*) from device_authorizations)::int as n union all select count(*)::int from cli_grants`.execute(
      server.database.owner,
    )
    return counts.map(({ n }) => n)
  }
  await age('device_authorizations', 4300)
  await age('cli_grants', 4300)
  await cli.startDevice()
  await codeFor(await person(), askByLoopback())
  await sweep(server.deps)
  expect(await rows()).toEqual([1, 1])
})
