import { generateKeyPairSync, randomUUID } from 'node:crypto'

import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openDatabase, type Database } from '../../kit/database/connect.ts'
import { silentLog } from '../../kit/database/testing/silent-log.ts'
import { createTestDatabase, type TestDatabase } from '../../kit/database/testing/test-database.ts'
import { claimsOf, makeAssertion, makeKey, type AccountKey, type Fields } from './testing/assertions.ts'
import { addTenant, type Tenant } from './testing/tenant.ts'
import { publicIssuer, startTokenServer, type TokenServer } from './testing/token-server.ts'

let database: TestDatabase
let otherPool: Database
let server: TokenServer
let replica: TokenServer
let acme: Tenant
let robot: string
let stranger: string
const [key1, key2, strangersKey, lostKey] = [makeKey(), makeKey(), makeKey(), makeKey()]
const ellipticKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

beforeAll(async () => {
  database = await createTestDatabase()
  otherPool = await openDatabase({
    dataDir: '',
    databaseUrl: database.url,
    appDatabaseUrl: database.appUrl,
    secretKey: Buffer.alloc(32),
    log: silentLog,
  })
  ;[server, replica] = await Promise.all([startTokenServer(database), startTokenServer(otherPool)])
  acme = await addTenant(database, 'acme')
  const globex = await addTenant(database, 'globex')
  robot = await acme.addAccount('robot', [key1, key2], ['portal/security-admin', 'billing/clerk'])
  stranger = await globex.addAccount('stranger', [strangersKey], [])
})

afterAll(async () => {
  await server?.close()
  await replica?.close()
  await otherPool?.close()
  await database?.close()
})

const right = (changes?: Fields): Fields => claimsOf(robot, publicIssuer, changes)
const signed = (claims: Fields | string, key: AccountKey = key1, header: Fields = {}): string =>
  makeAssertion(claims, { key: key.privateKey, header: { kid: key.thumbprint, ...header } })
/** The claims of a right assertion as JSON, with one of them replaced by this text. */
const withText = (name: string, text: string): string => JSON.stringify(right({ [name]: '@' })).replace('"@"', text)
const seconds = (offset: number): number => Math.floor(Date.now() / 1000) + offset

describe('a forged or stale assertion gets no token, by either grant', () => {
  const forgeries: [name: string, reason: RegExp, forge: () => string][] = [
    ['another audience', /audience|aud/, () => signed(right({ aud: 'https://other.example.com' }))],
    ['our issuer with a slash', /audience|aud/, () => signed(right({ aud: `${publicIssuer}/` }))],
    [
      'the token endpoint as audience',
      /aud is not our issuer/,
      () => signed(right({ aud: `${publicIssuer}/oauth2/token` })),
    ],
    ['the socket as audience', /aud is not our issuer/, () => signed(right({ aud: server.address }))],
    ['an empty list', /aud is a list/, () => signed(right({ aud: [] }))],
    ['a list of only another', /aud is not our issuer/, () => signed(right({ aud: ['https://b.example.com'] }))],
    ['a list of us twice', /aud is a list/, () => signed(right({ aud: [publicIssuer, publicIssuer] }))],
    ['a list in a list', /aud is not our issuer/, () => signed(right({ aud: [[publicIssuer]] }))],
    ['a list of us and others', /aud is a list/, () => signed(right({ aud: [publicIssuer, 'https://b.example.com'] }))],
    ['no audience', /aud/, () => signed(right({ aud: undefined }))],
    ['another issuer', /iss/, () => signed(right({ iss: 'https://other.example.com' }))],
    ['no issuer', /iss/, () => signed(right({ iss: undefined }))],
    ['another account as issuer', /iss/, () => signed(right({ iss: stranger }))],
    [
      'another account as subject',
      /signature|no applicable key|verification/,
      () => signed(right({ sub: stranger, iss: stranger }), key1),
    ],
    ['id as issuer, URN as subject', /iss/, () => signed(right({ sub: `urn:portico:acme:service-account:${robot}` }))],
    ['an account that never was', /client not found/, () => signed(claimsOf(randomUUID(), publicIssuer))],
    [
      'the URN of another tenant',
      /client not found/,
      () => signed(claimsOf(`urn:portico:globex:service-account:${robot}`, publicIssuer)),
    ],
    ['an id in capitals', /client not found/, () => signed(claimsOf(robot.toUpperCase(), publicIssuer))],
    ['a subject with a NUL', /client not found/, () => signed(claimsOf(`${robot.slice(0, 35)}\0`, publicIssuer))],
    ['expired', /expired|exp has passed/, () => signed(right({ iat: seconds(-400), exp: seconds(-100) }))],
    ['just expired', /exp has passed/, () => signed(right({ iat: seconds(-60), exp: seconds(-2) }))],
    ['an expiry too far ahead', /exp is too far ahead/, () => signed(right({ exp: seconds(330) }))],
    ['an expiry in a thousand years', /exp is too far ahead/, () => signed(right({ exp: seconds(3e10) }))],
    ['an expiry in milliseconds', /exp is too far ahead/, () => signed(right({ exp: Date.now() + 60_000 }))],
    ['an infinite expiry', /exp/, () => signed(withText('exp', '1e400'))],
    ['NaN for an expiry', /Unexpected token|JSON|Invalid|refused|not accepted/, () => signed(withText('exp', 'NaN'))],
    ['an expiry in text', /exp is missing or no time/, () => signed(right({ exp: String(seconds(60)) }))],
    ['an expiry in a list', /exp/, () => signed(right({ exp: [seconds(60)] }))],
    ['a negative expiry', /exp/, () => signed(right({ exp: -1 }))],
    ['no expiry', /expiration|exp/, () => signed(right({ exp: undefined }))],
    ['no jti', /jti/, () => signed(right({ jti: undefined }))],
    ['an empty jti', /jti/, () => signed(right({ jti: '' }))],
    ['a number as jti', /jti/, () => signed(right({ jti: 7 }))],
    ['a very long jti', /jti is too long/, () => signed(right({ jti: 'x'.repeat(257) }))],
    ['issued in the future', /iat is in the future/, () => signed(right({ iat: seconds(90), exp: seconds(200) }))],
    ['issued too long ago', /iat is too long ago/, () => signed(right({ iat: seconds(-620) }))],
    ['no time of issue', /iat is missing/, () => signed(right({ iat: undefined }))],
    ['an endless time of issue', /iat/, () => signed(withText('iat', '-1e400'))],
    ['not valid yet', /not active|nbf/, () => signed(right({ nbf: seconds(90) }))],
    ['no signature', /alg mismatch/, () => makeAssertion(right(), { key: '', alg: 'none' })],
    [
      'no signature, in capitals',
      /alg mismatch/,
      () => makeAssertion(right(), { key: '', alg: 'none', header: { alg: 'None' } }),
    ],
    ['HS256 under the public key', /alg mismatch/, () => makeAssertion(right(), { key: key1.pem, alg: 'HS256' })],
    ['ES256', /alg mismatch/, () => makeAssertion(right(), { key: ellipticKey, alg: 'ES256' })],
    ['PS512', /alg mismatch/, () => makeAssertion(right(), { key: key1.privateKey, alg: 'PS512' })],
    [
      'RS256 that says PS256',
      /signature|verification/,
      () => makeAssertion(right(), { key: key1.privateKey, header: { alg: 'PS256' } }),
    ],
    ['an unregistered key', /signature|verification/, () => makeAssertion(right(), { key: lostKey.privateKey })],
    ['an unregistered key, by its name', /no applicable key/, () => signed(right(), lostKey)],
    ["another account's key", /no applicable key/, () => signed(right(), strangersKey)],
    ["the other key's name", /signature|verification/, () => signed(right(), key1, { kid: key2.thumbprint })],
    ['a number as kid', /kid is not a string/, () => signed(right(), key1, { kid: 5 })],
    [
      'its own key in the header',
      /signature|verification/,
      () => makeAssertion(right(), { key: lostKey.privateKey, header: { jwk: lostKey.jwk } }),
    ],
    ['the header of an access token', /typ/, () => signed(right(), key1, { typ: 'at+jwt' })],
    ['an unknown extension', /signature|verification|crit/, () => signed(right(), key1, { crit: ['b64'], b64: true })],
    ['a changed claim', /signature|verification/, () => tampered(signed(right()))],
    ['one that is too long', /not accepted/, () => signed(right({ note: 'x'.repeat(17_000) }))],
    ['no JWT', /not accepted/, () => 'a.b.c'],
    ['an encrypted one', /not accepted/, () => 'e30.e30.e30.e30.e30'],
    ['a list for claims', /not accepted/, () => signed('[]')],
    ['a prototype for claims', /not accepted|iss|client not found/, () => signed('{"__proto__":{"sub":"x"}}')],
  ]

  test.for(forgeries)('%s', async ([, reason, forge]) => {
    const refusals = [await server.ask(forge()), await server.grant(forge())]
    expect(refusals.map(({ status, body }) => [status, body['error']])).toEqual([
      [401, 'invalid_client'],
      [400, 'invalid_grant'],
    ])
    for (const { headers, body } of refusals) {
      expect(Object.keys(body)).toEqual(['error', 'error_description'])
      expect(body['error_description']).toMatch(/^The assertion is not accepted\./)
      expect(headers.get('cache-control')).toBe('no-store')
      const logged = server.log.find(
        (entry) => entry['requestId'] === headers.get('x-request-id') && entry.msg === 'token refused',
      )
      expect(logged?.['reason']).toMatch(reason)
    }
  })

  function tampered(assertion: string): string {
    const [header, , signature] = assertion.split('.')
    return [header, Buffer.from(JSON.stringify(right({ note: 'added' }))).toString('base64url'), signature].join('.')
  }
})

describe('a right assertion gets a token', () => {
  const urn = (): string => `urn:portico:acme:service-account:${robot}`
  const forms: [name: string, make: () => string][] = [
    ['with the first key and its name', () => signed(right())],
    ['with the second key and its name', () => signed(right(), key2)],
    ['with the first key, unnamed', () => makeAssertion(right(), { key: key1.privateKey })],
    ['with the second key, unnamed', () => makeAssertion(right(), { key: key2.privateKey })],
    ['RS384', () => makeAssertion(right(), { key: key1.privateKey, alg: 'RS384' })],
    ['RS512', () => makeAssertion(right(), { key: key1.privateKey, alg: 'RS512' })],
    ['PS256', () => makeAssertion(right(), { key: key2.privateKey, alg: 'PS256' })],
    ['a list of only our issuer', () => signed(right({ aud: [publicIssuer] }))],
    ['typ JWT', () => signed(right(), key1, { typ: 'JWT' })],
    ['typ client-authentication+jwt', () => signed(right(), key1, { typ: 'client-authentication+jwt' })],
    ['a clock 50 seconds ahead', () => signed(right({ iat: seconds(50), nbf: seconds(50), exp: seconds(170) }))],
    ['a jti of the greatest length', () => signed(right({ jti: randomUUID().padEnd(256, 'x') }))],
    ['by the URN of the account', () => signed(claimsOf(urn(), publicIssuer))],
    ['claims that we do not know', () => signed(right({ client_id: 'x', azp: 'y' }))],
  ]

  test.for(forms)('%s', async ([, make]) => {
    for (const answer of [await server.ask(make()), await server.grant(make())]) {
      expect(answer.body).toEqual({ access_token: expect.any(String), expires_in: 900, token_type: 'Bearer' })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      const { sub, client_id: client } = decodeJwt(String(answer.body['access_token']))
      expect([sub, client]).toEqual([robot, robot])
    }
  })

  test('the row of a token names the key that signed, also when the assertion does not', async () => {
    for (const [key, header] of [
      [key1, {}],
      [key2, {}],
      [key2, { kid: key2.thumbprint }],
    ] as const) {
      const { body } = await server.ask(makeAssertion(right(), { key: key.privateKey, header }))
      const { jti } = decodeJwt(String(body['access_token']))
      const row = await acme.in(({ db }) =>
        db
          .selectFrom('access_tokens')
          .select('key_thumbprint')
          .where('id', '=', jti ?? '')
          .executeTakeFirst(),
      )
      expect(row).toEqual({ key_thumbprint: key.thumbprint })
    }
  })
})

describe('an assertion is used once', () => {
  test('the second time is refused, in either grant', async () => {
    const assertion = signed(right())
    expect((await server.ask(assertion)).status).toBe(200)
    expect((await server.ask(assertion)).body['error']).toBe('invalid_client')
    expect((await server.grant(assertion)).body['error']).toBe('invalid_grant')
    expect((await replica.grant(assertion)).body['error']).toBe('invalid_grant')
  })

  test('the same jti in another assertion is refused', async () => {
    const jti = randomUUID()
    expect((await server.ask(signed(right({ jti })))).status).toBe(200)
    expect((await server.ask(signed(right({ jti, exp: seconds(200) }), key2))).status).toBe(401)
  })

  test('another account may use the same jti', async () => {
    const jti = randomUUID()
    expect((await server.ask(signed(right({ jti })))).status).toBe(200)
    expect((await server.ask(signed(claimsOf(stranger, publicIssuer, { jti }), strangersKey))).status).toBe(200)
  })

  test('of 16 at once on two servers, one gets a token', async () => {
    for (let round = 0; round < 3; round += 1) {
      const assertion = signed(right())
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? server : replica).ask(assertion)),
      )
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
      expect(statuses).toEqual([200, ...Array<number>(15).fill(401)])
    }
  })

  test('a use is remembered past the expiry, for the allowed clock difference', async () => {
    const jti = randomUUID()
    const exp = seconds(200)
    await server.ask(signed(right({ jti, exp })))
    const found = await sql<{ ends: number }>`
      select extract(epoch from expires_at)::float8 as ends from assertion_uses where issuer = ${robot}
        and id_hash = sha256(${robot + jti}::bytea)`.execute(database.app)
    expect(found.rows).toHaveLength(1)
    expect(found.rows[0]?.ends).toBeGreaterThanOrEqual(exp + 59)
  })

  test('an assertion rejected for another reason is not remembered, so an outsider cannot fill the table', async () => {
    const count = async () =>
      (await sql<{ n: number }>`select count(*) as n from assertion_uses`.execute(database.app)).rows[0]?.n
    const before = await count()
    await server.ask(makeAssertion(right(), { key: lostKey.privateKey }))
    await server.ask(signed(right({ exp: seconds(330) })))
    expect(await count()).toBe(before)
  })
})

describe('a change of the account takes effect at once, on every server', () => {
  /** Status and logged reason on both servers: it is the look at the account that refuses, not the later note of the token. */
  async function refusals(make: () => string): Promise<unknown[]> {
    const found = []
    for (const each of [server, replica]) {
      const { status, headers } = await each.ask(make())
      const entry = each.log.find(
        (one) => one['requestId'] === headers.get('x-request-id') && one.msg === 'token refused',
      )
      found.push([status, entry?.['reason']])
    }
    return found
  }

  test('a removed key no longer signs, the other one does', async () => {
    const account = await acme.addAccount('rotating', [key1, key2], [])
    const by = (key: AccountKey) => () => signed(claimsOf(account, publicIssuer), key)
    expect(await refusals(by(key1))).toEqual([
      [200, undefined],
      [200, undefined],
    ])
    await acme.in(({ db }) =>
      db
        .updateTable('service_accounts')
        .set({ key1: null, key1_algorithm: null, key1_thumbprint: null })
        .where('id', '=', account)
        .execute(),
    )
    const unknownKey = [401, expect.stringMatching(/no applicable key/)]
    expect(await refusals(by(key1))).toEqual([unknownKey, unknownKey])
    expect((await server.ask(by(key2)())).status).toBe(200)
  })

  test('a deleted account gets nothing', async () => {
    const account = await acme.addAccount('short-lived', [key1], [])
    const make = () => signed(claimsOf(account, publicIssuer))
    expect(await refusals(make)).toEqual([
      [200, undefined],
      [200, undefined],
    ])
    await acme.in(({ db }) => db.deleteFrom('service_accounts').where('id', '=', account).execute())
    const unknownClient = [401, 'client not found']
    expect(await refusals(make)).toEqual([unknownClient, unknownClient])
  })
})
