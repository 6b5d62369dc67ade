import { createPrivateKey, randomUUID, type KeyObject } from 'node:crypto'

import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createAuditAlarms } from '../../kit/audit-trail/alarms.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { silentLog } from '../../kit/database/testing/silent-log.ts'
import { createTestDatabase, type TestDatabase } from '../../kit/database/testing/test-database.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { createSecretBox } from '../../kit/secrets/secret-box.ts'
import { readSettings } from '../../kit/settings/settings.ts'
import { sweep } from '../../app/sweep.ts'
import { revokeAccessToken } from './access-tokens.ts'
import { loadSigningKeys } from './signing-keys.ts'
import { createTokenRecords } from './record-tokens.ts'
import { claimsOf, makeAssertion, makeKey, type Fields } from './testing/assertions.ts'
import { addTenant, type Tenant } from './testing/tenant.ts'
import { publicIssuer, startTokenServer, type TokenServer } from './testing/token-server.ts'

let database: TestDatabase
let server: TokenServer
let acme: Tenant
let globex: Tenant
let admin: string
let clerk: string
const [key, secondKey] = [makeKey(), makeKey()]

beforeAll(async () => {
  database = await createTestDatabase()
  server = await startTokenServer(database)
  acme = await addTenant(database, 'acme')
  globex = await addTenant(database, 'globex')
  admin = await acme.addAccount('admin', [key], ['portal/security-admin'])
  clerk = await acme.addAccount('clerk', [key], ['billing/clerk', 'billing/auditor', 'archive'])
})

afterAll(async () => {
  await server?.close()
  await database?.close()
})

const resource = (application: string, tenant = 'acme'): string => `urn:portico:${tenant}:application:${application}`

async function request(account: string, more?: Record<string, string>) {
  return server.ask(makeAssertion(claimsOf(account, publicIssuer), { key: key.privateKey }), more)
}

/** One token for several applications. */
async function askFor(account: string, applications: readonly string[]) {
  const form = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: makeAssertion(claimsOf(account, publicIssuer), { key: key.privateKey }),
  })
  for (const application of applications) form.append('resource', resource(application))
  return server.post(form)
}

async function tokenOf(account: string, more?: Record<string, string>): Promise<string> {
  const { body } = await request(account, more)
  expect(body).toHaveProperty('access_token')
  return String(body['access_token'])
}

/** As a request of the API meets a bearer token. */
async function actorOf(token: string) {
  const { accessTokens } = server.endpoint
  const credential = await accessTokens.verify(token)
  if (credential === undefined) return undefined
  const known = await tenantScope(database, credential.tenantId).transaction((tx) => accessTokens.actor(tx, credential))
  return known?.actor
}

describe('the audit log', () => {
  const entries = (account: string) =>
    acme.in(async ({ db }) => {
      const { rows } = await sql<{ action: string; after: Fields; address: string }>`
        select action, after, address from audit where actor_id = ${account} order by id`.execute(db)
      return rows
    })

  test('names each token that was issued, and each that was not, without the token', async () => {
    const account = await acme.addAccount('audited', [key], ['billing/clerk'])
    const token = await tokenOf(account, { resource: resource('billing') })
    const address = expect.stringContaining('127.0.0.1') as string
    const issued = {
      action: 'token.issue',
      after: { tokenId: decodeJwt(token).jti, audience: resource('billing') },
      address,
    }
    expect(await entries(account)).toEqual([issued])
    await request(account, { resource: resource('archive') })
    await expect.poll(() => entries(account)).toHaveLength(2)
    const reason = expect.stringContaining('does not depend on this application') as string
    expect((await entries(account))[1]).toEqual({
      action: 'token.refuse',
      after: { error: 'invalid_target', reason },
      address,
    })
  })
})

describe('what a token says', () => {
  test('its header and claims are those of RFC 9068, with tenant, environment and roles', async () => {
    const before = Math.floor(Date.now() / 1000)
    const token = await tokenOf(clerk, { resource: resource('billing') })
    const keys = (await (await fetch(`${server.address}/oauth2/jwks`)).json()) as JSONWebKeySet
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', typ: 'at+jwt', kid: keys.keys[0]?.kid })
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys))
    expect(payload).toEqual({
      iss: publicIssuer,
      sub: clerk,
      aud: resource('billing'),
      client_id: clerk,
      jti: expect.stringMatching(/^[\w-]{20,}$/),
      iat: expect.any(Number),
      exp: (payload.iat ?? 0) + 900,
      tenant: acme.id,
      environment: acme.environmentId,
      roles: ['auditor', 'clerk'],
    })
    expect(payload.iat).toBeGreaterThanOrEqual(before)
    expect(payload.iat).toBeLessThanOrEqual(Date.now() / 1000)
  })

  test('without a resource it is for the portal, with the roles held there', async () => {
    expect(decodeJwt(await tokenOf(admin))).toMatchObject({ aud: resource('portal'), roles: ['security-admin'] })
    expect(decodeJwt(await tokenOf(clerk))).toMatchObject({ aud: resource('portal'), roles: [] })
  })

  test('an application granted without a role has none', async () => {
    expect(decodeJwt(await tokenOf(clerk, { resource: resource('archive') }))).toMatchObject({ roles: [] })
  })

  test('it is recorded before it is returned, and the record matches it', async () => {
    const { jti, exp } = decodeJwt(await tokenOf(clerk, { resource: resource('billing') }))
    const row = await acme.in(({ db }) =>
      db.selectFrom('access_tokens').selectAll().where('id', '=', String(jti)).executeTakeFirst(),
    )
    expect(row).toEqual({
      tenant_id: acme.id,
      id: jti,
      service_account_id: clerk,
      key_thumbprint: key.thumbprint,
      audience: resource('billing'),
      expires_at: new Date((exp ?? 0) * 1000),
      revoked_at: null,
    })
  })
})

describe('several resources at once', () => {
  test('are one token with all audiences, and the roles of each', async () => {
    const { body } = await askFor(clerk, ['billing', 'archive', 'billing', 'portal'])
    const token = decodeJwt(String(body['access_token']))
    expect(token['aud']).toEqual([resource('archive'), resource('billing'), resource('portal')])
    expect(token['roles']).toEqual({
      [resource('archive')]: [],
      [resource('billing')]: ['auditor', 'clerk'],
      [resource('portal')]: [],
    })
    expect(await server.endpoint.accessTokens.verify(String(body['access_token']))).toBeUndefined()
  })

  test('the same one twice is one', async () => {
    const { body } = await askFor(clerk, ['billing', 'billing'])
    expect(decodeJwt(String(body['access_token']))).toMatchObject({
      aud: resource('billing'),
      roles: ['auditor', 'clerk'],
    })
  })
})

describe('a resource outside the account’s dependencies is not a valid target', () => {
  const wrong: [name: string, resource: string][] = [
    ['an application without a dependency', resource('billing')],
    ['an application that never was', resource('nothing')],
    ['the same application of another tenant', resource('billing', 'globex')],
    ['the portal of another tenant', resource('portal', 'globex')],
    ['an application id instead of its URN', 'app-billing'],
    ['capitals', resource('PORTAL')],
    ['a blank at the end', `${resource('portal')} `],
    ['a fragment', `${resource('portal')}#x`],
    ['a NUL', `${resource('billing')}\0`],
    ['a pattern', resource('%')],
    ['no URI', 'portal'],
    ['a URL', 'https://billing.example.com'],
    ['only the prefix', resource('')],
    ['a very long one', resource('x'.repeat(20_000))],
  ]
  test.for(wrong)('%s', async ([, asked]) => {
    const { status, body } = await request(admin, { resource: asked })
    expect([status, body['error']]).toEqual([400, 'invalid_target'])
  })

  test('one of several', async () => {
    const { status, body } = await askFor(clerk, ['archive', 'nothing'])
    expect([status, body['error']]).toEqual([400, 'invalid_target'])
    expect(body['error_description']).toContain(resource('nothing'))
  })
})

describe('the portal accepts its own tokens only', () => {
  test('the account behind a token, and whether it administers', async () => {
    expect(await actorOf(await tokenOf(admin))).toEqual({
      kind: 'service-account',
      tenantId: acme.id,
      id: admin,
      name: 'admin',
      isAdmin: true,
      environmentId: acme.environmentId,
      token: { id: expect.any(String), expiresAt: expect.any(Date) },
    })
    expect(await actorOf(await tokenOf(clerk))).toMatchObject({ id: clerk, isAdmin: false })
  })

  test('a token for another application is rejected here', async () => {
    expect(
      await server.endpoint.accessTokens.verify(await tokenOf(clerk, { resource: resource('billing') })),
    ).toBeUndefined()
  })

  test('a role called security-admin of another application administers nothing', async () => {
    const account = await acme.addAccount('pretender', [key], ['billing/clerk'])
    await acme.in(async ({ db }) => {
      const role = {
        tenant_id: acme.id,
        id: randomUUID(),
        environment_id: acme.environmentId,
        application_id: 'app-archive',
      }
      await db
        .insertInto('app_roles')
        .values({ ...role, name: 'security-admin', label: 'x' })
        .execute()
      const { id: role_id, ...place } = role
      await db
        .insertInto('service_account_dependencies')
        .values({ ...place, service_account_id: account, role_id })
        .execute()
    })
    expect(await actorOf(await tokenOf(account))).toMatchObject({ isAdmin: false })
  })

  test('forged tokens are rejected', async () => {
    const token = await tokenOf(admin)
    const claims = decodeJwt(token)
    const ours = await ourKey()
    const published = (await (await fetch(`${server.address}/oauth2/jwks`)).json()) as JSONWebKeySet
    const make = (changes: Fields, header: Fields = {}, by: KeyObject | string = ours.key, alg = 'RS256') =>
      makeAssertion({ ...claims, ...changes }, { key: by, alg, header: { typ: 'at+jwt', kid: ours.kid, ...header } })
    const now = Math.floor(Date.now() / 1000)
    const forged: [string, string][] = [
      ['another key', make({}, {}, key.privateKey)],
      ['another key by its name', make({}, { kid: key.thumbprint }, key.privateKey)],
      ['no signature', make({}, {}, '', 'none')],
      ['HS256 under what is published', make({}, {}, JSON.stringify(published.keys[0]), 'HS256')],
      ['RS512 under our key', make({}, {}, ours.key, 'RS512')],
      ['an assertion', makeAssertion(claimsOf(admin, publicIssuer), { key: key.privateKey })],
      ['typ JWT', make({}, { typ: 'JWT' })],
      ['no typ', make({}, { typ: undefined })],
      ['another issuer', make({ iss: 'https://other.example.com' })],
      ['a list of audiences', make({ aud: [resource('portal'), resource('billing')] })],
      ['an audience that only begins so', make({ aud: `${resource('portal')}:x` })],
      ['expired', make({ iat: now - 1000, exp: now - 100 })],
      ['no expiry', make({ exp: undefined })],
      ['no tenant', make({ tenant: undefined })],
      ['an invalid tenant id', make({ tenant: "'; drop table tenants" })],
      ['an invalid subject id', make({ sub: 'x' })],
      ['no jti', make({ jti: undefined })],
      ['not a token', 'x'],
    ]
    expect(await actorOf(make({}))).toBeDefined()
    for (const [name, bearer] of forged)
      expect([name, await server.endpoint.accessTokens.verify(bearer)]).toEqual([name, undefined])
    // What verify lets pass, because only the tenant's rows tell, ends at the actor.
    const elsewhere: [string, string][] = [
      ['another tenant', make({ tenant: globex.id })],
      ['another subject', make({ sub: clerk })],
      ['a jti that was never issued', make({ jti: 'x'.repeat(43) })],
    ]
    for (const [name, bearer] of elsewhere) expect([name, await actorOf(bearer)]).toEqual([name, undefined])
    const ofBilling = decodeJwt(await tokenOf(clerk, { resource: resource('billing') }))
    expect(await actorOf(make({ sub: clerk, jti: ofBilling.jti }))).toBeUndefined()
  })

  /** The real one, as only the server can read it. */
  async function ourKey(): Promise<{ kid: string; key: KeyObject }> {
    const [ours] = await loadSigningKeys({ database, secrets: createSecretBox(Buffer.alloc(32, 7)) })
    if (ours === undefined) throw new Error('There is no signing key.')
    return { kid: ours.kid, key: createPrivateKey({ key: ours.privateJwk, format: 'jwk' }) }
  }
})

describe('a token ends at once', () => {
  const ways: [name: string, end: (account: string, jti: string) => Promise<unknown>][] = [
    [
      'when the key that signed for it is removed',
      (account) =>
        acme.in(({ db }) =>
          db
            .updateTable('service_accounts')
            .set({ key1: null, key1_algorithm: null, key1_thumbprint: null })
            .where('id', '=', account)
            .execute(),
        ),
    ],
    [
      'when the account is deleted',
      (account) => acme.in(({ db }) => db.deleteFrom('service_accounts').where('id', '=', account).execute()),
    ],
    ['when it is revoked', async (_, jti) => expect(await acme.in((tx) => revokeAccessToken(tx, jti))).toBe(true)],
    [
      'when it expires by the database’s clock',
      (_, jti) =>
        acme.in(({ db }) =>
          db
            .updateTable('access_tokens')
            .set({ expires_at: sql<Date>`now()` })
            .where('id', '=', jti)
            .execute(),
        ),
    ],
  ]
  test.for(ways)('%s', async ([name, end]) => {
    const account = await acme.addAccount(name, [key, secondKey], [])
    const token = await tokenOf(account)
    expect(await actorOf(token)).toBeDefined()
    await end(account, String(decodeJwt(token).jti))
    expect(await actorOf(token)).toBeUndefined()
  })

  test('the key in the other slot does not end it, nor does moving the key there', async () => {
    const account = await acme.addAccount('swapped', [key, secondKey], [])
    const token = await tokenOf(account)
    const slots = {
      key1: null,
      key1_algorithm: null,
      key1_thumbprint: null,
      key2: key.pem,
      key2_algorithm: 'RSA',
      key2_thumbprint: key.thumbprint,
    }
    await acme.in(({ db }) => db.updateTable('service_accounts').set(slots).where('id', '=', account).execute())
    expect(await actorOf(token)).toBeDefined()
  })

  test('administering ends with the role', async () => {
    const account = await acme.addAccount('demoted', [key], ['portal/security-admin'])
    const token = await tokenOf(account)
    expect(await actorOf(token)).toMatchObject({ isAdmin: true })
    await acme.in(({ db }) =>
      db.deleteFrom('service_account_dependencies').where('service_account_id', '=', account).execute(),
    )
    expect(await actorOf(token)).toMatchObject({ isAdmin: false })
  })

  test('another tenant cannot revoke it, and it is revoked only once', async () => {
    const jti = String(decodeJwt(await tokenOf(admin)).jti)
    expect(await globex.in((tx) => revokeAccessToken(tx, jti))).toBe(false)
    expect(await acme.in((tx) => revokeAccessToken(tx, jti))).toBe(true)
    expect(await acme.in((tx) => revokeAccessToken(tx, jti))).toBe(false)
  })
})

test('no token is recorded or returned if the key or account was removed after the assertion was verified', async () => {
  const record = createTokenRecords(database, { lifeSecs: 900 })
  const note = (accountId: string, keyThumbprint: string, expSecs = Date.now() / 1000 + 60) =>
    record(acme.id, {
      id: randomUUID(),
      accountId,
      keyThumbprint,
      audiences: [resource('portal')],
      assertion: { issuer: accountId, jti: randomUUID(), expSecs },
      audit: { id: randomUUID(), requestId: 'x', address: '127.0.0.1' },
    })
  const notes = await Promise.all([
    note(admin, secondKey.thumbprint),
    note(randomUUID(), key.thumbprint),
    note(admin, key.thumbprint, Date.now() / 1000 - 1),
    note(admin, key.thumbprint),
  ])
  expect(notes).toEqual(['gone', 'gone', 'gone', { issuedAtSecs: expect.any(Number) }])
})

test('sweeping removes expired rows and nothing else', async () => {
  const [old, live] = [await tokenOf(admin), await tokenOf(admin)].map((token) => String(decodeJwt(token).jti))
  await acme.in(({ db }) =>
    db
      .updateTable('access_tokens')
      .set({ expires_at: sql<Date>`now() - interval '2 hours'` })
      .where('id', '=', String(old))
      .execute(),
  )
  const uses = () =>
    database.app
      .selectFrom('assertion_uses')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  const { n } = await uses()
  await sql`insert into assertion_uses (issuer, id_hash, expires_at) values ('x', 'y', now() - interval '1 second')`.execute(
    database.app,
  )
  await sweep({
    database,
    log: silentLog as unknown as Deps['log'],
    settings: readSettings({}, publicIssuer),
    clock: Date,
    auditAlarms: createAuditAlarms(),
  })
  const left = await acme.in(({ db }) =>
    db
      .selectFrom('access_tokens')
      .select('id')
      .where('id', 'in', [String(old), String(live)])
      .execute(),
  )
  expect(left).toEqual([{ id: live }])
  expect(await uses()).toEqual({ n })
})
