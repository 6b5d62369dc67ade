import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

import * as client from 'openid-client'
import { importPKCS8 } from 'jose'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { openDatabase } from '../../kit/database/connect.ts'
import { silentLog } from '../../kit/database/testing/silent-log.ts'
import { createTestDatabase, type TestDatabase } from '../../kit/database/testing/test-database.ts'
import { loadSigningKeys } from './signing-keys.ts'
import { createSecretBox } from '../../kit/secrets/secret-box.ts'
import { rateLimitDefaults } from '../../kit/settings/rate-limits.ts'
import { bodyBytesMax } from './limits.ts'
import { claimsOf, makeAssertion, makeKey } from './testing/assertions.ts'
import { addTenant } from './testing/tenant.ts'
import { publicIssuer, startTokenServer, type TokenServer } from './testing/token-server.ts'

let database: TestDatabase
let server: TokenServer

// Servers on one database count attempts together.
beforeEach(async () => void (await database.app.deleteFrom('rate_limits').execute()))
let robot: string
const key = makeKey()

beforeAll(async () => {
  database = await createTestDatabase()
  server = await startTokenServer(database)
  robot = await (await addTenant(database, 'acme')).addAccount('robot', [key], ['portal/security-admin'])
})

afterAll(async () => {
  await server?.close()
  await database?.close()
})

const assertionFor = (issuer: string): string => makeAssertion(claimsOf(robot, issuer), { key: key.privateKey })

/** A request as its bytes, for what fetch does not let us write. */
function sendBytes(address: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address)
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => (answer += text))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

describe('discovery', () => {
  test('tells of client credentials by private_key_jwt, of the sign-in of command lines, and of nothing that is not there', async () => {
    const answer = await fetch(`${server.address}/.well-known/openid-configuration`)
    expect(await answer.json()).toEqual({
      issuer: publicIssuer,
      authorization_endpoint: `${publicIssuer}/oauth2/authorize`,
      device_authorization_endpoint: `${publicIssuer}/oauth2/device_authorization`,
      token_endpoint: `${publicIssuer}/oauth2/token`,
      introspection_endpoint: `${publicIssuer}/oauth2/introspect`,
      revocation_endpoint: `${publicIssuer}/oauth2/revoke`,
      jwks_uri: `${publicIssuer}/oauth2/jwks`,
      grant_types_supported: [
        'client_credentials',
        'urn:ietf:params:oauth:grant-type:jwt-bearer',
        'authorization_code',
        'urn:ietf:params:oauth:grant-type:device_code',
      ],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['private_key_jwt', 'none'],
      token_endpoint_auth_signing_alg_values_supported: ['RS256', 'RS384', 'RS512', 'PS256'],
      dpop_signing_alg_values_supported: ['ES256', 'RS256', 'PS256'],
      introspection_endpoint_auth_methods_supported: ['private_key_jwt'],
      introspection_endpoint_auth_signing_alg_values_supported: ['RS256', 'RS384', 'RS512', 'PS256'],
      revocation_endpoint_auth_methods_supported: ['private_key_jwt'],
      revocation_endpoint_auth_signing_alg_values_supported: ['RS256', 'RS384', 'RS512', 'PS256'],
    })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('the key set holds public halves only', async () => {
    const answer = await fetch(`${server.address}/oauth2/jwks`)
    const { keys } = (await answer.json()) as { keys: object[] }
    const text = expect.stringMatching(/^[\w-]+$/)
    expect(keys).toEqual([{ kty: 'RSA', use: 'sig', alg: 'RS256', kid: text, n: text, e: 'AQAB' }])
  })

  test('HEAD answers like GET', async () => {
    const answer = await fetch(`${server.address}/oauth2/jwks`, { method: 'HEAD' })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  })

  test('owns its seven paths and nothing near them', () => {
    const owns = (path: string): boolean => server.endpoint.owns(path)
    const own = [
      '/oauth2/token',
      '/oauth2/introspect',
      '/oauth2/revoke',
      '/oauth2/jwks',
      '/.well-known/openid-configuration',
    ]
    expect([...own, '/oauth2/authorize', '/oauth2/device_authorization'].every(owns)).toBe(true)
    const others = [
      '/oauth2/token/',
      '/OAUTH2/token',
      '/auth',
      '/oauth2',
      '/oauth2/auth',
      '/reg',
      '/me',
      '/',
      '/oauth2/jwks?x',
    ]
    expect(others.filter(owns)).toEqual([])
  })

  test('nothing of oidc-provider answers elsewhere, should a request get here', async () => {
    for (const path of [
      '/auth',
      '/auth/x',
      '/session/end',
      '/me',
      '/reg',
      '/request',
      '/device',
      '/.well-known/oauth-authorization-server',
    ]) {
      const { status } = await fetch(server.address + path)
      expect([path, status]).toEqual([path, 404])
    }
  })
})

describe('every address comes from the base URL', () => {
  const forged = [
    'Host: evil.example',
    'X-Forwarded-Host: evil.example',
    'X-Forwarded-Proto: ftp',
    'Forwarded: host=evil.example',
    'X-Original-URL: /auth',
  ]
  const request = (method: string, target: string, more: readonly string[] = [], body = ''): string =>
    [`${method} ${target} HTTP/1.1`, ...forged, 'Connection: close', ...more, '', body].join('\r\n')

  test.for(['/.well-known/openid-configuration', '/oauth2/jwks'])('a forged Host does not show in %s', async (path) => {
    const honest = await (await fetch(server.address + path)).json()
    const answer = await sendBytes(server.address, request('GET', path))
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toEqual(honest)
    expect(answer).not.toMatch(/evil|ftp/)
  })

  test('a forged Host does not become an audience', async () => {
    for (const aud of [
      'http://evil.example/oauth2/token',
      'https://evil.example/oauth2/token',
      'http://evil.example',
      'https://evil.example',
    ]) {
      const body = new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: makeAssertion(claimsOf(robot, publicIssuer, { aud }), { key: key.privateKey }),
      }).toString()
      const headers = ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${body.length}`]
      const answer = await sendBytes(server.address, request('POST', '/oauth2/token', headers, body))
      expect(answer).toMatch(/^HTTP\/1\.1 400 .*"error":"invalid_grant"/s)
    }
    expect(server.log.filter((entry) => /aud is not our issuer/.test(String(entry['reason'])))).toHaveLength(4)
  })

  test('with a forged Host a right assertion still gets its token, from our issuer', async () => {
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: assertionFor(publicIssuer),
    }).toString()
    const headers = ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${body.length}`]
    const answer = await sendBytes(server.address, request('POST', '/oauth2/token', headers, body))
    const token = /"access_token":"[\w-]+\.([\w-]+)\./.exec(answer)?.[1] ?? ''
    expect(JSON.parse(Buffer.from(token, 'base64url').toString())).toMatchObject({ iss: publicIssuer })
  })
})

test('a third-party client library signs in by discovery', async () => {
  const local = await startTokenServer(database, { issuer: 'socket' })
  try {
    const pem = key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const authentication = client.PrivateKeyJwt({ key: await importPKCS8(pem, 'RS256'), kid: key.thumbprint })
    const config = await client.discovery(new URL(local.address), robot, {}, authentication, {
      execute: [client.allowInsecureRequests],
    })
    const tokens = await client.clientCredentialsGrant(config, { resource: 'urn:portico:acme:application:portal' })
    expect(await local.endpoint.accessTokens.verify(tokens.access_token)).toMatchObject({ subject: robot })
  } finally {
    await local.close()
  }
})

describe('a malformed request fails with 4xx', () => {
  const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
  const right = (): Record<string, string> => ({
    grant_type: 'client_credentials',
    client_assertion_type: type,
    client_assertion: assertionFor(publicIssuer),
  })
  const json = { 'Content-Type': 'application/json' }
  const cases: [
    name: string,
    expected: [number, string],
    body: () => Record<string, string> | string,
    headers?: Record<string, string>,
  ][] = [
    ['no body', [400, 'invalid_request'], () => ''],
    ['JSON', [400, 'invalid_request'], () => JSON.stringify(right()), json],
    ['no type', [400, 'invalid_request'], () => right(), { 'Content-Type': 'text/plain' }],
    ['compressed', [400, 'invalid_request'], () => right(), { 'Content-Encoding': 'gzip' }],
    ['no grant type', [400, 'invalid_request'], () => ({ ...right(), grant_type: '' })],
    ['another grant type', [400, 'unsupported_grant_type'], () => ({ ...right(), grant_type: 'password' })],
    ['a grant of the command line', [401, 'invalid_client'], () => ({ ...right(), grant_type: 'authorization_code' })],
    ['a refresh token', [400, 'unsupported_grant_type'], () => ({ ...right(), grant_type: 'refresh_token' })],
    [
      'a property of every object as grant type',
      [400, 'unsupported_grant_type'],
      () => ({ ...right(), grant_type: '__proto__' }),
    ],
    ['no assertion', [401, 'invalid_client'], () => ({ ...right(), client_assertion: '' })],
    [
      'no assertion as grant',
      [400, 'invalid_request'],
      () => ({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer' }),
    ],
    ['both assertions', [400, 'invalid_request'], () => ({ ...right(), assertion: assertionFor(publicIssuer) })],
    ['another assertion type', [400, 'invalid_request'], () => ({ ...right(), client_assertion_type: 'x' })],
    [
      'a secret',
      [401, 'invalid_client'],
      () => ({ grant_type: 'client_credentials', client_id: robot, client_secret: 'x' }),
    ],
    [
      'a secret in the header',
      [401, 'invalid_client'],
      () => ({ grant_type: 'client_credentials' }),
      { Authorization: 'Basic eDp5' },
    ],
    ['another client id', [400, 'invalid_request'], () => ({ ...right(), client_id: 'somebody' })],
    ['a scope', [400, 'invalid_scope'], () => ({ ...right(), scope: 'openid' })],
    [
      'a parameter twice',
      [400, 'invalid_request'],
      () => `${new URLSearchParams(right()).toString()}&grant_type=client_credentials`,
    ],
    [
      'an unknown parameter twice',
      [400, 'invalid_request'],
      () => `${new URLSearchParams(right()).toString()}&a=1&a=2`,
    ],
    ['broken percent encoding', [400, 'invalid_request'], () => '%%%=%ff&%00=%'],
    ['too long', [413, 'invalid_request'], () => `a=${'x'.repeat(bodyBytesMax)}`],
    [
      'thousands of parameters',
      [400, 'invalid_request'],
      () => Array.from({ length: 9000 }, (_, index) => `p${index}=`).join('&'),
    ],
  ]
  test.for(cases)('%s', async ([, expected, body, headers]) => {
    const answer = await server.post(body(), headers)
    expect([answer.status, answer.body['error']]).toEqual(expected)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    expect(
      server.log.some(
        (entry) => entry['requestId'] === answer.headers.get('x-request-id') && entry.msg === 'token refused',
      ),
    ).toBe(true)
  })

  test('a body without a length is cut off where it becomes too long', async () => {
    const chunk = `${(16_384).toString(16)}\r\n${'x'.repeat(16_384)}\r\n`
    const head =
      'POST /oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n'
    // The test cannot end the body or the connection: the server has to stop by itself.
    expect(await sendBytes(server.address, head + chunk.repeat(5))).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('other methods', async () => {
    for (const [path, methods] of [
      ['/oauth2/token', ['GET', 'PUT', 'OPTIONS']],
      ['/oauth2/jwks', ['POST', 'DELETE']],
    ] as const) {
      for (const method of methods) {
        const answer = await fetch(server.address + path, { method })
        expect([method, answer.status, answer.headers.get('allow')]).toEqual([
          method,
          405,
          path.endsWith('token') ? 'POST' : 'GET, HEAD',
        ])
      }
    }
  })

  test('Accept: text/html gets JSON too', async () => {
    const answer = await server.post({ grant_type: 'x' }, { Accept: 'text/html' })
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    const refused = await server.post(
      { ...right(), client_assertion: `${assertionFor(publicIssuer)}x` },
      { Accept: 'text/html' },
    )
    expect([refused.status, refused.body['error']]).toEqual([401, 'invalid_client'])
  })
})

describe('limits', () => {
  test('an address that asks too often waits; another address does not', async () => {
    const limited = await startTokenServer(database, { env: { PORTICO_TRUSTED_PROXIES: '1' } })
    try {
      const from = (address: string) => limited.post({ grant_type: 'x' }, { 'X-Forwarded-For': address })
      for (let left = rateLimitDefaults['token-address'].attempts; left > 0; left -= 1)
        expect((await from('192.0.2.1')).status).toBe(400)
      const refused = await from('192.0.2.9, 192.0.2.1')
      expect([refused.status, refused.body['error']]).toEqual([429, 'temporarily_unavailable'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
      expect((await from('192.0.2.2')).status).toBe(400)
    } finally {
      await limited.close()
    }
  })

  test('an account that asks too often has to wait, and strangers cannot cause that', async () => {
    const limited = await startTokenServer(database)
    try {
      const lost = makeKey()
      const forged = () => limited.ask(makeAssertion(claimsOf(robot, publicIssuer), { key: lost.privateKey }))
      for (let left = rateLimitDefaults['token-account'].attempts; left >= 0; left -= 1)
        expect((await forged()).status).toBe(401)
      let used = ''
      for (let left = rateLimitDefaults['token-account'].attempts; left > 0; left -= 1) {
        used = assertionFor(publicIssuer)
        expect((await limited.ask(used)).status).toBe(200)
        // Used assertions that are sent again do not count.
        if (left > 2) expect((await limited.ask(used)).status).toBe(401)
      }
      const refused = await limited.grant(assertionFor(publicIssuer))
      expect([refused.status, refused.body['error']]).toEqual([429, 'temporarily_unavailable'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    } finally {
      await limited.close()
    }
  })
})

describe('the signing key', () => {
  test('servers that start at once agree on one', async () => {
    const fresh = await createTestDatabase()
    try {
      const secrets = createSecretBox(Buffer.alloc(32, 7))
      // No key can be written until all six are ready to write theirs.
      const starts = await fresh.owner.transaction().execute(async (db) => {
        await sql`lock table signing_keys in share mode`.execute(db)
        const loading = Array.from({ length: 6 }, () => loadSigningKeys({ database: fresh, secrets }))
        await expect.poll(() => waitingIn(fresh), { timeout: 45_000 }).toBe(6)
        return { loading }
      })
      const found = await Promise.all(starts.loading)
      expect(new Set(found.flat().map(({ kid }) => kid)).size).toBe(1)
      expect(found.every((keys) => keys.length === 1)).toBe(true)
    } finally {
      await fresh.close()
    }
  })

  async function waitingIn({ owner }: TestDatabase): Promise<number | undefined> {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from pg_locks l join pg_database d on d.oid = l.database
       where d.datname = current_database() and not l.granted`.execute(owner)
    return rows[0]?.n
  }

  test('is sealed in the database', async () => {
    const rows = await database.app.selectFrom('signing_keys').selectAll().execute()
    const [ours] = await loadSigningKeys({ database, secrets: createSecretBox(Buffer.alloc(32, 7)) })
    expect(rows).toHaveLength(1)
    expect(rows[0]?.private_jwk.includes(String(ours?.privateJwk.d))).toBe(false)
    expect(Object.keys(rows[0]?.public_jwk ?? {}).toSorted()).toEqual(['e', 'kty', 'n'])
  })

  test('with another secret key the server does not start, and says why', async () => {
    await expect(loadSigningKeys({ database, secrets: createSecretBox(Buffer.alloc(32, 8)) })).rejects.toThrow(
      /PORTICO_SECRET_KEY/,
    )
  })
})

test('an unreachable database is 503 with Retry-After, and the endpoint recovers with it', async () => {
  const relay = await startRelay(database.appUrl)
  const behind = await openDatabase({
    dataDir: '',
    databaseUrl: database.url,
    appDatabaseUrl: relay.url,
    secretKey: Buffer.alloc(32),
    log: silentLog,
  })
  const fragile = await startTokenServer(behind)
  try {
    expect((await fragile.ask(assertionFor(publicIssuer))).status).toBe(200)
    await relay.cut()
    const refused = await fragile.ask(assertionFor(publicIssuer))
    expect([refused.status, refused.body['error']]).toEqual([503, 'temporarily_unavailable'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(JSON.stringify(refused.body)).not.toMatch(/ECONN|postgres|127\.0/)
    const device = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', client_id: 'portico-cli' }
    const waiting = await fragile.post({ ...device, device_code: 'x' })
    expect([waiting.status, waiting.body['error']]).toEqual([503, 'temporarily_unavailable'])
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    await relay.mend()
    expect((await fragile.ask(assertionFor(publicIssuer))).status).toBe(200)
  } finally {
    await fragile.close()
    await behind.close()
    await relay.cut()
  }
})

/** A proxy between a pool and the database that can be cut. */
async function startRelay(appUrl: string): Promise<{ url: string; cut(): Promise<void>; mend(): Promise<void> }> {
  const { host, port, user, password, database: name } = new pg.Client({ connectionString: appUrl })
  const ends = new Set<Socket>()
  let relay: Server
  let place = 0
  const mend = async (): Promise<void> => {
    relay = createServer((near) => {
      const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
      for (const end of [near, far]) {
        ends.add(end)
        end.on('error', () => end.destroy())
        end.on('close', () => (near.destroy(), far.destroy()))
      }
      near.pipe(far).pipe(near)
    })
    await new Promise<void>((resolve) => relay.listen(place, '127.0.0.1', resolve))
    place = (relay.address() as AddressInfo).port
  }
  await mend()
  const login = [user, password].map((part) => encodeURIComponent(part ?? '')).join(':')
  return {
    url: `postgresql://${login}@127.0.0.1:${place}/${name}`,
    mend,
    cut: () =>
      new Promise((resolve) => {
        relay.close(() => resolve())
        for (const end of ends) end.destroy()
      }),
  }
}
