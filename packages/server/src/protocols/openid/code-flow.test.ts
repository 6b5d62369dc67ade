import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'

import { getSignIn } from '@portico/core/contract'
import { SignJWT, calculateJwkThumbprint, createRemoteJWKSet, decodeProtectedHeader, jwtVerify, type JWK } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { randomToken } from '../../kit/secrets/secret-box.ts'
import { rotateSigningKeys } from '../oauth/rotate-signing-keys.ts'
import { testBaseUrl } from '../../testing/test-server.ts'
import { serve } from '../../app/serve.ts'
import { basic, changeRows, startOpenidServer, type OpenidServer, type Registered } from './testing/openid-server.ts'

let portal: OpenidServer
let billing: Registered
let wiki: Registered

beforeAll(async () => {
  portal = await startOpenidServer()
  billing = await portal.register(portal.acme, 'billing')
  wiki = await portal.register(portal.acme, 'wiki')
})
afterAll(() => portal?.close())

describe('a sign-in', () => {
  it('gives the application who the person is, with tenant, environment and roles', async () => {
    const browser = await portal.signIn(portal.acme, ['staff', 'finance'])
    const { answer, idToken, accessToken, id, access } = await portal.signInAt(billing, browser)
    expect(answer.body).toMatchObject({ token_type: 'Bearer', scope: 'openid profile email' })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const keys = createRemoteJWKSet(new URL(`${portal.address}/oauth2/jwks`))
    const verified = await jwtVerify(idToken, keys, { issuer: testBaseUrl, audience: billing.id, typ: 'JWT' })
    expect(verified.payload).toMatchObject({ nonce: 'the nonce', roles: ['clerk', 'viewer'], tenant: portal.acme.id })
    expect(verified.payload).toMatchObject({ preferred_username: expect.stringMatching(/^p\d+@acme\.example$/) })
    const half = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
    expect(id['at_hash']).toBe(half)
    expect(id.sub).toBe(access.sub)
    expect(id['auth_time']).toBeTypeOf('number')
    await jwtVerify(accessToken, keys, {
      issuer: testBaseUrl,
      audience: 'urn:portico:acme:application:billing',
      typ: 'at+jwt',
    })
    expect(access).toMatchObject({ client_id: billing.id, roles: ['clerk', 'viewer'], sid: id['sid'] })
    const info = await (await portal.userinfo(accessToken)).json()
    expect(info).toMatchObject({ sub: id.sub, roles: ['clerk', 'viewer'], environment: id['environment'] })
  })

  it('answers with state and iss, by redirect or by a form that continues by itself', async () => {
    const browser = await portal.signIn(portal.acme)
    const { status, to, fields } = await portal.authorize(billing, browser)
    expect([status, to, fields]).toEqual([
      303,
      billing.redirectUri,
      { code: expect.stringMatching(/^[\w-]{43}$/), state: 'the state', iss: testBaseUrl },
    ])
    const form = await portal.authorize(billing, browser, { response_mode: 'form_post', state: '"><script>' })
    expect([form.status, form.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(form.text).toContain(`action="${billing.redirectUri}"`)
    expect(form.text).toContain('value="&quot;&gt;&lt;script&gt;"')
    expect(form.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*script-src 'sha256-/)
  })

  it('sets no cookie, and changes neither the session nor its environment', async () => {
    const staging = await portal.register(portal.acme, 'wiki', {}, 'staging')
    const browser = await portal.signIn(portal.acme)
    const before = new Map(browser.cookies)
    const { id, answer } = await portal.signInAt(staging, browser)
    expect(answer.headers.getSetCookie()).toEqual([])
    const { headers } = await portal.authorize(staging, browser)
    expect(headers.getSetCookie()).toEqual([])
    expect(browser.cookies).toEqual(before)
    const [production, other] = [await portal.signInAt(wiki, browser), id]
    expect(production.id['environment']).not.toBe(other['environment'])
  })

  it('gives only what the scopes name, and ignores scopes that do not exist', async () => {
    const browser = await portal.signIn(portal.acme)
    const { id, answer } = await portal.signInAt(billing, browser, { scope: 'openid offline_access phone' })
    expect(answer.body).toMatchObject({ scope: 'openid' })
    expect(answer.body).not.toHaveProperty('refresh_token')
    expect([id['name'], id['preferred_username'], id['email']]).toEqual([undefined, undefined, undefined])
    expect(id['roles']).toEqual(['viewer'])
  })

  it('lacks a role that was removed, at the next token and at userinfo', async () => {
    const browser = await portal.signIn(portal.acme, ['staff', 'finance'])
    const { accessToken, id } = await portal.signInAt(billing, browser)
    await changeRows(
      portal,
      portal.acme,
      sql`delete from user_groups where tenant_id = ${portal.acme.id} and user_id = ${id.sub}
            and group_id in (select id from groups where tenant_id = ${portal.acme.id} and claim = 'finance')`,
    )
    expect((await portal.signInAt(billing, browser)).id['roles']).toEqual(['viewer'])
    expect(await (await portal.userinfo(accessToken)).json()).toMatchObject({ roles: ['viewer'] })
  })

  it('is signed with the next key after a rotation, without a restart', async () => {
    const browser = await portal.signIn(portal.acme)
    const before = await portal.signInAt(billing, browser)
    const { deps, tokenEndpoint } = portal.server
    const { kid } = await rotateSigningKeys(deps, true)
    await tokenEndpoint.refresh()
    const after = await portal.signInAt(billing, browser)
    expect(decodeProtectedHeader(before.idToken).kid).not.toBe(kid)
    expect(decodeProtectedHeader(after.idToken).kid).toBe(kid)
  })

  it('a person who is not signed in signs in first and comes back; prompt=none asks nothing', async () => {
    const { location, fields } = await portal.authorize(billing, undefined)
    expect(location).toMatch(/^\/login\/\?returnPath=%2Foauth2%2Fauthorize%3F/)
    expect(fields['returnPath']).toContain('state=the+state')
    const silent = await portal.authorize(billing, undefined, { prompt: 'none' })
    expect([silent.to, silent.fields['error'], silent.fields['iss']]).toEqual([
      billing.redirectUri,
      'login_required',
      testBaseUrl,
    ])
    const browser = await portal.signIn(portal.acme)
    expect((await portal.authorize(billing, browser, { prompt: 'none' })).fields).toHaveProperty('code')
  })

  it('a posted request continues as a GET, which has the cookies', async () => {
    const { query } = portal.request(billing)
    const answer = await portal.post('/oauth2/authorize', Object.fromEntries(query))
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`/oauth2/authorize?${query.toString()}`)
  })
})

describe('a request that leads nowhere is answered with a page, and never redirected', () => {
  const cases: Record<string, () => readonly [Registered, Record<string, string | undefined>]> = {
    'an unknown client': () => [billing, { client_id: '0190a0b0-0000-7000-8000-000000000000' }],
    'no redirect_uri': () => [billing, { redirect_uri: undefined }],
    'another redirect_uri': () => [billing, { redirect_uri: 'https://evil.example/callback' }],
    'a longer redirect_uri': () => [billing, { redirect_uri: `${billing.redirectUri}/more` }],
    'a redirect_uri with a query': () => [billing, { redirect_uri: `${billing.redirectUri}?a=b` }],
    'a redirect_uri in another case': () => [billing, { redirect_uri: 'https://billing.example/Callback' }],
    'the redirect_uri of another client': () => [billing, { redirect_uri: wiki.redirectUri }],
    'a redirect_uri with a user name': () => [billing, { redirect_uri: 'https://billing.example@evil.example/' }],
  }
  it.each(Object.entries(cases))('%s', async (_name, values) => {
    const [client, change] = values()
    const browser = await portal.signIn(portal.acme)
    for (const visitor of [browser, undefined]) {
      const { status, location, text, headers } = await portal.authorize(client, visitor, change)
      expect([status, location, headers.get('content-type')]).toEqual([400, '', 'text/html; charset=utf-8'])
      expect(text).toContain('The application cannot sign you in')
      expect(text).not.toContain('evil')
    }
  })

  it('a parameter of the address that is there twice', async () => {
    const { path } = portal.request(billing)
    const response = await portal.get(`${path}&redirect_uri=${encodeURIComponent(billing.redirectUri)}`)
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
  })
})

describe('a wrong request is refused at the address of the client', () => {
  const cases: Record<string, readonly [Record<string, string | undefined>, string]> = {
    'no response_type': [{ response_type: undefined }, 'invalid_request'],
    'the implicit flow': [{ response_type: 'id_token' }, 'unsupported_response_type'],
    'the hybrid flow': [{ response_type: 'code id_token' }, 'unsupported_response_type'],
    'no openid scope': [{ scope: 'profile' }, 'invalid_scope'],
    'no PKCE': [{ code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    'PKCE with plain': [{ code_challenge_method: 'plain' }, 'invalid_request'],
    'PKCE without its method': [{ code_challenge_method: undefined }, 'invalid_request'],
    'a short challenge': [{ code_challenge: 'short' }, 'invalid_request'],
    'a request object': [{ request: 'e30.e30.' }, 'request_not_supported'],
    'a request_uri': [{ request_uri: 'https://evil.example/r' }, 'request_uri_not_supported'],
    registration: [{ registration: '{}' }, 'registration_not_supported'],
    'a response_mode that shows the code in a fragment': [{ response_mode: 'fragment' }, 'invalid_request'],
    'prompt=none with another': [{ prompt: 'none login' }, 'invalid_request'],
    'an unknown prompt': [{ prompt: 'maybe' }, 'invalid_request'],
    'a negative max_age': [{ max_age: '-1' }, 'invalid_request'],
    'a resource of another application': [{ resource: 'urn:portico:acme:application:wiki' }, 'invalid_target'],
  }
  it.each(Object.entries(cases))('%s', async (_name, [change, error]) => {
    const browser = await portal.signIn(portal.acme)
    const { to, fields } = await portal.authorize(billing, browser, change)
    expect(to).toBe(billing.redirectUri)
    expect(fields).toEqual({ error, error_description: expect.any(String), state: 'the state', iss: testBaseUrl })
  })
})

describe('who may not open the application gets no code', () => {
  it('a person without access, a person of another tenant, and everyone of a deactivated tenant', async () => {
    const outsider = await portal.signIn(portal.acme, [])
    expect((await portal.authorize(billing, outsider)).fields['error']).toBe('access_denied')
    const stranger = await portal.signIn(portal.globex)
    expect((await portal.authorize(billing, stranger)).fields['error']).toBe('access_denied')
    const silent = await portal.authorize(billing, stranger, { prompt: 'none' })
    expect(silent.fields['error']).toBe('login_required')
    const globexWiki = await portal.register(portal.globex, 'wiki')
    const { code, code_verifier } = await codeOf(globexWiki, stranger)
    const set = (deactivated: boolean) =>
      changeRows(
        portal,
        portal.globex,
        sql`update tenants set deactivated = ${deactivated} where tenant_id = ${portal.globex.id}`,
      )
    await set(true)
    expect((await portal.authorize(globexWiki, stranger)).fields['error']).toBe('access_denied')
    expect((await portal.redeem(globexWiki, { code, code_verifier })).body['error']).toBe('invalid_client')
    await set(false)
  })

  it('a deactivated person signs in again, and a code from before is refused', async () => {
    const browser = await portal.signIn(portal.acme)
    const { id } = await portal.signInAt(billing, browser)
    const given = await codeOf(billing, browser)
    await changeRows(
      portal,
      portal.acme,
      sql`update users set active = false where tenant_id = ${portal.acme.id} and id = ${id.sub}`,
    )
    await portal.server.database.changes.catchUp()
    expect((await portal.authorize(billing, browser)).location).toMatch(/^\/login\//)
    expect((await portal.redeem(billing, given)).body['error']).toBe('invalid_grant')
  })

  it('a session of the command line', async () => {
    const browser = await portal.signIn(portal.acme)
    await portal.signInAt(wiki, browser)
    await changeRows(
      portal,
      portal.acme,
      sql`update sessions set kind = 'cli' where tenant_id = ${portal.acme.id} and id_hash in (
            select id_hash from sessions where tenant_id = ${portal.acme.id} order by created_at desc limit 1)`,
    )
    expect((await portal.authorize(billing, browser)).fields['error']).toBe('login_required')
  })
})

describe('a fresh sign-in', () => {
  const back = (returnPath: string | undefined, browser: Awaited<ReturnType<OpenidServer['signIn']>>) =>
    portal.get(returnPath ?? '', { browser }).then(portal.landed)

  it.each([{ prompt: 'login' }, { prompt: 'select_account' }, { max_age: '0' }])(
    '%o leads to one, once, and is not satisfied by the session that was there',
    async (change) => {
      const browser = await portal.signIn(portal.acme)
      const asked = await portal.authorize(billing, browser, change)
      expect(asked.location).toMatch(/^\/login\/\?.*fresh=true/)
      const { returnPath } = asked.fields
      expect((await back(returnPath, browser)).fields['error']).toBe('login_required')
      expect((await back(returnPath, await portal.signIn(portal.acme))).fields).toHaveProperty('code')
      const forged = returnPath?.replace(/portico_fresh=[^&]*/, 'portico_fresh=9999999999999.none.AAAA')
      expect((await back(forged, browser)).location).toMatch(/^\/login\//)
      const other = returnPath?.replace('the+state', 'another')
      expect((await back(other, await portal.signIn(portal.acme))).location).toMatch(/^\/login\//)
    },
  )

  it('max_age is satisfied by a sign-in that is recent enough, and prompt=none never leads to one', async () => {
    const browser = await portal.signIn(portal.acme)
    expect((await portal.authorize(billing, browser, { max_age: '300' })).fields).toHaveProperty('code')
    const silent = await portal.authorize(billing, browser, { max_age: '0', prompt: 'none' })
    expect(silent.fields['error']).toBe('login_required')
  })

  it('id_token_hint of another person is refused', async () => {
    const [ada, ben] = [await portal.signIn(portal.acme), await portal.signIn(portal.acme)]
    const hint = (await portal.signInAt(billing, ada)).idToken
    expect((await portal.authorize(billing, ada, { id_token_hint: hint })).fields).toHaveProperty('code')
    for (const id_token_hint of [hint, 'a.b.c'])
      expect((await portal.authorize(billing, ben, { id_token_hint })).fields['error']).toBe('login_required')
  })
})

async function codeOf(client: Registered, browser: Awaited<ReturnType<OpenidServer['signIn']>>) {
  const { fields, verifier } = await portal.authorize(client, browser)
  return { code: fields['code'] ?? '', code_verifier: verifier }
}

describe('a code', () => {
  it('is good once: its second use revokes what the first one got', async () => {
    const { code, verifier, accessToken } = await portal.signInAt(billing, await portal.signIn(portal.acme))
    expect((await portal.userinfo(accessToken)).status).toBe(200)
    expect((await portal.redeem(billing, { code, code_verifier: verifier })).body['error']).toBe('invalid_grant')
    expect((await portal.userinfo(accessToken)).status).toBe(401)
  })

  it('is good once for any number of requests at the same time, at two processes', async () => {
    const other = await secondProcess()
    const given = await codeOf(billing, await portal.signIn(portal.acme))
    const fields = { grant_type: 'authorization_code', redirect_uri: billing.redirectUri, ...given }
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const base = n % 2 === 0 ? portal.address : other.address
        const init = { method: 'POST', body: new URLSearchParams(fields), headers: basic(billing) }
        return (await fetch(`${base}/oauth2/token`, init)).status
      }),
    )
    await other.close()
    expect(answers.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 11 }, () => 400)])
  })

  it.each<[string, (given: { code: string; code_verifier: string }) => Record<string, string | undefined>]>([
    ['another verifier', (given) => ({ ...given, code_verifier: randomToken() })],
    ['no verifier', (given) => ({ ...given, code_verifier: undefined })],
    ['the challenge as verifier', ({ code, code_verifier }) => ({ code, code_verifier: challenge(code_verifier) })],
    ['another redirect_uri', (given) => ({ ...given, redirect_uri: 'https://billing.example/other' })],
    ['no redirect_uri', (given) => ({ ...given, redirect_uri: undefined })],
    ['another resource', (given) => ({ ...given, resource: 'urn:portico:acme:application:wiki' })],
  ])('is refused with %s', async (_name, change) => {
    const given = await codeOf(billing, await portal.signIn(portal.acme))
    const { status, body } = await portal.redeem(billing, change(given))
    expect(status).toBe(400)
    expect(['invalid_grant', 'invalid_request', 'invalid_target']).toContain(body['error'])
    expect(body).not.toHaveProperty('access_token')
  })

  it('is refused to another client, of the tenant or of another one, and stays good for its own', async () => {
    const globexBilling = await portal.register(portal.globex, 'billing')
    const given = await codeOf(billing, await portal.signIn(portal.acme))
    for (const client of [wiki, globexBilling]) {
      const { body } = await portal.redeem(client, { ...given, redirect_uri: billing.redirectUri })
      expect(body['error']).toBe('invalid_grant')
    }
    expect((await portal.redeem(billing, given)).status).toBe(200)
  })

  it('is refused after a minute, and after the session has ended', async () => {
    const browser = await portal.signIn(portal.acme)
    const old = await codeOf(billing, browser)
    await changeRows(
      portal,
      portal.acme,
      sql`update application_grants set expires_at = expires_at - interval '61 s' where tenant_id = ${portal.acme.id} and used_at is null`,
    )
    expect((await portal.redeem(billing, old)).body['error']).toBe('invalid_grant')
    const given = await codeOf(billing, browser)
    const form = new URLSearchParams({ 'X-CSRFToken': browser.cookies.get('csrf') ?? '' })
    const out = await browser.send('/api/login/signout', { method: 'POST', body: form })
    expect(out.status).toBeLessThan(400)
    expect((await portal.redeem(billing, given)).body['error']).toBe('invalid_grant')
  })

  it('is not stored as it is sent, nor are tokens', async () => {
    const { code, accessToken } = await portal.signInAt(billing, await portal.signIn(portal.acme))
    const { rows } = await sql<{ text: string }>`
      select string_agg(g::text, ' ') as text from application_grants g`.execute(portal.server.database.owner)
    expect(rows[0]?.text).not.toContain(code)
    expect(rows[0]?.text).not.toContain(accessToken)
  })
})

describe('a refused request is in the flight recorder, by the code that the person sees', () => {
  const code = /[B-Z2-9]{4}-[B-Z2-9]{4}/
  const recordOf = async (text: string | undefined) => {
    const admin = await portal.signIn(portal.acme, ['admins'])
    const outcome = await admin.core.client.call(getSignIn, { params: { code: code.exec(text ?? '')?.[0] ?? '' } })
    return outcome.ok ? outcome.value : undefined
  }
  const failed = (finding: string, evidence: object) => ({
    purpose: 'application',
    outcome: 'failed',
    errorID: 'APPLICATION_REFUSED',
    checks: [{ check: 'application', outcome: 'failed', finding, evidence }],
  })

  it.each([
    ['another redirect URI', { redirect_uri: 'https://evil.example/cb' }, 'application-address'],
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'application-pkce'],
    ['PKCE with plain', { code_challenge_method: 'plain' }, 'application-pkce'],
    ['a scope without openid', { scope: 'profile' }, 'application-request'],
    ['a NUL in the redirect URI', { redirect_uri: '\0' }, 'application-address'],
    ['a NUL in the nonce', { nonce: 'a\0' }, 'application-request'],
  ])('%s', async (_, change, finding) => {
    const { text, fields } = await portal.authorize(billing, await portal.signIn(portal.acme), change)
    const evidence = expect.objectContaining({ application: 'Billing' }) as object
    expect(await recordOf(fields['error_description'] ?? text)).toMatchObject(failed(finding, evidence))
  })

  it('a person without access, by name', async () => {
    const vault = await portal.register(portal.acme, 'vault')
    const { fields } = await portal.authorize(vault, await portal.signIn(portal.acme))
    const { error_description: description } = fields
    const record = await recordOf(description)
    expect(record).toMatchObject(failed('application-access', { application: 'Vault', error: 'access_denied' }))
    expect(record?.username).toMatch(/^p\d+@acme\.example$/)
  })

  it('a silent request of a visitor is not recorded: nothing is wrong', async () => {
    const { fields } = await portal.authorize(billing, undefined, { prompt: 'none' })
    expect(fields['error_description']).not.toMatch(code)
  })
})

describe('PKCE (RFC 7636)', () => {
  const without = { code_challenge: undefined, code_challenge_method: undefined }
  const invalid = { error: 'invalid_request' }
  let handbook: Registered
  beforeAll(async () => {
    handbook = await portal.register(portal.acme, 'wiki', { requirePkce: false }, 'staging')
  })

  it('is required of every client unless it is registered without PKCE', async () => {
    const browser = await portal.signIn(portal.acme)
    expect((await portal.authorize(billing, browser, without)).fields).toMatchObject({
      ...invalid,
      error_description: expect.stringContaining('must use PKCE'),
    })
    const { code } = (await portal.authorize(billing, browser)).fields
    expect((await portal.redeem(billing, { code })).body).toMatchObject(invalid)
  })

  it('may be left out by a confidential client that sends a nonce (RFC 9700 section 2.1.1)', async () => {
    const browser = await portal.signIn(portal.acme)
    const { code } = (await portal.authorize(handbook, browser, without)).fields
    expect((await portal.redeem(handbook, { code })).status).toBe(200)
    for (const nonce of [undefined, ''])
      expect((await portal.authorize(handbook, browser, { ...without, nonce })).fields).toMatchObject({
        ...invalid,
        error_description: expect.stringContaining('nonce'),
      })
    const half = await portal.authorize(handbook, browser, { code_challenge: undefined })
    expect(half.fields).toMatchObject(invalid)
    const plain = await portal.authorize(handbook, browser, { code_challenge_method: 'plain' })
    expect(plain.fields).toMatchObject(invalid)
  })

  it('is enforced if a challenge was sent, and a verifier without a challenge is refused', async () => {
    const browser = await portal.signIn(portal.acme)
    const grant = { error: 'invalid_grant' }
    const [asked, wrong, good] = [0, 1, 2].map(() => portal.authorize(handbook, browser))
    expect((await portal.redeem(handbook, { code: (await asked)?.fields['code'] })).body).toMatchObject(grant)
    const other = { code: (await wrong)?.fields['code'], code_verifier: randomToken() }
    expect((await portal.redeem(handbook, other)).body).toMatchObject(grant)
    const answer = await good
    const right = { code: answer?.fields['code'], code_verifier: answer?.verifier }
    expect((await portal.redeem(handbook, right)).status).toBe(200)
    const { code } = (await portal.authorize(handbook, browser, without)).fields
    expect((await portal.redeem(handbook, { code, code_verifier: randomToken() })).body).toMatchObject(grant)
  })

  it('is required for outstanding codes if the registration was changed in the meantime', async () => {
    const browser = await portal.signIn(portal.acme)
    const { code } = (await portal.authorize(handbook, browser, without)).fields
    await changeRows(
      portal,
      portal.acme,
      sql`update application_clients set config = jsonb_set(config, '{requirePkce}', 'true')
           where tenant_id = ${portal.acme.id} and id = ${handbook.id}`,
    )
    expect((await portal.redeem(handbook, { code })).body).toMatchObject(invalid)
    expect((await portal.redeem(handbook, { code, code_verifier: randomToken() })).body['error']).toBe('invalid_grant')
  })
})

describe('the client authenticates in the way that is registered, and no other', () => {
  const answerOf = async (client: Registered, fields: Record<string, string | undefined>, headers = {}) => {
    const given = await codeOf(client, await portal.signIn(client.tenant))
    const { status, body, headers: sent } = await portal.redeem(client, { ...given, ...fields }, headers as never)
    return { status, error: body['error'], challenge: sent.get('www-authenticate') }
  }
  const refused = { status: 401, error: 'invalid_client' }

  it('client_secret: by Basic or in the body, never both', async () => {
    const posted = { client_id: billing.id, client_secret: billing.secret }
    expect(await answerOf(billing, {}, basic(billing))).toMatchObject({ status: 200 })
    expect(await answerOf(billing, posted)).toMatchObject({ status: 200 })
    expect(await answerOf(billing, posted, basic(billing))).toMatchObject(refused)
    expect(await answerOf(billing, { ...posted, client_secret: wiki.secret })).toMatchObject(refused)
    expect(await answerOf(billing, { client_id: billing.id })).toMatchObject(refused)
  })

  it('client_secret_basic', async () => {
    const billing = await portal.register(portal.acme, 'billing', { authMethod: 'client_secret_basic' }, 'staging')
    expect(await answerOf(billing, {}, basic(billing))).toMatchObject({ status: 200 })
    const wrong = await answerOf(billing, {}, basic({ ...billing, secret: wiki.secret }))
    expect(wrong).toEqual({ ...refused, challenge: expect.stringMatching(/^Basic /) })
    expect(await answerOf(billing, { client_id: billing.id, client_secret: billing.secret })).toMatchObject(refused)
    expect(await answerOf(billing, { client_id: billing.id })).toMatchObject(refused)
    expect(await answerOf(billing, { client_secret: billing.secret }, basic(billing))).toMatchObject(refused)
    expect(await answerOf(billing, { client_id: wiki.id }, basic(billing))).toMatchObject(refused)
  })

  it('client_secret_post, and none', async () => {
    const vault = await portal.register(portal.acme, 'vault', { authMethod: 'client_secret_post' })
    const browser = await portal.signIn(portal.acme, ['finance'])
    const given = await codeOf(vault, browser)
    const posted = { client_id: vault.id, client_secret: vault.secret }
    expect((await portal.redeem(vault, given, basic(vault))).status).toBe(401)
    expect((await portal.redeem(vault, { ...given, ...posted }, {})).status).toBe(200)
    const open = await portal.register(portal.acme, 'billing', { authMethod: 'none' }, 'staging')
    expect(await answerOf(open, { client_id: open.id })).toMatchObject({ status: 200 })
    expect(await answerOf(open, { client_id: open.id, client_secret: open.secret })).toMatchObject(refused)
  })

  it('private_key_jwt: once, only for us, with the key of the client', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const client = await portal.register(
      portal.acme,
      'billing',
      { authMethod: 'private_key_jwt', publicKeys: [pem] },
      'frozen',
    )
    const assertion = (change: Record<string, unknown> = {}, key = privateKey) => {
      const now = Math.floor(Date.now() / 1000)
      const claims = { iss: client.id, sub: client.id, aud: testBaseUrl, iat: now, exp: now + 60, jti: randomToken() }
      return new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: 'RS256' }).sign(key)
    }
    const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
    const present = async (text: string) => answerOf(client, { client_assertion_type: type, client_assertion: text })
    const good = await assertion()
    expect(await present(good)).toMatchObject({ status: 200 })
    expect(await present(good)).toMatchObject(refused)
    expect(await present(await assertion({ aud: [testBaseUrl, 'https://evil.example'] }))).toMatchObject(refused)
    expect(await present(await assertion({ sub: billing.id }))).toMatchObject(refused)
    expect(await present(await assertion({ exp: Math.floor(Date.now() / 1000) + 900 }))).toMatchObject(refused)
    const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    expect(await present(await assertion({}, foreign))).toMatchObject(refused)
  })

  it('private_key_jwt with either of two registered keys, without kid or with a name of the client for it', async () => {
    const [current, next, foreign] = [0, 1, 2].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }))
    const pems = [current, next].map((pair) => pair?.publicKey.export({ type: 'spki', format: 'pem' }).toString() ?? '')
    const config = { authMethod: 'private_key_jwt', publicKeys: pems } as const
    const client = await portal.register(portal.acme, 'wiki', config, 'frozen')
    const present = async (pair: typeof current, kid?: string) => {
      const now = Math.floor(Date.now() / 1000)
      const claims = { iss: client.id, sub: client.id, aud: testBaseUrl, iat: now, exp: now + 60, jti: randomToken() }
      const header = { alg: 'RS256', ...(kid !== undefined && { kid }) }
      const text = new SignJWT(claims).setProtectedHeader(header).sign(pair?.privateKey as KeyObject)
      const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
      return (await answerOf(client, { client_assertion_type: type, client_assertion: await text })).status
    }
    const named = await calculateJwkThumbprint(current?.publicKey.export({ format: 'jwk' }) as JWK)
    expect([await present(current), await present(next), await present(next, 'mine')]).toEqual([200, 200, 200])
    expect([await present(foreign), await present(next, named)]).toEqual([401, 401])
  })
})

describe('userinfo', () => {
  it('takes a token by header or by form, and no other token', async () => {
    const browser = await portal.signIn(portal.acme)
    const { accessToken, idToken } = await portal.signInAt(billing, browser)
    expect((await portal.post('/oauth2/userinfo', { access_token: accessToken })).status).toBe(200)
    const both = await portal.post(
      '/oauth2/userinfo',
      { access_token: accessToken },
      { authorization: `Bearer ${accessToken}` },
    )
    expect(both.status).toBe(400)
    for (const token of [idToken, 'x', accessToken.slice(0, -4)]) {
      const response = await portal.userinfo(token)
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"')
    }
    const missing = await portal.get('/oauth2/userinfo')
    expect([missing.status, missing.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer, DPoP algs="ES256 RS256 PS256"',
    ])
    expect(missing.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('an access token for an application does not open the portal', async () => {
    const { accessToken } = await portal.signInAt(billing, await portal.signIn(portal.acme))
    const response = await portal.get('/api/portal/launcher', { headers: { authorization: `Bearer ${accessToken}` } })
    expect(response.status).toBe(401)
  })
})

it('the discovery document says what there is', async () => {
  const document = await (await portal.get('/.well-known/openid-configuration')).json()
  expect(document).toMatchObject({
    issuer: testBaseUrl,
    authorization_endpoint: `${testBaseUrl}/oauth2/authorize`,
    userinfo_endpoint: `${testBaseUrl}/oauth2/userinfo`,
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'form_post'],
    code_challenge_methods_supported: ['S256'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    request_uri_parameter_supported: false,
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
  })
})

it('a sign-in is in the audit log once for each session in the application', async () => {
  const browser = await portal.signIn(portal.acme)
  const { id } = await portal.signInAt(billing, browser)
  await portal.signInAt(billing, browser)
  const { rows } = await portal.inTenant(portal.acme, ({ db, tenantId }) =>
    sql`select target_name, after from audit
         where tenant_id = ${tenantId} and action = 'application.open' and actor_id = ${id.sub}`.execute(db),
  )
  const after = { client: billing.id, environment: id['environment'], protocol: 'openid' }
  expect(rows).toEqual([{ target_name: 'Billing', after }])
})

it('an application that asks silently again and again does not keep the session of the portal alive', async () => {
  const browser = await portal.signIn(portal.acme)
  const { id } = await portal.signInAt(billing, browser)
  const ofPerson = sql`tenant_id = ${portal.acme.id} and user_id = ${id.sub}`
  const isUsedNow = async () => {
    await portal.server.deps.senders.settled()
    const { rows } = await portal.inTenant(portal.acme, ({ db }) =>
      sql<{
        now: boolean
      }>`select last_used_at > now() - interval '2 minutes' as now from sessions where ${ofPerson}`.execute(db),
    )
    return rows[0]?.now
  }
  const pause = () =>
    changeRows(
      portal,
      portal.acme,
      sql`update sessions set last_used_at = now() - interval '10 minutes' where ${ofPerson}`,
    )
  await pause()
  const silent = await portal.authorize(billing, browser, { prompt: 'none' })
  expect([silent.fields['code'], await isUsedNow()]).toEqual([expect.any(String), false])
  const opened = await portal.authorize(billing, browser)
  expect([opened.fields['code'], await isUsedNow()]).toEqual([expect.any(String), true])
})

function challenge(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

/** Another process on the same database and with the same keys. */
async function secondProcess() {
  const { createDeps } = await import('../../app/open.ts')
  const { database, secrets, settings, log, clock } = portal.server.deps
  const { deps, tokenEndpoint } = await createDeps({ database, secrets }, { settings, log, clock })
  const running = await serve(deps, { host: '127.0.0.1', port: 0, tokenEndpoint, pages: new Map() })
  return { address: `http://127.0.0.1:${running.port}`, close: () => running.stop() }
}
