import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createApp } from '../../app/app.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { hashToken, randomToken } from '../../kit/secrets/secret-box.ts'
import { createSession, endSession } from '../sessions/queries.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import {
  json,
  makeKey,
  scriptedClient,
  scriptedSecret,
  signToken,
  startScriptedProvider,
  type Claims,
  type ScriptedProvider,
} from '../../testing/scripted-provider.ts'
import {
  change,
  comeBack,
  landing,
  lastRecord,
  newBrowser,
  providerEntry,
  startAt,
  tenantWith,
  whoIs,
} from '../../testing/sign-in-run.ts'
import {
  createBrowser,
  createTestServer,
  testBaseUrl,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'

let server: TestServer
let acme: ImportedTenant
let globex: ImportedTenant
let own: ScriptedProvider
let other: ScriptedProvider
let unverified: ScriptedProvider

beforeAll(async () => {
  ;[own, other, unverified] = await Promise.all([
    startScriptedProvider(),
    startScriptedProvider(),
    startScriptedProvider(),
  ])
  server = await createTestServer()
  const second = { name: 'Second', primary: false, suffixes: ['second.example'] }
  acme = await server.importTenant(
    tenantWith('acme', [
      providerEntry(own.issuer, { suffixes: ['acme.example'] }),
      providerEntry(other.issuer, second),
      providerEntry(unverified.issuer, {
        name: 'Unverified',
        primary: false,
        suffixes: ['unverified.example'],
        config: { disableSignatureVerification: true },
      }),
    ]),
  )
  // Another company has an account at the same provider, with the same client.
  globex = await server.importTenant(
    tenantWith('globex', [providerEntry(own.issuer, { suffixes: ['globex.example'] })]),
  )
})
afterAll(async () => {
  await server?.close()
  await Promise.all([own, other, unverified].map((one) => one?.stop()))
})

const event = { 'http://schemas.openid.net/event/backchannel-logout': {} }
const idOf = (name: string, tenant = acme) => tenant.identityProviderIds.get(name) ?? ''

async function signIn(sub: string, sid?: string, provider = own, domain = 'acme.example'): Promise<Browser> {
  const username = `${sub}@${domain}`
  provider.plays({ person: { sub, preferred_username: username, ...(sid === undefined ? {} : { sid }) } })
  const browser = newBrowser(server)
  const redirectUrl = await startAt(browser, username)
  expect(landing(await comeBack(browser, redirectUrl, provider.authorize(redirectUrl))).error).toBeNull()
  return browser
}

function truth(more: Claims): Claims {
  const now = Math.floor(server.clock.now() / 1000)
  return { iss: own.issuer, aud: scriptedClient, iat: now, exp: now + 120, jti: randomUUID(), events: event, ...more }
}

const signed = (claims: Claims, header: Claims = {}, provider = own) =>
  signToken(claims, { alg: 'RS256', kid: provider.key.kid, typ: 'logout+jwt', ...header }, provider.key.privateKey)

/** The provider's own server posts: no cookies, no browser. */
async function post(token: string, options: { provider?: string; tenant?: ImportedTenant; app?: typeof server } = {}) {
  const address = randomUUID()
  const app = createApp(server.deps)
  const path = `/api/login/idps/${idOf(options.provider ?? 'Main', options.tenant)}/oidc/back-channel-logout`
  const response = await app.fetch(
    new Request(testBaseUrl + path, { method: 'POST', body: new URLSearchParams({ logout_token: token }) }),
    { address },
  )
  const text = await response.text()
  const body = text === '' ? {} : (JSON.parse(text) as { error?: string; error_description?: string })
  return { status: response.status, cache: response.headers.get('cache-control'), ...body }
}

const done = { status: 200, cache: 'no-store' }
const refused = {
  status: 400,
  cache: 'no-store',
  error: 'invalid_request',
  error_description: expect.stringMatching(/^The logout token was refused: [A-Z2-9]{4}-[A-Z2-9]{4}\.$/),
}
const isIn = async (browser: Browser) => (await whoIs(browser)) !== undefined

/** A session of the command line that begins in the name of a browser's. */
async function commandLineOf(browser: Browser | undefined): Promise<Browser> {
  const token = randomToken()
  await tenantScope(server.database, acme.id).transaction(async (tx) => {
    const origin = await tx.db
      .selectFrom('sessions')
      .selectAll()
      .where('tenant_id', '=', acme.id)
      .where('id_hash', '=', hashToken(browser?.cookies.get('portico-session') ?? ''))
      .executeTakeFirstOrThrow()
    await createSession(tx, {
      hash: hashToken(token),
      signInId: origin.sign_in_id,
      userId: origin.user_id,
      identityProviderId: origin.identity_provider_id,
      environmentId: null,
      providerSession: null,
      credentialsAgeSecs: null,
      lifetimeSecs: 43_200,
      cli: { authenticatedAt: origin.authenticated_at, credentialsAt: null, endsAt: origin.expires_at },
    })
  })
  return createBrowser(server, testBaseUrl, { session: token })
}

describe('a logout token ends exactly what it names', () => {
  it('by sid: that session, not the other one of the same person, nor one of that name at another provider', async () => {
    const [first, second] = [await signIn('ada', 'sid-1'), await signIn('ada', 'sid-2')]
    const elsewhere = await signIn('ada', 'sid-1', other, 'second.example')
    expect(await post(await signed(truth({ sid: 'sid-1' })))).toEqual(done)
    expect(await Promise.all([first, second, elsewhere].map(isIn))).toEqual([false, true, true])
  })

  it('by sub: all sessions of that person at that provider, and no others', async () => {
    const [first, second, eve] = [await signIn('bob', 'a'), await signIn('bob'), await signIn('eve', 'b')]
    const namesake = await signIn('bob', 'a', other, 'second.example')
    expect(await post(await signed(truth({ sub: 'bob' })))).toEqual(done)
    expect(await Promise.all([first, second, eve, namesake].map(isIn))).toEqual([false, false, true, true])
  })

  it('by both: the session only if it is that person’s', async () => {
    const carol = await signIn('carol', 'sid-3')
    expect(await post(await signed(truth({ sub: 'mallory', sid: 'sid-3' })))).toEqual(done)
    expect(await isIn(carol)).toBe(true)
    expect(await post(await signed(truth({ sub: 'carol', sid: 'sid-3' })))).toEqual(done)
    expect(await isIn(carol)).toBe(false)
  })

  it('with what the command line began in its name', async () => {
    const browsers = [await signIn('dan', 'sid-4'), await signIn('dan', 'sid-5')]
    const cli = [await commandLineOf(browsers[0]), await commandLineOf(browsers[1])]
    expect(await Promise.all(cli.map(isIn))).toEqual([true, true])
    expect(await post(await signed(truth({ sid: 'sid-4' })))).toEqual(done)
    expect(await Promise.all([...browsers, ...cli].map(isIn))).toEqual([false, true, false, true])
  })

  it.each([
    ['its session', { sid: 'sid-12' }],
    ['its person', { sub: 'nia' }],
  ])('by %s: what the command line began ends also where the browser is signed out already', async (_, named) => {
    const browser = await signIn('nia', 'sid-12')
    const cli = await commandLineOf(browser)
    const hash = hashToken(browser.cookies.get('portico-session') ?? '')
    await tenantScope(server.database, acme.id).transaction((tx) => endSession(tx, hash))
    expect(await isIn(cli)).toBe(true)
    expect(await post(await signed(truth(named)))).toEqual(done)
    expect(await isIn(cli)).toBe(false)
  })

  it('with what the command line was allowed in its name and has not redeemed', async () => {
    const browser = await signIn('finn', 'sid-11')
    const { rows } = await tenantScope(server.database, acme.id).transaction(async (tx) => {
      const hash = hashToken(browser.cookies.get('portico-session') ?? '')
      await sql`
        insert into cli_grants (tenant_id, id_hash, kind, via, user_id, identity_provider_id, sign_in_id,
                                authenticated_at, session_ends_at, address, expires_at)
        select tenant_id, ${hashToken('a grant')}, 'access', 'loopback', user_id, identity_provider_id, sign_in_id,
               authenticated_at, expires_at, '', now() + interval '1 minute'
          from sessions where id_hash = ${hash}`.execute(tx.db)
      return sql`select 1 from cli_grants where used_at is null`.execute(tx.db)
    })
    expect(rows).toHaveLength(1)
    expect(await post(await signed(truth({ sid: 'sid-11' })))).toEqual(done)
    const left = await tenantScope(server.database, acme.id).transaction((tx) =>
      sql`select 1 from cli_grants where used_at is null`.execute(tx.db),
    )
    expect(left.rows).toEqual([])
  })

  it('of a provider that is disabled by then, so that enabling it restores nothing', async () => {
    const gil = await signIn('gil', 'sid-6', other, 'second.example')
    const enable = (on: boolean) =>
      change(server, acme, sql`update identity_providers set enabled = ${on} where id = ${idOf('Second')}`)
    await enable(false)
    const token = await signed(truth({ iss: other.issuer, sid: 'sid-6' }), {}, other)
    expect(await post(token, { provider: 'Second' })).toEqual(done)
    await enable(true)
    expect(await isIn(gil)).toBe(false)
  })

  it('and answers 200 when no session exists', async () => {
    expect(await post(await signed(truth({ sub: 'nobody' })))).toEqual(done)
    expect(await post(await signed(truth({ sid: 'nothing' })))).toEqual(done)
  })

  it('and leaves a row in the audit log, without the token', async () => {
    await signIn('hal', 'sid-7')
    await post(await signed(truth({ sid: 'sid-7' })))
    const { rows } = await tenantScope(server.database, acme.id).transaction((tx) =>
      sql`select action, actor_kind, actor_name, target_name, after from audit order by id desc limit 1`.execute(tx.db),
    )
    expect(rows[0]).toEqual({
      action: 'session.end',
      actor_kind: 'system',
      actor_name: 'Main',
      target_name: 'hal@acme.example',
      after: { by: 'identity provider', sessions: 1 },
    })
  })
})

describe('a token that the provider did not issue', () => {
  const foreign = makeKey()
  const secs = (offset: number) => Math.floor(server.clock.now() / 1000) + offset
  type Case = [name: string, finding: string, token: () => string | Promise<string>]
  const cases: Case[] = [
    ['of no signature', 'algorithm-other', () => unsigned(truth({ sub: 'ivy' }), { alg: 'none' })],
    [
      'of the client secret',
      'algorithm-other',
      () => signToken(truth({ sub: 'ivy' }), { alg: 'HS256' }, new TextEncoder().encode(scriptedSecret)),
    ],
    [
      'of a foreign key',
      'signature-wrong',
      () => signToken(truth({ sub: 'ivy' }), { alg: 'RS256', kid: own.key.kid }, foreign.privateKey),
    ],
    [
      'of a foreign key in its header',
      'signature-wrong',
      () => signToken(truth({ sub: 'ivy' }), { alg: 'RS256', kid: own.key.kid, jwk: foreign.jwk }, foreign.privateKey),
    ],
    ['of another issuer', 'issuer-wrong', () => signed(truth({ sub: 'ivy', iss: other.issuer }))],
    ['for another client', 'audience-wrong', () => signed(truth({ sub: 'ivy', aud: 'another' }))],
    ['that expired', 'token-expired', () => signed(truth({ sub: 'ivy', iat: secs(-300), exp: secs(-61) }))],
    ['without an expiry', 'id-token-malformed', () => signed(truth({ sub: 'ivy', exp: undefined }))],
    ['without an issue time', 'id-token-malformed', () => signed(truth({ sub: 'ivy', iat: undefined }))],
    ['from the future', 'token-future', () => signed(truth({ sub: 'ivy', iat: secs(62), exp: secs(300) }))],
    ['of an hour ago', 'logout-token-malformed', () => signed(truth({ sub: 'ivy', iat: secs(-3600) }))],
    ['without events', 'logout-token-malformed', () => signed(truth({ sub: 'ivy', events: undefined }))],
    ['with other events', 'logout-token-malformed', () => signed(truth({ sub: 'ivy', events: { other: {} } }))],
    [
      'with an event that is not an object',
      'logout-token-malformed',
      () => signed(truth({ sub: 'ivy', events: { [Object.keys(event)[0] ?? '']: true } })),
    ],
    ['with a nonce', 'logout-token-malformed', () => signed(truth({ sub: 'ivy', nonce: 'n' }))],
    ['without a jti', 'logout-token-malformed', () => signed(truth({ sub: 'ivy', jti: undefined }))],
    ['without a subject or session', 'logout-token-malformed', () => signed(truth({}))],
    ['that names a list', 'logout-token-malformed', () => signed(truth({ sub: 'ivy', sid: ['x'] }))],
    ['of another type', 'logout-token-malformed', () => signed(truth({ sub: 'ivy' }), { typ: 'at+jwt' })],
    ['that is not a JWT', 'algorithm-other', () => 'not a token'],
  ]
  const unsigned = (claims: Claims, header: Claims) =>
    `${[header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`

  it.each(cases)('%s ends nothing, and the flight recorder says why: %s', async (_, finding, token) => {
    const ivy = await signIn('ivy', randomUUID())
    const text = await token()
    const answer = await post(text)
    expect(answer).toEqual(refused)
    expect(await isIn(ivy)).toBe(true)
    const record = await lastRecord(server, acme)
    expect(record).toMatchObject({ purpose: 'logout', outcome: 'failed', finding })
    expect(answer.error_description).toContain(record.code)
    expect(JSON.stringify(record)).not.toContain(text)
  })

  it('an ID token of a sign-in is not accepted as a logout token', async () => {
    const jim = await signIn('jim')
    expect(await post(own.issued.at(-1) ?? '')).toEqual(refused)
    expect(await isIn(jim)).toBe(true)
  })

  it('is verified also where ID tokens are taken without a signature', async () => {
    const kim = await signIn('kim', 'sid-8', unverified, 'unverified.example')
    const claims = truth({ iss: unverified.issuer, sid: 'sid-8' })
    expect(await post(unsigned(claims, { alg: 'RS256', typ: 'logout+jwt' }), { provider: 'Unverified' })).toEqual(
      refused,
    )
    expect(await isIn(kim)).toBe(true)
    expect(await post(await signed(claims, {}, unverified), { provider: 'Unverified' })).toEqual(done)
    expect(await isIn(kim)).toBe(false)
  })
})

describe('a logout token is valid only for the provider in the path', () => {
  it('another provider of the tenant refuses it', async () => {
    const lea = await signIn('lea', 'sid-9')
    expect(await post(await signed(truth({ sid: 'sid-9' })), { provider: 'Second' })).toEqual(refused)
    expect(await isIn(lea)).toBe(true)
  })

  it("another tenant's sessions at the same provider stay", async () => {
    const mia = await signIn('mia', 'sid-10')
    expect(await post(await signed(truth({ sid: 'sid-10' })), { tenant: globex })).toEqual(done)
    expect(await post(await signed(truth({ sub: 'mia' })), { tenant: globex })).toEqual(done)
    expect(await isIn(mia)).toBe(true)
  })

  it('an unknown provider and a form without a token are refused without a record', async () => {
    const before = await lastRecord(server, acme)
    for (const [path, body] of [
      ['01890000-0000-7000-8000-000000000000', { logout_token: await signed(truth({ sub: 'x' })) }],
      [idOf('Main'), {}],
    ] as const) {
      const response = await server.fetch(
        new Request(`${testBaseUrl}/api/login/idps/${path}/oidc/back-channel-logout`, {
          method: 'POST',
          body: new URLSearchParams(body),
        }),
      )
      expect([response.status, (await response.json()) as unknown]).toMatchObject([400, { error: 'invalid_request' }])
    }
    expect((await lastRecord(server, acme)).code).toBe(before.code)
  })
})

describe('a logout token can be used once', () => {
  it('the second time it is refused', async () => {
    const token = await signed(truth({ sub: 'ned' }))
    expect(await post(token)).toEqual(done)
    const ned = await signIn('ned')
    expect(await post(token)).toEqual(refused)
    expect(await isIn(ned)).toBe(true)
    expect(await lastRecord(server, acme)).toMatchObject({ finding: 'logout-token-replayed', purpose: 'logout' })
  })

  it('also 16 at once', async () => {
    const token = await signed(truth({ sub: 'oda' }))
    const answers = await Promise.all(Array.from({ length: 16 }, () => post(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

it('a provider whose keys cannot be read ends nothing, and the same token works later', async () => {
  const away = await startScriptedProvider()
  const tenant = await server.importTenant(
    tenantWith('away', [providerEntry(away.issuer, { suffixes: ['away.example'] })]),
  )
  const token = await signed(truth({ iss: away.issuer, sub: 'pia' }), {}, away)
  away.plays({ instead: { jwks: (_, response) => json(response, 500, {}) } })
  expect(await post(token, { tenant })).toEqual(refused)
  expect(await lastRecord(server, tenant)).toMatchObject({ finding: 'keys-unreachable' })
  away.plays()
  expect(await post(token, { tenant })).toEqual(done)
  await away.stop()
})

it('requests of one address are limited', async () => {
  const path = `${testBaseUrl}/api/login/idps/${idOf('Main')}/oidc/back-channel-logout`
  const statuses = new Set<number>()
  for (let turn = 0; turn < 1201; turn += 1) {
    const response = await server.fetch(new Request(path, { method: 'POST', body: new URLSearchParams({ x: 'y' }) }))
    statuses.add(response.status)
  }
  expect([...statuses]).toEqual([400, 429])
})
