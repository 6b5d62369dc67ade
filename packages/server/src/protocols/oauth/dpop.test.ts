import { generateKeyPairSync, hash, randomUUID, sign, type KeyObject } from 'node:crypto'

import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openDatabase, type Database } from '../../kit/database/connect.ts'
import { silentLog } from '../../kit/database/testing/silent-log.ts'
import { createTestDatabase, type TestDatabase } from '../../kit/database/testing/test-database.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { createSenders } from '../../sign-in/sessions/senders.ts'
import { readSettings } from '../../kit/settings/settings.ts'
import { proofAgeMaxSecs, proofLengthMax } from './dpop.ts'
import { claimsOf, makeAssertion, makeKey, type Fields } from './testing/assertions.ts'
import { addTenant } from './testing/tenant.ts'
import { publicIssuer, startTokenServer, type TokenServer } from './testing/token-server.ts'

let database: TestDatabase
let second: Database
let server: TokenServer
let replica: TokenServer
let robot: string
const key = makeKey()
const proofKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const rsaKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
const shortKey = generateKeyPairSync('rsa', { modulusLength: 1024 })
type Pair = { publicKey: KeyObject; privateKey: KeyObject }

beforeAll(async () => {
  database = await createTestDatabase()
  second = await openDatabase({
    dataDir: '',
    databaseUrl: database.url,
    appDatabaseUrl: database.appUrl,
    secretKey: Buffer.alloc(32),
    log: silentLog,
  })
  ;[server, replica] = [await startTokenServer(database), await startTokenServer(second)]
  robot = await (await addTenant(database, 'acme')).addAccount('robot', [key], ['portal/security-admin'])
})
afterAll(async () => {
  await server?.close()
  await replica?.close()
  await second?.close()
  await database?.close()
})

const now = () => Math.floor(Date.now() / 1000)
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const tokenUrl = `${publicIssuer}/oauth2/token`

function proof(claims: Fields = {}, header: Fields = {}, { publicKey, privateKey }: Pair = proofKey): string {
  const isRsa = publicKey.asymmetricKeyType === 'rsa'
  const head = { typ: 'dpop+jwt', alg: isRsa ? 'RS256' : 'ES256', jwk: publicKey.export({ format: 'jwk' }), ...header }
  const body = { htm: 'POST', htu: tokenUrl, iat: now(), jti: randomUUID(), ...claims }
  const signed = `${encoded(head)}.${encoded(body)}`
  const how = isRsa ? { key: privateKey } : { key: privateKey, dsaEncoding: 'ieee-p1363' as const }
  return `${signed}.${sign('sha256', Buffer.from(signed), how).toString('base64url')}`
}

const ask = (dpop: string, on = server) =>
  on.post(
    {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: makeAssertion(claimsOf(robot, publicIssuer), { key: key.privateKey }),
    },
    { DPoP: dpop },
  )

test('a token is bound to the key of the proof, and says so', async () => {
  for (const [pair, members] of [
    [proofKey, ['crv', 'kty', 'x', 'y']],
    [rsaKey, ['e', 'kty', 'n']],
  ] as const) {
    const { body } = await ask(proof({ htu: `${tokenUrl}?x=1` }, {}, pair))
    expect(body).toMatchObject({ token_type: 'DPoP', expires_in: 900 })
    const jwk = pair.publicKey.export({ format: 'jwk' }) as Record<string, string>
    const jkt = hash(
      'sha256',
      JSON.stringify(Object.fromEntries(members.map((name) => [name, jwk[name]]))),
      'base64url',
    )
    expect(decodeJwt(String(body['access_token']))['cnf']).toEqual({ jkt })
    const answer = await fetch(`${server.address}/oauth2/introspect`, {
      method: 'POST',
      body: new URLSearchParams({
        token: String(body['access_token']),
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: makeAssertion(claimsOf(robot, publicIssuer), { key: key.privateKey }),
      }),
    })
    expect(await answer.json()).toMatchObject({ active: true, token_type: 'DPoP', cnf: { jkt } })
  }
})

describe('a proof is refused', () => {
  const wrong: [name: string, make: () => string][] = [
    ['that is not a JWT', () => 'x'],
    ['that is too long', () => proof({ note: 'x'.repeat(proofLengthMax) })],
    ['of another type', () => proof({}, { typ: 'JWT' })],
    ['without a signature', () => `${proof({}, { alg: 'none' }).split('.').slice(0, 2).join('.')}.`],
    ['with a symmetric algorithm', () => proof({}, { alg: 'HS256' })],
    ['of another algorithm than its key', () => proof({}, { alg: 'RS256' })],
    ['signed by another key', () => proof({}, { jwk: otherKey.publicKey.export({ format: 'jwk' }) })],
    ['with a private key', () => proof({}, { jwk: proofKey.privateKey.export({ format: 'jwk' }) })],
    ['with a short RSA key', () => proof({}, {}, shortKey)],
    ['without a key', () => proof({}, { jwk: undefined })],
    ['with an unknown extension', () => proof({}, { crit: ['b64'], b64: true })],
    ['for another method', () => proof({ htm: 'GET' })],
    ['for another address', () => proof({ htu: `${publicIssuer}/oauth2/introspect` })],
    ['for another host', () => proof({ htu: 'https://evil.example/oauth2/token' })],
    ['from the future', () => proof({ iat: now() + 120 })],
    ['that is old', () => proof({ iat: now() - proofAgeMaxSecs - 30 })],
    ['without a time', () => proof({ iat: undefined })],
    ['without an id', () => proof({ jti: undefined })],
  ]
  test.for(wrong)('%s', async ([, make]) => {
    const { status, body } = await ask(make())
    expect([status, body['error']]).toEqual([400, 'invalid_dpop_proof'])
  })

  test('that was used before, also in another process, and all but one of several at once', async () => {
    const used = proof()
    expect((await ask(used)).status).toBe(200)
    expect((await ask(used)).body['error']).toBe('invalid_dpop_proof')
    expect((await ask(used, replica)).body['error']).toBe('invalid_dpop_proof')
    const fresh = proof()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => ask(fresh, at % 2 === 0 ? server : replica)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('the API', () => {
  const api = `${publicIssuer}/api/portal/admin/environments`
  const senderOf = async (headers: Record<string, string>) => {
    const senders = createSenders({
      database,
      settings: readSettings({}, publicIssuer),
      accessTokens: server.endpoint.accessTokens,
      log: silentLog as unknown as Deps['log'],
      clock: { now: () => Date.now() },
    })
    try {
      return (await senders.senderOf(new Request(`${api}?limit=1`, { headers }))).actor.kind
    } catch (error) {
      return (error as { status?: number }).status
    } finally {
      await senders.close()
    }
  }

  test('accepts a bound token with a proof of its key for this request, once, and never as a bearer token', async () => {
    const token = String((await ask(proof())).body['access_token'])
    const ath = hash('sha256', token, 'base64url')
    const request = { htm: 'GET', htu: api, ath }
    const bound = { Authorization: `DPoP ${token}` }
    const good = proof(request)
    expect(await senderOf({ ...bound, DPoP: good })).toBe('service-account')
    expect(await senderOf({ ...bound, DPoP: good })).toBe(401)
    expect(await senderOf({ Authorization: `Bearer ${token}` })).toBe(401)
    expect(await senderOf({ Authorization: `Bearer ${token}`, DPoP: proof(request) })).toBe(401)
    expect(await senderOf(bound)).toBe(401)
    for (const bad of [
      proof({ ...request, ath: undefined }),
      proof({ ...request, ath: hash('sha256', 'other', 'base64url') }),
      proof({ ...request, htu: `${publicIssuer}/api/portal` }),
      proof({ ...request, htm: 'PUT' }),
      proof(request, {}, otherKey),
    ])
      expect(await senderOf({ ...bound, DPoP: bad })).toBe(401)
  })

  test('does not take an unbound token with a proof', async () => {
    const { body } = await server.ask(makeAssertion(claimsOf(robot, publicIssuer), { key: key.privateKey }))
    const token = String(body['access_token'])
    expect(await senderOf({ Authorization: `Bearer ${token}` })).toBe('service-account')
    const made = proof({ htm: 'GET', htu: api, ath: hash('sha256', token, 'base64url') })
    expect(await senderOf({ Authorization: `DPoP ${token}`, DPoP: made })).toBe(401)
  })
})
