import { listSessions, endSession, endOtherSessions, type ClientRefreshLife } from '@portico/core/contract'
import { sql } from 'kysely'
import { decodeJwt } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { repairer, setupHolder, supporter } from '../../app/authority/testing/callers.ts'
import type { World } from '../../app/authority/testing/world.ts'
import type { Actor } from '../../kit/http/actor.ts'
import { endSessionsOfPerson } from '../../sign-in/sessions/end-sessions.ts'
import { endRefreshTokensOfProvider } from '../../sign-in/sessions/application-session.ts'
import { endRestored } from '../../operator/backup/end-restored.ts'
import { vendorTenant, type Browser } from '../../testing/test-server.ts'
import { testKeyPair } from '../saml/testing/key-pairs.ts'
import {
  basic,
  changeRows,
  startOpenidServer,
  type Fields,
  type OpenidServer,
  type Registered,
} from './testing/openid-server.ts'

const offline = { scope: 'openid profile offline_access' }
const refused = { status: 400, body: { error: 'invalid_grant' } }

let portal: OpenidServer
let billing: Registered
let wiki: Registered

beforeAll(async () => {
  portal = await startOpenidServer()
  billing = await portal.register(portal.acme, 'billing', { refreshTokens: 'session' })
  wiki = await portal.register(portal.acme, 'wiki', { refreshTokens: '7d' })
})
afterAll(() => portal?.close())

const refresh = (client: Registered, token: unknown, fields: Fields = {}, headers = basic(client)) =>
  portal.post('/oauth2/token', { grant_type: 'refresh_token', refresh_token: String(token), ...fields }, headers)

async function offlineAt(client: Registered, browser: Browser, change: Fields = {}) {
  const { answer, id, accessToken } = await portal.signInAt(client, browser, { ...offline, ...change })
  return { token: answer.body['refresh_token'], id, accessToken }
}

const setLife = (client: Registered, life: ClientRefreshLife) =>
  changeRows(
    portal,
    client.tenant,
    sql`update application_clients set config = jsonb_set(config, '{refreshTokens}', ${JSON.stringify(life)}::jsonb)
         where tenant_id = ${client.tenant.id} and id = ${client.id}`,
  )

describe('a refresh token', () => {
  it('is issued only if it is registered and requested (OpenID Connect Core section 11)', async () => {
    const browser = await portal.signIn(portal.acme, ['finance'])
    const vault = await portal.register(portal.acme, 'vault')
    const { answer } = await portal.signInAt(vault, browser, offline)
    expect(answer.body).not.toHaveProperty('refresh_token')
    expect(answer.body['scope']).toBe('openid profile')
    const other = await portal.signInAt(billing, await portal.signIn(portal.acme))
    expect(other.answer.body).not.toHaveProperty('refresh_token')
    const { token } = await offlineAt(billing, await portal.signIn(portal.acme))
    expect(token).toMatch(/^prt_\w{49}$/)
  })

  it('is never issued to a session that did not begin with a sign-in at this tenant', async () => {
    const { server, acme } = portal
    const vendor = await server.importTenant(vendorTenant())
    const expiredCertificate = { pem: testKeyPair().certificate, fingerprint: '' }
    const world = { server, acme, vendor, expiredCertificate, made: new Map() } as unknown as World
    // A new kind of session does not compile until it is tried here.
    const sessions: Record<Exclude<Actor['kind'], 'user' | 'service-account'>, () => Promise<Browser>> = {
      recovery: () => repairer(world),
      setup: () => setupHolder(world),
      support: () => supporter(world, { access: true, change: true }),
    }
    const issued = async () => {
      const { rows } = await sql`select from application_grants where kind = 'refresh'`.execute(
        portal.server.database.owner,
      )
      return rows.length
    }
    for (const [kind, begin] of Object.entries(sessions)) {
      const browser = await begin()
      const session = await browser.send('/api/portal/cloudsession')
      expect(session.status, `${kind}: the session is valid`).toBe(200)
      const before = await issued()
      for (const client of [billing, wiki]) {
        const { status, to, fields } = await portal.authorize(client, browser, offline)
        expect([status, to.startsWith(client.redirectUri), fields['code']], kind).toEqual([403, false, undefined])
        const silent = await portal.authorize(client, browser, { ...offline, prompt: 'none' })
        expect([silent.fields['error'], silent.fields['code']], kind).toEqual(['login_required', undefined])
      }
      expect(await issued(), kind).toBe(before)
    }
  })

  it('is replaced at each use; the new tokens are for the same person, with the current roles', async () => {
    const browser = await portal.signIn(portal.acme, ['staff', 'finance'])
    const { token, id } = await offlineAt(billing, browser)
    expect(id['roles']).toEqual(['clerk', 'viewer'])
    await changeRows(
      portal,
      portal.acme,
      sql`delete from user_groups where tenant_id = ${portal.acme.id} and user_id = ${id.sub}
            and group_id in (select id from groups where tenant_id = ${portal.acme.id} and claim = 'finance')`,
    )
    const { status, body } = await refresh(billing, token)
    expect([status, body['token_type'], body['scope']]).toEqual([200, 'Bearer', 'openid profile offline_access'])
    const fresh = decodeJwt(String(body['id_token']))
    expect(fresh).toMatchObject({ sub: id.sub, aud: billing.id, sid: id['sid'], auth_time: id['auth_time'] })
    expect([fresh['roles'], fresh['nonce']]).toEqual([['viewer'], undefined])
    expect(await (await portal.userinfo(String(body['access_token']))).json()).toMatchObject({ roles: ['viewer'] })
    expect(body['refresh_token']).not.toBe(token)
    expect((await refresh(billing, body['refresh_token'])).status).toBe(200)
  })

  it('that is used twice revokes all tokens of its sign-in, and no others (RFC 9700 section 4.14.2)', async () => {
    for (const client of [billing, wiki]) {
      const browser = await portal.signIn(portal.acme)
      const [one, other] = [await offlineAt(client, browser), await offlineAt(client, browser)]
      const { body } = await refresh(client, one.token)
      expect(await refresh(client, one.token)).toMatchObject(refused)
      expect(await refresh(client, body['refresh_token'])).toMatchObject(refused)
      expect((await portal.userinfo(String(body['access_token']))).status).toBe(401)
      expect((await portal.userinfo(one.accessToken)).status).toBe(401)
      expect((await refresh(client, other.token)).status).toBe(200)
    }
    const { rows } = await sql<{ after: unknown }>`
      select after from audit where action = 'token.revoke' order by id desc limit 1`.execute(
      portal.server.database.owner,
    )
    expect(rows[0]?.after).toMatchObject({ reason: 'refresh-token-reused', client: wiki.id })
  })

  it('is valid once, even for concurrent uses', async () => {
    const { token } = await offlineAt(wiki, await portal.signIn(portal.acme))
    const all = await Promise.all(Array.from({ length: 6 }, () => refresh(wiki, token)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    const winner = all.find(({ status }) => status === 200)
    expect(await refresh(wiki, winner?.body['refresh_token'])).toMatchObject(refused)
  })

  it('that is used twice beside a rotation leaves no token of the sign-in', async () => {
    for (let run = 0; run < 12; run += 1) {
      const { token } = await offlineAt(billing, await portal.signIn(portal.acme))
      const next = (await refresh(billing, token)).body['refresh_token']
      const [, rotated] = await Promise.all([refresh(billing, token), refresh(billing, next)])
      expect(await refresh(billing, rotated?.body['refresh_token'] ?? next)).toMatchObject(refused)
    }
  })

  it('grants fewer scopes if fewer are requested, never more (RFC 6749 section 6)', async () => {
    const { token } = await offlineAt(billing, await portal.signIn(portal.acme))
    for (const scope of ['openid email', 'profile', 'openid nonsense'])
      expect((await refresh(billing, token, { scope })).body['error']).toBe('invalid_scope')
    const { body } = await refresh(billing, token, { scope: 'openid' })
    expect([body['scope'], decodeJwt(String(body['id_token']))['name']]).toEqual(['openid', undefined])
    const whole = await refresh(billing, body['refresh_token'])
    expect(whole.body['scope']).toBe('openid profile offline_access')
  })

  it('is useless to another client, without authentication, and for another resource', async () => {
    const { token } = await offlineAt(billing, await portal.signIn(portal.acme))
    expect(await refresh(wiki, token)).toMatchObject(refused)
    const theirs = await portal.register(portal.globex, 'billing', { refreshTokens: '30d' })
    expect(await refresh(theirs, token)).toMatchObject(refused)
    expect((await refresh(billing, token, { client_id: billing.id }, {})).status).toBe(401)
    expect((await refresh(billing, token, { resource: 'urn:other' })).body['error']).toBe('invalid_target')
    expect(await refresh(billing, `${String(token).slice(0, -1)}~`)).toMatchObject(refused)
    expect((await refresh(billing, token)).status).toBe(200)
  })

  it('is not stored in clear', async () => {
    const { token } = await offlineAt(wiki, await portal.signIn(portal.acme))
    const { rows } = await sql<{ text: string }>`
      select string_agg(g::text, ' ') || (select string_agg(s::text, ' ') from sessions s) as text
        from application_grants g`.execute(portal.server.database.owner)
    expect(rows[0]?.text).not.toContain(String(token).slice(4))
  })

  it('is introspected and revoked by its client', async () => {
    const { token, id } = await offlineAt(wiki, await portal.signIn(portal.acme))
    const ask = (path: string, client: Registered, value: unknown) =>
      portal.post(path, { token: String(value) }, basic(client))
    expect((await ask('/oauth2/introspect', wiki, token)).body).toMatchObject({
      active: true,
      sub: id.sub,
      client_id: wiki.id,
      scope: 'openid profile offline_access',
    })
    expect((await ask('/oauth2/introspect', billing, token)).body).toEqual({ active: false })
    await ask('/oauth2/revoke', billing, token)
    const { body } = await refresh(wiki, token)
    expect((await ask('/oauth2/introspect', wiki, token)).body).toEqual({ active: false })
    await ask('/oauth2/revoke', wiki, body['refresh_token'])
    expect(await refresh(wiki, body['refresh_token'])).toMatchObject(refused)
    expect((await portal.userinfo(String(body['access_token']))).status).toBe(401)
  })
})

describe('a refresh token ends', () => {
  const signOut = async (browser: Browser) => {
    const body = new URLSearchParams({ 'X-CSRFToken': browser.cookies.get('csrf') ?? '' })
    expect((await browser.send('/api/login/signout', { method: 'POST', body })).status).toBeLessThan(400)
  }

  it('with the session of the portal, unless it is registered with a separate lifetime', async () => {
    const browser = await portal.signIn(portal.acme)
    const [bound, own] = [await offlineAt(billing, browser), await offlineAt(wiki, browser)]
    await signOut(browser)
    expect(await refresh(billing, bound.token)).toMatchObject(refused)
    const { status, body } = await refresh(wiki, own.token)
    expect(status).toBe(200)
    const claims = decodeJwt(String(body['id_token']))
    expect([claims.sub, claims['sid']]).toEqual([own.id.sub, undefined])
    expect((await portal.userinfo(String(body['access_token']))).status).toBe(200)
  })

  it('after its lifetime, however often it is used', async () => {
    const { token, id } = await offlineAt(wiki, await portal.signIn(portal.acme))
    await changeRows(
      portal,
      portal.acme,
      sql`update application_grants set expires_at = expires_at - interval '7 days'
           where tenant_id = ${portal.acme.id} and kind = 'refresh' and session_id in
                 (select id from sessions where tenant_id = ${portal.acme.id} and user_id = ${id.sub})`,
    )
    expect(await refresh(wiki, token)).toMatchObject(refused)
  })

  const ways: readonly (readonly [string, (userId: string, browser: Browser) => Promise<unknown>])[] = [
    ['when the person is deactivated', (id) => change(sql`update users set active = false where id = ${id}`)],
    [
      'when all sessions of the person are ended',
      (id) => portal.inTenant(portal.acme, (tx) => endSessionsOfPerson(tx, id)),
    ],
    ['when the provider is disabled', () => change(sql`update identity_providers set enabled = false`)],
    [
      'when the primary provider is switched',
      async () => {
        const { rows } = await sql<{ id: string }>`select id from identity_providers
          where tenant_id = ${portal.acme.id}`.execute(portal.server.database.owner)
        for (const { id } of rows) await portal.inTenant(portal.acme, (tx) => endRefreshTokensOfProvider(tx, id))
      },
    ],
    ['when a backup is restored', () => restored()],
  ]
  const change = (statement: ReturnType<typeof sql>) => changeRows(portal, portal.acme, statement)
  async function restored() {
    const client = new pg.Client({ connectionString: portal.server.database.url })
    await client.connect()
    try {
      await client.query('begin')
      await endRestored(client, { keepSessions: false })
      await client.query('commit')
    } finally {
      await client.end()
    }
  }

  it.each(ways)('%s', async (_, end) => {
    const browser = await portal.signIn(portal.acme)
    const [bound, own] = [await offlineAt(billing, browser), await offlineAt(wiki, browser)]
    await end(String(own.id.sub), browser)
    const answers = [await refresh(billing, bound.token), await refresh(wiki, own.token)]
    await change(sql`update identity_providers set enabled = true`)
    expect(answers).toMatchObject([refused, refused])
  })

  it('is useless while the tenant is deactivated: its clients are not accepted', async () => {
    const { token } = await offlineAt(wiki, await portal.signIn(portal.acme))
    await change(sql`update tenants set deactivated = true`)
    const answer = await refresh(wiki, token)
    await change(sql`update tenants set deactivated = false`)
    expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  })

  it('when the person loses access to the application, or the registration its refresh tokens', async () => {
    const one = await offlineAt(wiki, await portal.signIn(portal.acme))
    const groups = sql`user_groups where tenant_id = ${portal.acme.id} and user_id = ${one.id.sub}`
    await change(sql`delete from ${groups}`)
    expect(await refresh(wiki, one.token)).toMatchObject(refused)
    for (const life of ['none', 'session'] as const) {
      const { token } = await offlineAt(wiki, await portal.signIn(portal.acme))
      await setLife(wiki, life)
      expect(await refresh(wiki, token)).toMatchObject(refused)
      await setLife(wiki, '7d')
      expect(await refresh(wiki, token)).toMatchObject(refused)
    }
  })
})

describe('the list of sessions', () => {
  it('shows refresh tokens that outlive the session, once for an application, and ends them', async () => {
    const browser = await portal.signIn(portal.acme)
    const first = await offlineAt(wiki, browser)
    const second = await offlineAt(wiki, browser)
    const listed = await browser.core.client.call(listSessions, {})
    const sessions = listed.ok ? listed.value.sessions : []
    expect(sessions.map(({ kind, application }) => [kind, application])).toEqual(
      expect.arrayContaining([
        ['application', 'wiki'],
        ['browser', null],
      ]),
    )
    expect(sessions).toHaveLength(2)
    const { id = '' } = sessions.find(({ kind }) => kind === 'application') ?? {}
    expect(await browser.core.client.call(endSession, { params: { id } })).toMatchObject({ ok: true })
    for (const { token } of [first, second]) expect(await refresh(wiki, token)).toMatchObject(refused)
    const third = await offlineAt(wiki, browser)
    expect(await browser.core.client.call(endOtherSessions, {})).toMatchObject({ value: { endedSessions: 1 } })
    expect(await refresh(wiki, third.token)).toMatchObject(refused)
  })
})
