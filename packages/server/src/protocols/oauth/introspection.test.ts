import { randomUUID } from 'node:crypto'

import { ClientConfig } from '@portico/core/contract'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { findClient, saveClient, setClientSecret } from '../../applications/clients/queries.ts'
import { clientSecretHash, isClientSecret, newClientSecret } from '../../applications/clients/secrets.ts'
import { openDatabase, type Database } from '../../kit/database/connect.ts'
import { silentLog } from '../../kit/database/testing/silent-log.ts'
import { createTestDatabase, type TestDatabase } from '../../kit/database/testing/test-database.ts'
import type { AuthenticateClient } from './callers.ts'
import type { TokenKind } from './token-kinds.ts'
import { claimsOf, makeAssertion, makeKey, type AccountKey } from './testing/assertions.ts'
import { addTenant, type Tenant } from './testing/tenant.ts'
import { publicIssuer, startTokenServer, type TokenServer } from './testing/token-server.ts'

let database: TestDatabase
let second: Database
let server: TokenServer
let replica: TokenServer
let acme: Tenant
let globex: Tenant
/** Depends on the application billing. */
let caller: string
/** Its token is introspected. */
let robot: string
const [key, otherKey] = [makeKey(), makeKey()]
const client = { id: randomUUID(), secret: newClientSecret() }
const inactive = '{"active":false}'
const opaque = `opq_${randomUUID()}`
const revoked: string[] = []

const resource = (application: string, tenant = 'acme'): string => `urn:portico:${tenant}:application:${application}`

/** By a secret in the Authorization header. */
const authenticateClient =
  (of: Database): AuthenticateClient =>
  async (_, { authorization = '' }) => {
    const [id = '', secret = ''] = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(':')
    const found = await findClient(of, id)
    return found && isClientSecret(secret, found.secretHashes)
      ? found
      : { status: 401, error: 'invalid_client', description: 'x' }
  }

const opaqueKind: TokenKind = {
  recognises: (token) => token.startsWith('opq_'),
  read: async (token) =>
    token === opaque && !revoked.includes(token)
      ? { sub: 'someone', aud: resource('billing'), tenant: acme.id, environment: acme.environmentId, roles: ['clerk'] }
      : undefined,
  revoke: async (token) => void revoked.push(token),
}

beforeAll(async () => {
  database = await createTestDatabase()
  second = await openDatabase({
    dataDir: '',
    databaseUrl: database.url,
    appDatabaseUrl: database.appUrl,
    secretKey: Buffer.alloc(32),
    log: silentLog,
  })
  const start = (one: Database) =>
    startTokenServer(one, { authenticateClient: authenticateClient(one), kinds: () => [opaqueKind] })
  ;[server, replica] = await Promise.all([start(database), start(second)])
  acme = await addTenant(database, 'acme')
  globex = await addTenant(database, 'globex')
  caller = await acme.addAccount('caller', [key], ['billing'])
  robot = await acme.addAccount('robot', [key, otherKey], ['billing/clerk', 'billing/auditor', 'archive/reader'])
  const config = v.parse(ClientConfig, { protocol: 'openid', redirectUris: ['https://billing.example/cb'] })
  await acme.in((tx) =>
    saveClient(tx, { id: client.id, environmentId: acme.environmentId, applicationId: 'app-billing', config }),
  )
  await acme.in((tx) =>
    setClientSecret(tx, { id: client.id, hash: clientSecretHash(client.secret), keepPrevious: false }),
  )
})
afterAll(async () => {
  await server?.close()
  await replica?.close()
  await second?.close()
  await database?.close()
})

const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const proof = (account: string, by: AccountKey = key) => ({
  client_assertion_type: type,
  client_assertion: makeAssertion(claimsOf(account, publicIssuer), { key: by.privateKey }),
})
const basic = ({ id, secret } = client) => ({
  Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

async function post(path: string, form: Record<string, string>, { headers = {}, on = server } = {}) {
  const answer = await fetch(`${on.address}/oauth2/${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers,
  })
  return { status: answer.status, text: await answer.text(), cache: answer.headers.get('cache-control') }
}
const byAccount = async (token: string, account = caller, on = server) =>
  (await post('introspect', { token, ...proof(account) }, { on })).text
const byClient = async (token: string, on = server) =>
  (await post('introspect', { token }, { headers: basic(), on })).text

async function tokenOf(account: string, applications: readonly string[] = [], by = key): Promise<string> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...proof(account, by) })
  for (const application of applications) form.append('resource', resource(application))
  const { body } = await server.post(form)
  expect(body).toHaveProperty('access_token')
  return String(body['access_token'])
}

test('an account learns of its tokens and of tokens for an application that it depends on', async () => {
  const token = await tokenOf(robot, ['billing'])
  const { jti, iat, exp } = decodeJwt(token)
  const facts = {
    active: true,
    token_type: 'Bearer',
    iss: publicIssuer,
    sub: robot,
    client_id: robot,
    aud: resource('billing'),
    jti,
    iat,
    exp,
    tenant: acme.id,
    environment: acme.environmentId,
    roles: ['auditor', 'clerk'],
  }
  expect(JSON.parse(await byAccount(token))).toEqual(facts)
  expect(JSON.parse(await byClient(token))).toEqual(facts)
  const archive = await tokenOf(robot, ['archive'])
  expect(await byAccount(archive)).toBe(inactive)
  expect(await byClient(archive)).toBe(inactive)
  expect(JSON.parse(await byAccount(archive, robot))).toMatchObject({ active: true, roles: ['reader'] })
})

test('of a token for several applications, a caller learns only about its own', async () => {
  const token = await tokenOf(robot, ['archive', 'billing'])
  expect(JSON.parse(await byClient(token))).toMatchObject({
    aud: [resource('billing')],
    roles: { [resource('billing')]: ['auditor', 'clerk'] },
  })
  expect(await byClient(token)).not.toContain('archive')
  expect(JSON.parse(await byAccount(token, robot))).toMatchObject({ aud: [resource('archive'), resource('billing')] })
})

test('unknown, foreign, tampered, expired and revoked tokens get the same bytes', async () => {
  const stranger = await globex.addAccount('stranger', [key], ['billing/clerk'])
  const foreign = await server.ask(makeAssertion(claimsOf(stranger, publicIssuer), { key: key.privateKey }), {
    resource: resource('billing', 'globex'),
  })
  const token = await tokenOf(robot, ['billing'])
  const [head, , signature] = token.split('.')
  const forged = [
    head,
    Buffer.from(JSON.stringify({ ...decodeJwt(token), roles: ['x'] })).toString('base64url'),
    signature,
  ]
  const expired = await tokenOf(robot, ['billing'])
  await acme.in(({ db }) =>
    sql`update access_tokens set expires_at = now() where tenant_id = ${acme.id} and id = ${decodeJwt(expired).jti}`.execute(
      db,
    ),
  )
  const portal = await tokenOf(robot)
  const texts = [
    String(foreign.body['access_token']),
    forged.join('.'),
    expired,
    portal,
    'x',
    'eyJ',
    `${token}x`,
    'opq_no',
  ]
  for (const text of texts)
    for (const answer of [
      await post('introspect', { token: text, ...proof(caller) }),
      await post('introspect', { token: text }, { headers: basic() }),
    ])
      expect(answer).toEqual({ status: 200, text: inactive, cache: 'no-store' })
})

test('a caller that is not authenticated learns nothing, and an assertion is used once here too', async () => {
  const token = await tokenOf(robot, ['billing'])
  const used = { token, ...proof(caller) }
  expect((await post('introspect', used)).status).toBe(200)
  const refused: [Record<string, string>, { headers?: Record<string, string>; on?: TokenServer }?][] = [
    [{ token }],
    [used],
    [used, { on: replica }],
    [{ token, ...proof(caller, otherKey) }],
    [{ token, ...proof(randomUUID()) }],
    [{ token }, { headers: basic({ ...client, secret: 'x' }) }],
    [{ token, ...proof(caller) }, { headers: { Authorization: `Bearer ${token}` } }],
  ]
  for (const [form, options] of refused) {
    const { status, text } = await post('introspect', form, options)
    expect([status, (JSON.parse(text) as { error: string }).error]).toEqual([401, 'invalid_client'])
  }
  expect((await server.grant(used.client_assertion)).status).toBe(400)
  expect((await post('introspect', proof(caller))).status).toBe(400)
})

describe('a token is inactive on every process within five seconds', () => {
  const changes: [name: string, applications: string[], change: (account: string) => Promise<unknown>][] = [
    [
      'when its account is deleted',
      ['billing'],
      (account) => acme.in(({ db }) => db.deleteFrom('service_accounts').where('id', '=', account).execute()),
    ],
    [
      'when the key that signed for it is removed',
      ['billing'],
      (account) =>
        acme.in(({ db }) =>
          db
            .updateTable('service_accounts')
            .set({ key1: otherKey.pem, key1_thumbprint: otherKey.thumbprint })
            .where('id', '=', account)
            .execute(),
        ),
    ],
    [
      'when the account no longer depends on the application',
      ['billing'],
      (account) =>
        acme.in(({ db }) =>
          db.deleteFrom('service_account_dependencies').where('service_account_id', '=', account).execute(),
        ),
    ],
  ]
  test.for(changes)('%s', async ([name, applications, change]) => {
    const account = await acme.addAccount(name, [key], ['billing/clerk'])
    const token = await tokenOf(account, applications)
    for (const on of [server, replica]) expect(JSON.parse(await byClient(token, on))).toMatchObject({ active: true })
    await change(account)
    expect(await byClient(token, server)).toBe(inactive)
    await expect.poll(() => byClient(token, replica), { timeout: 5_000 }).toBe(inactive)
  })

  test('and has the roles that the account holds now', async () => {
    const account = await acme.addAccount('shrinking', [key], ['billing/clerk', 'billing/auditor'])
    const token = await tokenOf(account, ['billing'])
    const rolesOn = async (on: TokenServer) => (JSON.parse(await byClient(token, on)) as { roles: string[] }).roles
    expect([await rolesOn(server), await rolesOn(replica)]).toEqual([
      ['auditor', 'clerk'],
      ['auditor', 'clerk'],
    ])
    await acme.in(({ db }) =>
      db
        .deleteFrom('service_account_dependencies')
        .where('service_account_id', '=', account)
        .where('role_id', 'in', db.selectFrom('app_roles').select('id').where('name', '=', 'clerk'))
        .execute(),
    )
    expect(await rolesOn(server)).toEqual(['auditor'])
    await expect.poll(() => rolesOn(replica), { timeout: 5_000 }).toEqual(['auditor'])
  })
})

describe('revocation', () => {
  const revokeAs = (token: string, how: { form?: Record<string, string>; headers?: Record<string, string> }) =>
    post('revoke', { token, ...how.form }, { headers: how.headers ?? {} })

  test('ends a token of the caller, on every process; again and for unknown tokens the answer is the same', async () => {
    const token = await tokenOf(robot, ['billing'])
    for (const on of [server, replica]) expect(JSON.parse(await byClient(token, on))).toMatchObject({ active: true })
    const answer = { status: 200, text: '', cache: 'no-store' }
    expect(await revokeAs(token, { form: proof(robot) })).toEqual(answer)
    expect(await byClient(token)).toBe(inactive)
    await expect.poll(() => byClient(token, replica), { timeout: 5_000 }).toBe(inactive)
    expect(await revokeAs(token, { form: proof(robot) })).toEqual(answer)
    expect(await revokeAs('x', { form: proof(robot) })).toEqual(answer)
    const { rows } = await acme.in(({ db }) =>
      sql<{
        actor_id: string
      }>`select actor_id from audit where action = 'token.revoke' and after ->> 'tokenId' = ${decodeJwt(token).jti}`.execute(
        db,
      ),
    )
    expect(rows).toEqual([{ actor_id: robot }])
  })

  test('by a client of its application ends it; by another account, or a client of another application, it stays', async () => {
    const token = await tokenOf(robot, ['billing'])
    expect((await revokeAs(token, { form: proof(caller) })).status).toBe(200)
    expect(JSON.parse(await byClient(token))).toMatchObject({ active: true })
    const archive = await tokenOf(robot, ['archive'])
    expect((await revokeAs(archive, { headers: basic() })).status).toBe(200)
    expect(JSON.parse(await byAccount(archive, robot))).toMatchObject({ active: true })
    expect((await revokeAs(token, { headers: basic() })).status).toBe(200)
    expect(await byClient(token)).toBe(inactive)
  })

  test('without authentication is refused', async () => {
    expect((await revokeAs(await tokenOf(robot), {})).status).toBe(401)
  })
})

test('other kinds of tokens are introspected and revoked by their own part', async () => {
  expect(JSON.parse(await byClient(opaque))).toMatchObject({ active: true, sub: 'someone' })
  expect((await post('revoke', { token: opaque }, { headers: basic() })).status).toBe(200)
  expect(revoked).toEqual([opaque])
  expect(await byClient(opaque)).toBe(inactive)
})
